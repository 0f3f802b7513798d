import type { agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { getRunConfig as selectRunConfig } from '../store/agents.ts';

/** The one answer with secrets in it; only another service gets it, and nobody keeps it. */
export const getRunConfig: Handler<typeof agents, 'getRunConfig'> = async (
  { agentId },
  { db },
) => ({ agentId, ...(await selectRunConfig(db, agentId)) });
