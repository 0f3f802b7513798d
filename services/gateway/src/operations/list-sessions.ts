import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { listSessions as selectSessions } from '../store/sessions.ts';
import { boardUser } from './board-user.ts';

export const listSessions: Handler<typeof gateway, 'listSessions'> = (_, { db, actor }) =>
  selectSessions(db, boardUser(actor).id);
