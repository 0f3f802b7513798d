import type { billing } from '@muster/contracts';
import { z } from 'zod';
import { decodeCursor, encodeCursor, pageOf, pageSize, type Handler } from '@muster/service-kit';
import { listDayCosts, listDayParts, type DayCosts, type SplitQuery } from '../store/day-costs.ts';
import { findPeriodParts } from '../store/periods.ts';

const LIST = 'costs-by-day';
const Day = z.tuple([z.iso.date()]);

export const listCostsByDay: Handler<typeof billing, 'listCostsByDay'> = async (
  { companyId, limit, cursor, split, ...period },
  { db, now },
) => {
  const size = pageSize(limit);
  const after = decodeCursor(LIST, companyId, cursor, Day)?.[0];
  const parts = await findPeriodParts(db, { companyId, now, ...period });
  const rows = await listDayCosts(db, {
    companyId,
    parts,
    after,
    limit: size + 1,
  });
  const { items, ...rest } = pageOf(
    rows,
    size,
    (row) => row,
    ({ day }) => encodeCursor(LIST, companyId, [day]),
  );
  const partsOf =
    split && (await listDayParts(db, { companyId, parts, split, days: daysIn(items) }));
  return { items: partsOf ? withParts(items, partsOf) : items, ...rest };
};

const daysIn = (rows: readonly DayCosts[]): SplitQuery['days'] => rows.map(({ day }) => day);

function withParts(rows: readonly DayCosts[], parts: Awaited<ReturnType<typeof listDayParts>>) {
  const byDay = Map.groupBy(parts, ({ day }) => day);
  return rows.map((row) => ({
    ...row,
    parts: (byDay.get(row.day) ?? []).map(({ day: _, ...part }) => part),
  }));
}
