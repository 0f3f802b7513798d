/** Companies and agents for tests, created through the service's operations. */
import {
  approvals,
  billing,
  gateway,
  scheduler,
  UUID,
  type Agent,
  type agents,
  type Call,
  type Company,
} from '@muster/contracts';
import { agentActor, boardActor, openStage, type Stage } from '@muster/test-kit';
import { expect } from 'vitest';
import { agentsService } from '../src/service.ts';

type AgentsStage = Stage<typeof agents>;

/** A stage with all producers that this service reacts to, so that events can be redelivered. */
export async function openStageWithProducers(
  env: Readonly<Record<string, string>> = {},
): Promise<AgentsStage> {
  const stage = await openStage(agentsService, { env });
  await Promise.all([approvals, billing, gateway, scheduler].map((each) => stage.standIn(each)));
  return stage;
}

export const aCompany = (
  stage: AgentsStage,
  overrides: Partial<Call<typeof agents, 'createCompany'>> = {},
): Promise<Company> => stage.as(boardActor()).createCompany({ name: 'Acme', ...overrides });

let agentCount = 0;

export async function anAgent(
  stage: AgentsStage,
  companyId: string,
  overrides: Partial<Call<typeof agents, 'createAgent'>> = {},
): Promise<Agent> {
  const asBoard = stage.as(boardActor());
  const given = { companyId, name: `Agent ${++agentCount}`, ...overrides };
  const { note: _, ...agent } = await asBoard.createAgent(given);
  return agent;
}

/** The reference that replaces a secret typed into a configuration. */
export const aReference = { secretRef: expect.stringMatching(UUID) as string };

/** The agent as a caller. */
export const actorOf = ({ id, companyId, name }: Agent) => agentActor(companyId, { id, name });

export const readAgent = (stage: AgentsStage, { id }: Pick<Agent, 'id'>) =>
  stage.as(boardActor()).getAgent({ agentId: id });

/** A CEO, a lead reporting to it, and an engineer reporting to the lead. */
export async function aTeam(stage: AgentsStage) {
  const { id: companyId } = await aCompany(stage);
  const ceo = await anAgent(stage, companyId, { role: 'ceo' });
  const lead = await anAgent(stage, companyId, { reportsTo: ceo.id });
  const engineer = await anAgent(stage, companyId, {
    reportsTo: lead.id,
    adapterType: 'alpha_local',
    adapterConfig: { cwd: '/srv/e', apiKey: 'canary', model: 'm-1' },
  });
  return { companyId, ceo, lead, engineer };
}
