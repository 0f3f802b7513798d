/**
 * What the lists of costs have in common: the current month unless told, and the turning of pages.
 */
import type { billing } from '@muster/contracts';
import {
  decodeCursor, encodeCursor, pageOf, pageSize, type Context, type Db, type Page,
} from '@muster/service-kit';
import type { CostQuery } from '../store/cost-lists.ts';
import { findMonth } from '../store/months.ts';

export interface CostListInput {
  readonly companyId: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export async function pageOfCosts<Row extends { readonly costCents: number }>(
  list: string,
  { companyId, from, to, limit, cursor }: CostListInput,
  { db, now }: Context<typeof billing>,
  select: (db: Db, query: CostQuery) => Promise<Row[]>,
  idOf: (row: Row) => string,
): Promise<Page<Row>> {
  const size = pageSize(limit);
  const after = decodeCursor(list, companyId, cursor, 2);
  const month = await findMonth(db, companyId, now);
  const rows = await select(db, { companyId, month, from, to, after, limit: size + 1 });
  return pageOf(rows, size, (row) => row, (row) =>
    encodeCursor(list, companyId, [row.costCents, idOf(row)]));
}
