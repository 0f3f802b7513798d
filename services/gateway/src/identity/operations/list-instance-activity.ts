import type { gateway } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  IdKey,
  pageOf,
  pageSize,
  type Handler,
} from '@muster/service-kit';
import { listAccountActions, listAccountActionsOf } from '../store/account-activity.ts';

const EVERYBODY = 'everybody';

export const listInstanceActivity: Handler<typeof gateway, 'listInstanceActivity'> = async (
  { limit, cursor, userId },
  { db },
) => {
  const size = pageSize(limit);
  const list = userId ?? EVERYBODY;
  const page = {
    before: decodeCursor('instance-activity', list, cursor, IdKey)?.[0],
    limit: size + 1,
  };
  const rows = await (userId
    ? listAccountActionsOf(db, { userId, ...page })
    : listAccountActions(db, page));
  return pageOf(
    rows,
    size,
    (action) => action,
    ({ id }) => encodeCursor('instance-activity', list, [id]),
  );
};
