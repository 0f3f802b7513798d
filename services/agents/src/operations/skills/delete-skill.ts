import type { agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { requireSkillVersion } from '../../domain/skills.ts';
import { skillEvent } from '../../events.ts';
import { lockWritableCompany } from '../../store/locks.ts';
import { deleteSkill as removeSkill, getSkill } from '../../store/skills.ts';

export const deleteSkill: Handler<typeof agents, 'deleteSkill'> = async (
  { companyId, skill: slug, ifVersion },
  { db, emit },
) => {
  await lockWritableCompany(db, companyId, 'exclusive');
  const { files: _, ...found } = await getSkill(db, { companyId, slug });
  requireSkillVersion(found, ifVersion);
  await removeSkill(db, found);
  emit('skill.deleted', skillEvent(found));
  return found;
};
