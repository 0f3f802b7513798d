import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { listBoardTokens as listTokens } from '../store/board-tokens.ts';
import { requireBoardUser } from '../domain/board-user.ts';

export const listBoardTokens: Handler<typeof gateway, 'listBoardTokens'> = (_, { db, actor }) =>
  listTokens(db, requireBoardUser(actor).id);
