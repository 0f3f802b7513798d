import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { listBoardTokenRows } from '../store/board-tokens.ts';
import { requireBoardUser } from '../domain/board-user.ts';

export const listBoardTokens: Handler<typeof gateway, 'listBoardTokens'> = (_, { db, actor }) =>
  listBoardTokenRows(db, requireBoardUser(actor).id);
