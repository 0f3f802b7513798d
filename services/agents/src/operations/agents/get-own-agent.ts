import type { agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { getAgentDetail } from '../../store/agents.ts';
import { showAgentDetail } from '../../views.ts';

export const getOwnAgent: Handler<typeof agents, 'getOwnAgent'> = async (_, { db, actor, scope }) =>
  showAgentDetail(await getAgentDetail(db, scope, { ref: actor.id }));
