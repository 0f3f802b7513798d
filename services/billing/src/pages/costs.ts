/**
 * A page of costs by one dimension; of the current month unless the request has a window.
 */
import type { billing } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  pageOf,
  pageSize,
  type Context,
  type Db,
  type Page,
} from '@muster/service-kit';
import type { CostQuery, Keyed } from '../store/cost-lists.ts';
import { findWindowParts } from '../store/cost-sums.ts';

export interface CostListInput {
  readonly companyId: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export async function pageOfCosts<Row extends Keyed<{ readonly costCents: number }>>(
  list: string,
  { companyId, from, to, limit, cursor }: CostListInput,
  { db, now }: Context<typeof billing>,
  select: (db: Db, query: CostQuery) => Promise<Row[]>,
): Promise<Page<Omit<Row, 'key'>>> {
  const size = pageSize(limit);
  const after = decodeCursor(list, companyId, cursor, 2);
  const parts = await findWindowParts(db, { companyId, now, from, to });
  const rows = await select(db, { companyId, parts, after, limit: size + 1 });
  return pageOf(
    rows,
    size,
    ({ key: _, ...row }) => row,
    (row) => encodeCursor(list, companyId, [row.costCents, row.key]),
  );
}
