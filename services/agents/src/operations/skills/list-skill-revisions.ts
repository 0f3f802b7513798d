import type { agents } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  NumberKey,
  pageOf,
  pageSize,
  type Handler,
} from '@muster/service-kit';
import { getSkillWithFiles, listRevisions, readerOf } from '../../store/skills.ts';

const LIST = 'skill-revisions';

export const listSkillRevisions: Handler<typeof agents, 'listSkillRevisions'> = async (
  { companyId, skill: slug, limit, cursor },
  { db, actor },
) => {
  const skill = await getSkillWithFiles(db, { companyId, slug }, readerOf(actor));
  const before = decodeCursor(LIST, skill.id, cursor, NumberKey)?.[0];
  const size = pageSize(limit);
  const rows = await listRevisions(db, skill, {
    before,
    limit: size + 1,
  });
  return pageOf(
    rows,
    size,
    (row) => row,
    ({ version }) => encodeCursor(LIST, skill.id, [version]),
  );
};
