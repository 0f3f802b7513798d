import type { agents } from '@muster/contracts';
import { encodeCursor, pageOf, pageSize, type Handler } from '@muster/service-kit';
import { decodeIdCursor } from '../../paging.ts';
import { listSkillRows, readerOf } from '../../store/skills.ts';

const LIST = 'skills';

export const listSkills: Handler<typeof agents, 'listSkills'> = async (
  { companyId, limit, cursor },
  { db, actor },
) => {
  const size = pageSize(limit);
  const after = decodeIdCursor(LIST, companyId, cursor);
  const reader = readerOf(actor);
  const rows = await listSkillRows(db, companyId, { after, limit: size + 1, reader });
  return pageOf(
    rows,
    size,
    (row) => row,
    ({ id }) => encodeCursor(LIST, companyId, [id]),
  );
};
