import type { billing } from '@muster/contracts';
import { decodeCursor, encodeCursor, pageOf, pageSize, type Handler } from '@muster/service-kit';
import { findWindowParts, listDayCosts } from '../store/cost-sums.ts';

const LIST = 'costs-by-day';

export const listCostsByDay: Handler<typeof billing, 'listCostsByDay'> = async (
  { companyId, from, to, limit, cursor },
  { db, now },
) => {
  const size = pageSize(limit);
  const [after] = decodeCursor(LIST, companyId, cursor, 1) ?? [];
  const parts = await findWindowParts(db, { companyId, now, from, to });
  const rows = await listDayCosts(db, {
    companyId,
    parts,
    after: after === undefined ? undefined : String(after),
    limit: size + 1,
  });
  return pageOf(
    rows,
    size,
    (row) => row,
    ({ day }) => encodeCursor(LIST, companyId, [day]),
  );
};
