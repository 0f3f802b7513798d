/** Companies and agents made through the service's own door, for tests that need some. */
import {
  approvals, billing, gateway, scheduler, type Agent, type agents, type Call, type Company,
} from '@muster/contracts';
import { agentActor, boardActor, openStage, type Stage } from '@muster/test-kit';
import { expect } from 'vitest';
import { agentsService } from '../src/service.ts';

type AgentsStage = Stage<typeof agents>;

/** All that this service reacts to is there, so that what was said can be offered again. */
export async function openStageWithNeighbours(): Promise<AgentsStage> {
  const stage = await openStage(agentsService);
  await Promise.all([approvals, billing, gateway, scheduler].map((each) => stage.neighbour(each)));
  return stage;
}

export const aCompany = (
  stage: AgentsStage,
  overrides: Partial<Call<typeof agents, 'createCompany'>> = {},
): Promise<Company> => stage.as(boardActor()).createCompany({ name: 'Acme', ...overrides });

let born = 0;

export const anAgent = (
  stage: AgentsStage,
  companyId: string,
  overrides: Partial<Call<typeof agents, 'createAgent'>> = {},
): Promise<Agent> =>
  stage.as(boardActor()).createAgent({ companyId, name: `Agent ${++born}`, ...overrides });

/** What stands where a secret was typed in. */
export const aReference = { secretRef: expect.stringMatching(/^[0-9a-f-]{36}$/) as string };

/** The agent as a caller. */
export const actorOf = ({ id, companyId, name }: Agent) => agentActor(companyId, { id, name });

export const readAgent = (stage: AgentsStage, { id }: Pick<Agent, 'id'>) =>
  stage.as(boardActor()).getAgent({ agentId: id });
