/** An agent with a key, as tests of authentication need it. */
import type { AgentSnapshot } from '@muster/contracts';
import type { TestGateway } from './open-gateway.ts';

export interface AgentWithKey {
  readonly companyId: string;
  readonly agent: AgentSnapshot;
  readonly token: string;
}

/** A new agent of a new company. */
export async function agentWithKey({
  stage,
  call,
}: Pick<TestGateway, 'stage' | 'call'>): Promise<AgentWithKey> {
  const { companyId } = await stage.given.company();
  const agent = await stage.given.agent(companyId);
  const { body } = await call(`POST /api/agents/${agent.agentId}/keys`);
  return { companyId, agent, token: body.token };
}
