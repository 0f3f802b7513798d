import { isSame, Refusal, SKILLS_MAX, type agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import {
  inOrder,
  requireSkillsWithinLimit,
  requireSkillVersion,
  requireSlug,
  requireUsableFiles,
  sizeOf,
} from '../../domain/skills.ts';
import { skillEvent } from '../../events.ts';
import { findOverloadedAgent } from '../../store/agent-skills.ts';
import { lockWritableCompany } from '../../store/locks.ts';
import { countSkills, findSkill, saveSkill } from '../../store/skills.ts';

/** Equal files are no change and make no version. */
export const setSkill: Handler<typeof agents, 'setSkill'> = async (
  { companyId, skill: slug, files: sent, ifVersion },
  { db, actor, emit },
) => {
  requireSlug(slug);
  requireUsableFiles(sent);
  // Before the lock, which holds up all writes of the company.
  const { reduceHead } = await import('../../domain/skill-head.ts');
  const { files: reduced, description, dropped } = reduceHead(slug, sent);
  const files = inOrder(reduced);
  const bytes = sizeOf(files);
  await lockWritableCompany(db, companyId, 'exclusive');
  const found = await findSkill(db, { companyId, slug });
  requireSkillVersion(found, ifVersion);
  if (!found) {
    if ((await countSkills(db, companyId)) >= SKILLS_MAX) throw new Refusal('too_many_skills');
    const version = { current: undefined, files, bytes, description, actor };
    const created = await saveSkill(db, { companyId, slug }, version);
    emit('skill.created', skillEvent(created));
    return { ...created, dropped: [...dropped] };
  }
  const { files: before, ...current } = found;
  if (isSame(before, files)) return { ...current, dropped: [...dropped] };
  const overloaded = await findOverloadedAgent(db, current, bytes);
  if (overloaded) requireSkillsWithinLimit(overloaded.agentId, overloaded.bytes);
  const saved = await saveSkill(db, current, { current, files, bytes, description, actor });
  emit('skill.updated', skillEvent(saved));
  return { ...saved, dropped: [...dropped] };
};
