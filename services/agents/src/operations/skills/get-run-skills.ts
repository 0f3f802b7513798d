import type { agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { inOrder } from '../../domain/skills.ts';
import { getAgent } from '../../store/agents.ts';
import { getSkillsOfRun } from '../../store/agent-skills.ts';

export const getRunSkills: Handler<typeof agents, 'getRunSkills'> = async (
  { agentId: ref },
  { db, scope },
) => {
  const { id: agentId, companyId } = await getAgent(db, scope, { ref });
  const { sha256, skills } = await getSkillsOfRun(db, { companyId, agentId });
  const files = skills.flatMap(({ slug, files: own }) =>
    own.map(({ path, text }) => ({ path: `${slug}/${path}`, text })),
  );
  return { agentId, files: inOrder(files), sha256 };
};
