import { Refusal, SKILL_AGENTS_MAX, type agents, type Skill } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { requireEditorOf } from '../../configuration/authority.ts';
import { requireSkillsWithinLimit } from '../../domain/skills.ts';
import { agentSkillsEvent } from '../../events.ts';
import {
  listSkillsBySlug,
  listSkillsOfAgent,
  replaceSkillsOfAgent,
} from '../../store/agent-skills.ts';
import { lockAgent } from '../../store/locks.ts';

const slugsOf = (skills: readonly Skill[]): string[] => skills.map(({ slug }) => slug);

/** The skills that the agent has already are no change and no event. */
export const setAgentSkills: Handler<typeof agents, 'setAgentSkills'> = async (
  { agentId: ref, companyId: inCompany, skills: named },
  { db, actor, scope, emit },
) => {
  const agent = await lockAgent(db, scope, { ref, companyId: inCompany }, 'exclusive');
  await requireEditorOf(db, actor, agent);
  const key = { companyId: agent.companyId, agentId: agent.id };
  const current = await listSkillsOfAgent(db, key);
  const wanted = await listSkillsBySlug(db, agent.companyId, named);
  const absent = named.find((name) => !wanted.some(({ slug }) => slug === name));
  if (absent !== undefined) throw new Refusal('skill_not_found', { slug: absent });
  if (slugsOf(wanted).join() === slugsOf(current).join()) return current;
  requireSkillsWithinLimit(
    agent.id,
    wanted.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  const full = wanted.find(
    ({ id, agents: count }) =>
      count >= SKILL_AGENTS_MAX && !current.some(({ id: assigned }) => assigned === id),
  );
  if (full) throw new Refusal('skill_of_too_many_agents', { slug: full.slug });
  await replaceSkillsOfAgent(
    db,
    key,
    wanted.map(({ id }) => id),
  );
  emit('agent_skills.changed', agentSkillsEvent(key, slugsOf(wanted)));
  return wanted.map(({ agents: _, ...skill }) => skill);
};
