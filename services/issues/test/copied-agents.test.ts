/**
 * Agents that were made a moment ago, of which the issues service has no copy yet. In these tests
 * messages are lost and sweeps are an hour apart, so nothing is copied but because of a miss.
 */
import { agents } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { aCompany, agentActor, anAgent, boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, refusedWith } from './team.ts';

let stage: IssuesStage;
beforeAll(async () => {
  stage = await openStage(issuesService, { env: { SWEEP_SECONDS: '3600' } });
  (await stage.standIn(agents)).loseMessages();
});
afterAll(() => stage.close());

const board = () => stage.as(boardActor());

async function newCompany(): Promise<string> {
  const payload = aCompany();
  const { companyId } = payload;
  await stage.emitFrom(agents, 'company.created', { companyId, entityId: companyId, payload });
  return companyId;
}

async function newAgent(companyId: string): Promise<string> {
  const payload = anAgent();
  const { agentId } = payload;
  await stage.emitFrom(agents, 'agent.created', { companyId, entityId: agentId, payload });
  return agentId;
}

const issueFor = (companyId: string, assigneeAgentId: string) =>
  board().createIssue({ companyId, title: 'Count', status: 'todo', assigneeAgentId });

describe('an agent that was made a moment ago', () => {
  it('is assigned an issue in a company that was made a moment ago', async () => {
    const companyId = await newCompany();
    const agentId = await newAgent(companyId);
    expect(await issueFor(companyId, agentId)).toMatchObject({ assigneeAgentId: agentId });
  });

  it('is assigned an issue that exists, claims one, and leads a project', async () => {
    const companyId = await newCompany();
    const first = await newAgent(companyId);
    const { id: issueId } = await issueFor(companyId, first);
    const second = await newAgent(companyId);
    const assigned = await board().updateIssue({ issueId, assigneeAgentId: second });
    expect(assigned).toMatchObject({ assigneeAgentId: second });
    const third = await newAgent(companyId);
    const { id: free } = await board().createIssue({ companyId, title: 'Free', status: 'todo' });
    const claimed = await stage
      .as(agentActor(companyId, { id: third }))
      .checkoutIssue({ issueId: free, agentId: third, expectedStatuses: ['todo'] });
    expect(claimed).toMatchObject({ status: 'in_progress', assigneeAgentId: third });
    const leadAgentId = await newAgent(companyId);
    const project = await board().createProject({ companyId, name: 'Count', leadAgentId });
    expect(project).toMatchObject({ leadAgentId });
  });

  it('is found by many requests at once', async () => {
    const companyId = await newCompany();
    const made = await Promise.all(Array.from({ length: 8 }, () => newAgent(companyId)));
    const assigned = await Promise.all(made.map((agentId) => issueFor(companyId, agentId)));
    expect(assigned.map(({ assigneeAgentId }) => assigneeAgentId)).toEqual(made);
  });

  it('is not found if there is no such agent', async () => {
    await expect(issueFor(await newCompany(), newId())).rejects.toEqual(
      refusedWith('agent_not_found'),
    );
  });

  it('is not found in another company', async () => {
    const agentId = await newAgent(await newCompany());
    await expect(issueFor(await newCompany(), agentId)).rejects.toEqual(
      refusedWith('agent_not_found'),
    );
  });
});
