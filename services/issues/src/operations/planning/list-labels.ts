import { Id, type issues } from '@muster/contracts';
import { decodeCursor, encodeCursor, pageOf, pageSize, type Handler } from '@muster/service-kit';
import { z } from 'zod';
import { listLabelRows } from '../../store/planning/labels.ts';

const LIST = 'labels';
const Key = z.tuple([z.string(), Id]);

export const listLabels: Handler<typeof issues, 'listLabels'> = async (
  { companyId, limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const key = decodeCursor(LIST, companyId, cursor, Key);
  const rows = await listLabelRows(db, companyId, key && { name: key[0], id: key[1] }, size + 1);
  return pageOf(
    rows,
    size,
    (row) => row,
    ({ name, id }) => encodeCursor(LIST, companyId, [name, id]),
  );
};
