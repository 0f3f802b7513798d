import { Refusal, type agents } from '@muster/contracts';
import { decodeCursor, encodeCursor, pageOf, pageSize, type Handler } from '@muster/service-kit';
import { getSkillWithFiles, listRevisions, readerOf } from '../../store/skills.ts';

const LIST = 'skill-revisions';

export const listSkillRevisions: Handler<typeof agents, 'listSkillRevisions'> = async (
  { companyId, skill: slug, limit, cursor },
  { db, actor },
) => {
  const skill = await getSkillWithFiles(db, { companyId, slug }, readerOf(actor));
  const [before] = decodeCursor(LIST, skill.id, cursor, 1) ?? [];
  if (before !== undefined && !Number.isInteger(before)) throw new Refusal('invalid_cursor');
  const size = pageSize(limit);
  const rows = await listRevisions(db, skill, {
    before: before === undefined ? undefined : Number(before),
    limit: size + 1,
  });
  return pageOf(
    rows,
    size,
    (row) => row,
    ({ version }) => encodeCursor(LIST, skill.id, [version]),
  );
};
