import { Refusal, type agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { findRevision, getSkillWithFiles, readerOf } from '../../store/skills.ts';

export const getSkill: Handler<typeof agents, 'getSkill'> = async (
  { companyId, skill: slug, version },
  { db, actor },
) => {
  const skill = await getSkillWithFiles(db, { companyId, slug }, readerOf(actor));
  if (version === undefined || version === skill.version) return skill;
  const earlier = await findRevision(db, skill, version);
  if (!earlier) throw new Refusal('revision_not_found');
  return earlier;
};
