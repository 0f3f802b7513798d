import type { Reply } from '../../world/http-client.ts';
import { addAgentWithKey, createCompany, type AgentWithKey } from '../../fixtures/builders.ts';
import type { World } from '../../world/use-world.ts';

/** A company with a CEO, in which writes are made. */
export interface ScenarioFixture {
  world: World;
  companyId: string;
  chief: AgentWithKey;
}

export async function openScenarioFixture(world: World): Promise<ScenarioFixture> {
  const { id: companyId } = await createCompany(world.board);
  const chief = await addAgentWithKey(world, companyId, { name: 'Ada', role: 'ceo' });
  return { world, companyId, chief };
}

/** Prepares what a write needs, makes the write, and answers with its reply. */
export type WriteScenario = (fixture: ScenarioFixture) => Promise<Reply>;

export const companyPath = ({ companyId }: ScenarioFixture, things: string): string =>
  `/api/companies/${companyId}/${things}`;
