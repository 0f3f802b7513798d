import type { gateway } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  pageOf,
  pageSize,
  TimeAndIdKey,
  type Handler,
} from '@muster/service-kit';
import { listHookDeliveryRows } from '../store/hook-deliveries.ts';
import { getHookRow } from '../store/hooks.ts';

const LIST = 'hook deliveries';

export const listHookDeliveries: Handler<typeof gateway, 'listHookDeliveries'> = async (
  { companyId, hookId, status, limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const before = decodeCursor(LIST, companyId, cursor, TimeAndIdKey);
  const { id } = await getHookRow(db, { companyId, hookId });
  const of = { status, before, limit: size + 1 };
  const rows = await listHookDeliveryRows(db, { companyId, hookId: id }, of);
  return pageOf(
    rows,
    size,
    (row) => row,
    (row) => encodeCursor(LIST, companyId, [row.receivedAt, row.id]),
  );
};
