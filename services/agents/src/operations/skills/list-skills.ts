import type { agents } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  IdKey,
  pageOf,
  pageSize,
  type Handler,
} from '@muster/service-kit';
import { listSkillRows, readerOf } from '../../store/skills.ts';

const LIST = 'skills';

export const listSkills: Handler<typeof agents, 'listSkills'> = async (
  { companyId, limit, cursor },
  { db, actor },
) => {
  const size = pageSize(limit);
  const after = decodeCursor(LIST, companyId, cursor, IdKey)?.[0];
  const reader = readerOf(actor);
  const rows = await listSkillRows(db, companyId, { after, limit: size + 1, reader });
  return pageOf(
    rows,
    size,
    (row) => row,
    ({ id }) => encodeCursor(LIST, companyId, [id]),
  );
};
