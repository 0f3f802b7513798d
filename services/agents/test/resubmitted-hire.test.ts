import { approvals, type Agent, type agents, type Payload } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor, serviceActor, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCompany, anAgent, openStageWithProducers, readAgent } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStageWithProducers();
});
afterAll(() => stage.close());

const aHire = async (): Promise<Agent> => {
  const { id: companyId } = await aCompany(stage);
  const { agent } = await stage.as(boardActor()).hireAgent({
    companyId,
    name: 'Eve',
    adapterConfig: { command: 'node', apiKey: 'real' },
  });
  return agent;
};

type Hire = Payload<typeof approvals, 'approval.resubmitted'>['hire'];

const resubmitted = ({ id, companyId }: Agent, hire: Hire) =>
  stage.receive(approvals, 'approval.resubmitted', {
    companyId,
    entityId: newId(),
    payload: {
      approvalId: newId(),
      type: 'hire_agent',
      status: 'pending',
      requestedByAgentId: null,
      requestedByUserId: null,
      agentId: id,
      issueIds: [],
      decisionNote: null,
      revision: 2,
      version: 3,
      hire,
    },
  });

describe('reviseAgentOfResubmittedHire', () => {
  it('applies the revised fields to the waiting agent, once', async () => {
    const agent = await aHire();
    await resubmitted(agent, {
      name: 'Eva',
      role: 'qa',
      adapterConfig: { apiKey: '***', model: 'm-2' },
    });
    await stage.redeliver();
    expect(await readAgent(stage, agent)).toMatchObject({
      name: 'Eva',
      urlKey: 'eva',
      role: 'qa',
      status: 'pending_approval',
      version: 2,
    });
    const { adapterConfig } = await stage.as(serviceActor()).getRunConfig({ agentId: agent.id });
    expect(adapterConfig).toEqual({ apiKey: 'real', model: 'm-2' });
    const emitted = (await stage.emitted('agent.updated')).filter(
      ({ entityId }) => entityId === agent.id,
    );
    expect(emitted.map(({ payload }) => payload['changedKeys'])).toEqual([
      ['adapterConfig', 'name', 'role'],
    ]);
    const [newest] = await stage.as(boardActor()).listConfigRevisions({ agentId: agent.id });
    expect(newest).toMatchObject({ number: 2, source: 'patch' });
  });

  it('skips a name, a role and a manager that conflict, and applies the rest', async () => {
    const agent = await aHire();
    const { companyId } = agent;
    await anAgent(stage, companyId, { name: 'Taken', role: 'ceo' });
    const below = await anAgent(stage, companyId, { reportsTo: agent.id });
    for (const reportsTo of [newId(), agent.id, below.id]) {
      await resubmitted(agent, { name: 'TAKEN', role: 'ceo', reportsTo, title: reportsTo });
      expect(await readAgent(stage, agent)).toMatchObject({
        name: 'Eve',
        role: 'general',
        reportsTo: null,
        title: reportsTo,
      });
    }
  });

  it('applies references to named secrets, and skips fields with other references', async () => {
    const agent = await aHire();
    const { companyId, id: agentId } = agent;
    const board = stage.as(boardActor());
    const secret = await board.createSecret({ companyId, name: 'db', value: 'stored' });
    const other = await anAgent(stage, companyId, { adapterConfig: { apiKey: 'of another' } });
    const { apiKey: ofAnother } = other.adapterConfig;
    for (const unknown of [{ secretRef: 'gone' }, ofAnother ?? null]) {
      await resubmitted(agent, {
        title: JSON.stringify(unknown),
        adapterConfig: { apiKey: unknown, env: { DB: { secretRef: 'DB' } }, token: unknown },
      });
      expect((await readAgent(stage, agent)).adapterConfig).toEqual({
        apiKey: agent.adapterConfig['apiKey'],
        env: { DB: { secretRef: secret.id } },
      });
    }
    const { adapterConfig } = await stage.as(serviceActor()).getRunConfig({ agentId });
    expect(adapterConfig).toEqual({ apiKey: 'real', env: { DB: 'stored' } });
  });

  it('skips a command line with a secret, and applies the rest', async () => {
    const agent = await aHire();
    const { companyId } = agent;
    await stage.as(boardActor()).createSecret({ companyId, name: 'pw', value: 'stored' });
    await resubmitted(agent, {
      title: 'Revised',
      adapterConfig: { command: 'node', args: ['--pw', '{{secret:pw}}'] },
    });
    expect(await readAgent(stage, agent)).toMatchObject({
      title: 'Revised',
      adapterConfig: { command: 'node' },
    });
    expect((await readAgent(stage, agent)).adapterConfig).not.toHaveProperty('args');
  });

  it('skips an environment with a variable that may not be set, and applies the rest', async () => {
    const agent = await aHire();
    await resubmitted(agent, {
      title: 'Revised',
      adapterConfig: { command: 'node', env: { LD_PRELOAD: '/tmp/x.so' } },
    });
    const { title, adapterConfig } = await readAgent(stage, agent);
    expect([title, adapterConfig]).toEqual(['Revised', { command: 'node' }]);
  });

  it('ignores an agent that no longer waits, and a resubmission without changes', async () => {
    const agent = await aHire();
    await resubmitted(agent, null);
    expect(await readAgent(stage, agent)).toMatchObject({ version: 1 });
    await stage.as(boardActor()).terminateAgent({ agentId: agent.id });
    await resubmitted(agent, { name: 'Late' });
    expect(await readAgent(stage, agent)).toMatchObject({ name: 'Eve', status: 'terminated' });
  });
});
