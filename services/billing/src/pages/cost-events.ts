/** A page of cost events, for the list and for the export, which differ in their order. */
import type { billing, CostEvent, Input } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  pageOf,
  pageSize,
  TimeAndIdKey,
  type Context,
  type Page,
} from '@muster/service-kit';
import { listCostEvents } from '../store/cost-events.ts';
import { findWindow } from '../store/periods.ts';
import { showVoid } from '../views.ts';

export async function pageOfCostEvents(
  list: string,
  order: 'newest first' | 'oldest first',
  { limit, cursor, from, to, month, day, ...filter }: Input<typeof billing, 'listCosts'>,
  { db }: Context<typeof billing>,
): Promise<Page<CostEvent>> {
  const { companyId } = filter;
  const size = pageSize(limit);
  const after = decodeCursor(list, companyId, cursor, TimeAndIdKey);
  const window = await findWindow(db, companyId, { from, to, month, day });
  const rows = await listCostEvents(db, { ...filter, ...window, order, after, limit: size + 1 });
  return pageOf(rows, size, showVoid, ({ occurredAt, id }) =>
    encodeCursor(list, companyId, [occurredAt, id]),
  );
}
