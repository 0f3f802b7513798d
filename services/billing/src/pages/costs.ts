/**
 * A page of costs by one dimension; of the current month unless the request has a period.
 */
import type { billing } from '@muster/contracts';
import { z } from 'zod';
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
import type { Period } from '../domain/window.ts';
import { findPeriodParts } from '../store/periods.ts';

/** What a row has cost, and its key in the dimension. */
const CentsAndKey = z.tuple([z.int(), z.string()]);

export interface CostListInput extends Period {
  readonly companyId: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export async function pageOfCosts<Row extends Keyed<{ readonly costCents: number }>>(
  list: string,
  { companyId, limit, cursor, ...period }: CostListInput,
  { db, now }: Context<typeof billing>,
  select: (db: Db, query: CostQuery) => Promise<Row[]>,
): Promise<Page<Omit<Row, 'key'>>> {
  const size = pageSize(limit);
  const after = decodeCursor(list, companyId, cursor, CentsAndKey);
  const parts = await findPeriodParts(db, { companyId, now, ...period });
  const { month } = period;
  const rows = await select(db, { companyId, parts, month, now, after, limit: size + 1 });
  return pageOf(
    rows,
    size,
    ({ key: _, ...row }) => row,
    (row) => encodeCursor(list, companyId, [row.costCents, row.key]),
  );
}
