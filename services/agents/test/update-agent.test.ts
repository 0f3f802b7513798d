import type { agents } from '@muster/contracts';
import { boardActor, openStage, serviceActor, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { aCompany, actorOf, anAgent, aReference, aTeam } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStage(agentsService);
});
afterAll(() => stage.close());

describe('updateAgent', () => {
  it('refuses changes that make the agent too large, in one patch or in several', async () => {
    const { id: companyId } = await aCompany(stage);
    const agent = await anAgent(stage, companyId);
    const board = stage.as(boardActor());
    const patch = (key: string) =>
      board.updateAgent({
        agentId: agent.id,
        adapterConfig: { [key]: 'x'.repeat(200_000) },
      });
    await patch('one');
    const refused = {
      code: 'invalid_input',
      details: [{ path: ['adapterConfig'], code: 'too_big' }],
    };
    await expect(patch('two')).rejects.toMatchObject(refused);
    const { adapterConfig, version } = await board.getAgent({ agentId: agent.id });
    expect({ keys: Object.keys(adapterConfig), version }).toEqual({ keys: ['one'], version: 2 });
    const env = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`V${n}`, 'x']));
    await expect(anAgent(stage, companyId, { adapterConfig: { env } })).rejects.toMatchObject(
      refused,
    );
  });

  it('changes the given fields and emits them with the changed keys', async () => {
    const { engineer, lead } = await aTeam(stage);
    const changed = await stage.as(boardActor()).updateAgent({
      agentId: engineer.id,
      name: 'Eve Online',
      role: 'qa',
      title: 'Tester',
      icon: 'bug',
      budgetMonthlyCents: 900,
      runtimeConfig: { heartbeat: { enabled: true } },
      permissions: { canCreateAgents: true },
      metadata: { x: 1 },
    });
    expect(changed).toEqual({
      ...engineer,
      name: 'Eve Online',
      urlKey: 'eve-online',
      role: 'qa',
      title: 'Tester',
      icon: 'bug',
      budgetMonthlyCents: 900,
      permissions: { canCreateAgents: true },
      runtimeConfig: {
        heartbeat: { enabled: true, intervalSec: 300, wakeOnDemand: true, maxConcurrentRuns: 1 },
      },
      metadata: { x: 1 },
      reportsTo: lead.id,
      version: 2,
      updatedAt: changed.updatedAt,
    });
    const emitted = (await stage.emitted('agent.updated')).at(-1);
    expect(emitted?.payload).toMatchObject({
      agentId: engineer.id,
      name: 'Eve Online',
      budgetMonthlyCents: 900,
      version: 2,
      changedKeys: [
        'budgetMonthlyCents',
        'icon',
        'name',
        'permissions',
        'role',
        'runtimeConfig',
        'title',
        'metadata',
      ],
    });
  });

  it('merges adapterConfig by key and keeps a secret whose mask is sent back', async () => {
    const { engineer } = await aTeam(stage);
    const { adapterConfig } = await stage.as(boardActor()).updateAgent({
      agentId: engineer.id,
      adapterConfig: { apiKey: '***', model: null, promptTemplate: 'p' },
    });
    const { apiKey } = engineer.adapterConfig;
    expect(apiKey).toEqual(aReference);
    expect(adapterConfig).toEqual({ cwd: '/srv/e', apiKey, promptTemplate: 'p' });
    const read = stage.as(serviceActor()).getRunConfig({ agentId: engineer.id });
    expect((await read).adapterConfig).toHaveProperty('apiKey', 'canary');
    expect(JSON.stringify(await stage.emitted())).not.toContain('canary');
  });

  it('takes an interval of 0 while the timer is off, and refuses to turn it on without one', async () => {
    const { id: companyId } = await aCompany(stage);
    const board = stage.as(boardActor());
    const off = { runtimeConfig: { heartbeat: { enabled: false, intervalSec: 0 } } };
    const created = await anAgent(stage, companyId, off);
    expect(created).toMatchObject(off);
    const { id: agentId } = await anAgent(stage, companyId);
    // The timer is off by default.
    const patch = (heartbeat: object) =>
      board.updateAgent({ agentId, runtimeConfig: { heartbeat } });
    expect(await patch({ intervalSec: 0 })).toMatchObject(off);
    const path = ['runtimeConfig', 'heartbeat', 'intervalSec'];
    const refused = { code: 'invalid_input', details: [{ path }] };
    for (const heartbeat of [
      { enabled: true },
      { enabled: true, intervalSec: 0 },
      { intervalSec: 5 },
      { intervalSec: -1 },
    ]) {
      await expect(patch(heartbeat)).rejects.toMatchObject(refused);
    }
    const on = { enabled: true, intervalSec: 0 };
    await expect(
      anAgent(stage, companyId, { runtimeConfig: { heartbeat: on } }),
    ).rejects.toMatchObject(refused);
    expect(await patch({ enabled: true, intervalSec: 60 })).toMatchObject({ version: 3 });
    await expect(patch({ intervalSec: 0 })).rejects.toMatchObject(refused);
  });

  it('tells other services of the default interval where there is none', async () => {
    const { id: companyId } = await aCompany(stage);
    const off = { enabled: false, intervalSec: 0 };
    const { id: agentId } = await anAgent(stage, companyId, { runtimeConfig: { heartbeat: off } });
    const sent = { runtimeConfig: { heartbeat: { enabled: false, intervalSec: 300 } } };
    expect((await stage.emitted('agent.created')).at(-1)?.payload).toMatchObject(sent);
    expect(await stage.as(serviceActor()).getRunConfig({ agentId })).toMatchObject(sent);
  });

  it('emits nothing if nothing changes', async () => {
    const { engineer } = await aTeam(stage);
    const before = (await stage.emitted()).length;
    const same = await stage.as(boardActor()).updateAgent({
      agentId: engineer.id,
      name: engineer.name,
      adapterConfig: { model: 'm-1' },
    });
    expect(same).toEqual(engineer);
    expect(await stage.emitted()).toHaveLength(before);
  });

  it('refuses a stale version', async () => {
    const {
      engineer: { id: agentId },
    } = await aTeam(stage);
    const board = stage.as(boardActor());
    await board.updateAgent({ agentId, title: 'One', ifVersion: 1 });
    await expect(board.updateAgent({ agentId, title: 'Two', ifVersion: 1 })).rejects.toMatchObject({
      code: 'version_mismatch',
    });
  });

  it('refuses the name of another agent and a second CEO', async () => {
    const { ceo, engineer } = await aTeam(stage);
    const board = stage.as(boardActor());
    await expect(
      board.updateAgent({ agentId: engineer.id, name: ceo.name.toUpperCase() }),
    ).rejects.toMatchObject({ code: 'name_taken' });
    await expect(board.updateAgent({ agentId: engineer.id, role: 'ceo' })).rejects.toMatchObject({
      code: 'ceo_exists',
    });
  });

  it('gives a new name a free url key', async () => {
    const { companyId, engineer } = await aTeam(stage);
    await anAgent(stage, companyId, { name: 'R2 D2' });
    const { urlKey } = await stage.as(boardActor()).updateAgent({
      agentId: engineer.id,
      name: 'R2-D2',
    });
    expect(urlKey).toBe('r2-d2-2');
  });
});

describe('updateAgentBudget', () => {
  it('sets the limit, emits it and adds a revision', async () => {
    const { lead, engineer } = await aTeam(stage);
    const changed = await stage.as(actorOf(lead)).updateAgentBudget({
      agentId: engineer.id,
      budgetMonthlyCents: 1_234,
    });
    expect(changed).toMatchObject({ budgetMonthlyCents: 1_234, version: 2 });
    expect((await stage.emitted('agent.updated')).at(-1)?.payload).toMatchObject({
      agentId: engineer.id,
      budgetMonthlyCents: 1_234,
      changedKeys: ['budgetMonthlyCents'],
    });
    const [newest] = await stage.as(boardActor()).listConfigRevisions({ agentId: engineer.id });
    expect(newest).toMatchObject({ source: 'patch', changedKeys: ['budgetMonthlyCents'] });
  });

  it('is not allowed to the agent itself', async () => {
    const { engineer } = await aTeam(stage);
    await expect(
      stage.as(actorOf(engineer)).updateAgentBudget({
        agentId: engineer.id,
        budgetMonthlyCents: 0,
      }),
    ).rejects.toMatchObject({ code: 'not_your_report' });
  });
});
