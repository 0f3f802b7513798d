import type { agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { requireSkillVersion } from '../../domain/skills.ts';
import { skillEvent } from '../../events.ts';
import { lockWritableCompany } from '../../store/locks.ts';
import { deleteSkillRow, getSkillWithFiles } from '../../store/skills.ts';

export const deleteSkill: Handler<typeof agents, 'deleteSkill'> = async (
  { companyId, skill: slug, ifVersion },
  { db, emit },
) => {
  await lockWritableCompany(db, companyId, 'exclusive');
  const { files: _, ...found } = await getSkillWithFiles(db, { companyId, slug });
  requireSkillVersion(found, ifVersion);
  await deleteSkillRow(db, found);
  emit('skill.deleted', skillEvent(found));
  return found;
};
