import type { agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { showAgentDetail } from '../domain/agent.ts';
import { getAgentDetail } from '../store/agents.ts';

export const getOwnAgent: Handler<typeof agents, 'getOwnAgent'> = async (
  _,
  { db, actor, scope },
) => showAgentDetail(await getAgentDetail(db, scope, { ref: actor.id }));
