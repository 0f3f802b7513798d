import { gateway, type agents, type Joiner } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCompany, anAgent, openStageWithProducers, readAgent } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStageWithProducers();
});
afterAll(() => stage.close());

async function join(companyId: string, overrides: Partial<Joiner> = {}): Promise<string> {
  const [agentId, joinRequestId] = [newId(), newId()];
  const joiner: Joiner = {
    name: 'Ada',
    role: 'engineer',
    title: 'Guest',
    icon: 'zap',
    capabilities: 'Counts.',
    adapterType: 'remote',
    adapterConfig: { model: 'large' },
    ...overrides,
  };
  await stage.receive(gateway, 'join_request.approved', {
    companyId,
    entityId: joinRequestId,
    payload: { joinRequestId, inviteId: newId(), agentId, joiner },
  });
  return agentId;
}

describe('createAgentOfApprovedJoin', () => {
  it('creates an idle agent under the CEO, woken on demand, and emits it once', async () => {
    const { id: companyId } = await aCompany(stage);
    const ceo = await anAgent(stage, companyId, { role: 'ceo' });
    const id = await join(companyId);
    await stage.redeliver();
    expect(await readAgent(stage, { id })).toMatchObject({
      name: 'Ada',
      urlKey: 'ada',
      role: 'engineer',
      title: 'Guest',
      icon: 'zap',
      capabilities: 'Counts.',
      adapterType: 'remote',
      adapterConfig: { model: 'large' },
      status: 'idle',
      reportsTo: ceo.id,
      budgetMonthlyCents: 0,
      runtimeConfig: { heartbeat: { enabled: false, wakeOnDemand: true } },
    });
    const emitted = (await stage.emitted('agent.created')).filter(
      ({ entityId }) => entityId === id,
    );
    expect(emitted).toMatchObject([{ companyId, actorType: 'system', payload: { name: 'Ada' } }]);
    expect(emitted[0]?.causedBy).not.toBeNull();
  });

  it('creates it without a manager if the company has no CEO', async () => {
    const { id: companyId } = await aCompany(stage);
    const ceo = await anAgent(stage, companyId, { role: 'ceo' });
    await stage.as(boardActor()).terminateAgent({ agentId: ceo.id });
    expect(await readAgent(stage, { id: await join(companyId) })).toMatchObject({
      reportsTo: null,
    });
  });

  it('numbers a name that was taken meanwhile, and applies the events after it', async () => {
    const { id: companyId } = await aCompany(stage);
    await anAgent(stage, companyId, { name: 'ADA' });
    const second = await join(companyId);
    const third = await join(companyId);
    const named = async (id: string) => {
      const { name, urlKey } = await readAgent(stage, { id });
      return `${name}: ${urlKey}`;
    };
    expect(await named(second)).toBe('Ada 2: ada-2');
    expect(await named(third)).toBe('Ada 3: ada-3');
  });

  it('names all of many agents that join at once under one name', async () => {
    const { id: companyId } = await aCompany(stage);
    const board = stage.as(boardActor());
    const created = ['Ada', 'Ada 2', 'Ada 3'].map((name) =>
      board.createAgent({ companyId, name }).catch(() => undefined),
    );
    const joined = await Promise.all(Array.from({ length: 5 }, () => join(companyId)));
    await Promise.all(created);
    const read = await Promise.all(joined.map((id) => readAgent(stage, { id })));
    expect(new Set(read.map(({ name }) => name)).size).toBe(joined.length);
  });
});
