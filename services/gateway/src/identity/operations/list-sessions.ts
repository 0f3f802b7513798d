import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { listSessionRows } from '../store/sessions.ts';
import { requireBoardUser } from '../domain/board-user.ts';

export const listSessions: Handler<typeof gateway, 'listSessions'> = (_, { db, actor }) =>
  listSessionRows(db, requireBoardUser(actor).id);
