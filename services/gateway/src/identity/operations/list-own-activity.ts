import type { gateway } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  IdKey,
  pageOf,
  pageSize,
  type Handler,
} from '@muster/service-kit';
import { requireBoardUser } from '../domain/board-user.ts';
import { listAccountActionsOf } from '../store/account-activity.ts';

export const listOwnActivity: Handler<typeof gateway, 'listOwnActivity'> = async (
  { limit, cursor },
  { db, actor },
) => {
  const { id: userId } = requireBoardUser(actor);
  const size = pageSize(limit);
  const before = decodeCursor('own-activity', userId, cursor, IdKey)?.[0];
  const rows = await listAccountActionsOf(db, { userId, before, limit: size + 1 });
  return pageOf(
    rows,
    size,
    (action) => action,
    ({ id }) => encodeCursor('own-activity', userId, [id]),
  );
};
