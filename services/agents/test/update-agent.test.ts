import type { agents } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { agentActor, boardActor, openStage, serviceActor, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { aCompany, actorOf, anAgent, aReference, readAgent } from './people.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStage(agentsService);
});
afterAll(() => stage.close());

/** A ceo, a lead under it and an engineer under the lead. */
async function aTeam() {
  const { id: companyId } = await aCompany(stage);
  const ceo = await anAgent(stage, companyId, { role: 'ceo' });
  const lead = await anAgent(stage, companyId, { reportsTo: ceo.id });
  const engineer = await anAgent(stage, companyId, {
    reportsTo: lead.id, adapterType: 'alpha_local',
    adapterConfig: { cwd: '/srv/e', apiKey: 'canary', model: 'm-1' },
  });
  return { companyId, ceo, lead, engineer };
}

describe('updateAgent', () => {
  it('refuses what makes the agent too large, a patch at a time or at once', async () => {
    const { id: companyId } = await aCompany(stage);
    const agent = await anAgent(stage, companyId);
    const board = stage.as(boardActor());
    const patch = (key: string) => board.updateAgent({
      agentId: agent.id, adapterConfig: { [key]: 'x'.repeat(200_000) },
    });
    await patch('one');
    const refused = {
      code: 'invalid_input', details: [{ path: ['adapterConfig'], code: 'too_big' }],
    };
    await expect(patch('two')).rejects.toMatchObject(refused);
    const { adapterConfig, version } = await board.getAgent({ agentId: agent.id });
    expect({ keys: Object.keys(adapterConfig), version }).toEqual({ keys: ['one'], version: 2 });
    const env = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`V${n}`, 'x']));
    await expect(anAgent(stage, companyId, { adapterConfig: { env } }))
      .rejects.toMatchObject(refused);
  });

  it('changes what is named, says so and names what changed', async () => {
    const { engineer, lead } = await aTeam();
    const changed = await stage.as(boardActor()).updateAgent({
      agentId: engineer.id, name: 'Eve Online', role: 'qa', title: 'Tester', icon: 'bug',
      budgetMonthlyCents: 900, runtimeConfig: { heartbeat: { enabled: true } },
      permissions: { canCreateAgents: true }, metadata: { x: 1 },
    });
    expect(changed).toEqual({
      ...engineer, name: 'Eve Online', urlKey: 'eve-online', role: 'qa', title: 'Tester',
      icon: 'bug', budgetMonthlyCents: 900, permissions: { canCreateAgents: true },
      runtimeConfig: {
        heartbeat: { enabled: true, intervalSec: 300, wakeOnDemand: true, maxConcurrentRuns: 1 },
      },
      metadata: { x: 1 }, reportsTo: lead.id, version: 2, updatedAt: changed.updatedAt,
    });
    const said = (await stage.said('agent.updated')).at(-1);
    expect(said?.payload).toMatchObject({
      agentId: engineer.id, name: 'Eve Online', budgetMonthlyCents: 900, version: 2,
      changedKeys: [
        'budgetMonthlyCents', 'icon', 'name', 'permissions', 'role', 'runtimeConfig', 'title',
        'metadata',
      ],
    });
  });

  it('merges adapterConfig by key and keeps a secret whose mask comes back', async () => {
    const { engineer } = await aTeam();
    const { adapterConfig } = await stage.as(boardActor()).updateAgent({
      agentId: engineer.id, adapterConfig: { apiKey: '***', model: null, promptTemplate: 'p' },
    });
    const { apiKey } = engineer.adapterConfig;
    expect(apiKey).toEqual(aReference);
    expect(adapterConfig).toEqual({ cwd: '/srv/e', apiKey, promptTemplate: 'p' });
    const read = stage.as(serviceActor()).getRunConfig({ agentId: engineer.id });
    expect((await read).adapterConfig).toHaveProperty('apiKey', 'canary');
    expect(JSON.stringify(await stage.said())).not.toContain('canary');
  });

  it('says nothing when nothing changes', async () => {
    const { engineer } = await aTeam();
    const before = (await stage.said()).length;
    const same = await stage.as(boardActor()).updateAgent({
      agentId: engineer.id, name: engineer.name, adapterConfig: { model: 'm-1' },
    });
    expect(same).toEqual(engineer);
    expect(await stage.said()).toHaveLength(before);
  });

  it('refuses a version that is stale', async () => {
    const { engineer: { id: agentId } } = await aTeam();
    const board = stage.as(boardActor());
    await board.updateAgent({ agentId, title: 'One', ifVersion: 1 });
    await expect(board.updateAgent({ agentId, title: 'Two', ifVersion: 1 }))
      .rejects.toMatchObject({ code: 'version_mismatch' });
  });

  it('lets an agent change its own title, prompt and instructions', async () => {
    const { engineer } = await aTeam();
    const changed = await stage.as(actorOf(engineer)).updateAgent({
      agentId: engineer.urlKey, title: 'Me', icon: 'cpu', capabilities: 'all',
      adapterConfig: { promptTemplate: 'p', instructionsFilePath: 'docs/me.md' },
    });
    expect(changed).toMatchObject({
      title: 'Me', icon: 'cpu', capabilities: 'all',
      adapterConfig: { promptTemplate: 'p', instructionsFilePath: '/srv/e/docs/me.md' },
    });
  });

  it('keeps the path that an agent sets inside its folder', async () => {
    const { engineer } = await aTeam();
    await expect(stage.as(actorOf(engineer)).updateAgent({
      agentId: engineer.id, adapterConfig: { instructionsFilePath: '../../etc/passwd' },
    })).rejects.toMatchObject({ code: 'unusable_path' });
  });

  it('does not let an agent change what decides about it, and changes nothing', async () => {
    const { engineer, lead } = await aTeam();
    await expect(stage.as(actorOf(engineer)).updateAgent({
      agentId: engineer.id, title: 'Boss', role: 'cto', budgetMonthlyCents: 5,
      adapterConfig: { command: 'sh' }, reportsTo: null, permissions: { canCreateAgents: true },
    })).rejects.toMatchObject({
      code: 'fields_not_yours',
      details: {
        fields: [
          'budgetMonthlyCents', 'permissions', 'reportsTo', 'role', 'adapterConfig.command',
        ],
      },
    });
    expect(await readAgent(stage, engineer)).toMatchObject({ title: null, reportsTo: lead.id });
  });

  it('lets every manager above change all of it, and nobody beside or below', async () => {
    const { companyId, ceo, lead, engineer } = await aTeam();
    const peer = await anAgent(stage, companyId, { reportsTo: lead.id });
    for (const [manager, role] of [[lead, 'qa'], [ceo, 'devops']] as const) {
      const changed = await stage.as(actorOf(manager)).updateAgent({ agentId: engineer.id, role });
      expect(changed.role).toBe(role);
    }
    for (const [stranger, target] of [[peer, engineer], [engineer, lead]] as const) {
      await expect(stage.as(actorOf(stranger)).updateAgent({ agentId: target.id, title: 'x' }))
        .rejects.toMatchObject({ code: 'not_your_agent' });
    }
  });

  it('hides agents of other companies', async () => {
    const { engineer } = await aTeam();
    await expect(stage.as(agentActor(newId())).updateAgent({ agentId: engineer.id, title: 'x' }))
      .rejects.toMatchObject({ code: 'agent_not_found' });
  });

  it('refuses names and ceos that there are already', async () => {
    const { ceo, engineer } = await aTeam();
    const board = stage.as(boardActor());
    await expect(board.updateAgent({ agentId: engineer.id, name: ceo.name.toUpperCase() }))
      .rejects.toMatchObject({ code: 'name_taken' });
    await expect(board.updateAgent({ agentId: engineer.id, role: 'ceo' }))
      .rejects.toMatchObject({ code: 'ceo_exists' });
  });

  it('gives a new name a url key that is free', async () => {
    const { companyId, engineer } = await aTeam();
    await anAgent(stage, companyId, { name: 'R2 D2' });
    const { urlKey } = await stage.as(boardActor()).updateAgent({
      agentId: engineer.id, name: 'R2-D2',
    });
    expect(urlKey).toBe('r2-d2-2');
  });

  it('leaves a waiting hire to the board and a terminated agent alone', async () => {
    const { companyId, ceo } = await aTeam();
    const { agent } = await stage.as(boardActor()).hireAgent({
      companyId, name: 'Waiting', reportsTo: ceo.id,
    });
    const patch = { agentId: agent.id, title: 'x' };
    await expect(stage.as(actorOf(ceo)).updateAgent(patch))
      .rejects.toMatchObject({ code: 'agent_not_editable' });
    expect(await stage.as(boardActor()).updateAgent(patch)).toMatchObject({ title: 'x' });
    await stage.as(boardActor()).terminateAgent({ agentId: agent.id });
    await expect(stage.as(boardActor()).updateAgent(patch))
      .rejects.toMatchObject({ code: 'agent_not_editable' });
  });

  it('refuses to change anything in an archived company', async () => {
    const { companyId, engineer } = await aTeam();
    await stage.as(boardActor()).updateCompany({ companyId, status: 'archived' });
    await expect(stage.as(boardActor()).updateAgent({ agentId: engineer.id, title: 'x' }))
      .rejects.toMatchObject({ code: 'company_archived' });
    await expect(stage.as(boardActor()).pauseAgent({ agentId: engineer.id }))
      .rejects.toMatchObject({ code: 'company_archived' });
  });
});

describe('moving in the tree', () => {
  it('moves an agent under another manager', async () => {
    const { ceo, engineer } = await aTeam();
    await stage.as(boardActor()).updateAgent({ agentId: engineer.id, reportsTo: ceo.id });
    const { chainOfCommand } = await readAgent(stage, engineer);
    expect(chainOfCommand.map(({ id }) => id)).toEqual([ceo.id]);
  });

  it('refuses a cycle of any length', async () => {
    const { ceo, lead, engineer } = await aTeam();
    for (const reportsTo of [ceo.id, lead.id, engineer.id]) {
      await expect(stage.as(boardActor()).updateAgent({ agentId: ceo.id, reportsTo }))
        .rejects.toMatchObject({ code: 'would_make_cycle' });
    }
  });

  it('refuses a manager that is absent, foreign or terminated', async () => {
    const { companyId, engineer } = await aTeam();
    const [foreign, ended] = [(await aTeam()).lead, await anAgent(stage, companyId)];
    await stage.as(boardActor()).terminateAgent({ agentId: ended.id });
    for (const reportsTo of [newId(), foreign.id, ended.id]) {
      await expect(stage.as(boardActor()).updateAgent({ agentId: engineer.id, reportsTo }))
        .rejects.toMatchObject({ code: 'agent_not_found', details: { field: 'reportsTo' } });
    }
  });

  it('lets only one of two opposite moves at once succeed', async () => {
    const { id: companyId } = await aCompany(stage);
    for (let round = 0; round < 20; round++) {
      const [one, two] = [await anAgent(stage, companyId), await anAgent(stage, companyId)];
      const outcomes = await Promise.allSettled([
        stage.as(boardActor()).updateAgent({ agentId: one.id, reportsTo: two.id }),
        stage.as(boardActor()).updateAgent({ agentId: two.id, reportsTo: one.id }),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  });
});

describe('updateAgentBudget', () => {
  it('sets the limit, says so and keeps a revision', async () => {
    const { lead, engineer } = await aTeam();
    const changed = await stage.as(actorOf(lead)).updateAgentBudget({
      agentId: engineer.id, budgetMonthlyCents: 1_234,
    });
    expect(changed).toMatchObject({ budgetMonthlyCents: 1_234, version: 2 });
    expect((await stage.said('agent.updated')).at(-1)?.payload).toMatchObject({
      agentId: engineer.id, budgetMonthlyCents: 1_234, changedKeys: ['budgetMonthlyCents'],
    });
    const [newest] = await stage.as(boardActor()).listConfigRevisions({ agentId: engineer.id });
    expect(newest).toMatchObject({ source: 'patch', changedKeys: ['budgetMonthlyCents'] });
  });

  it('is not for the agent itself', async () => {
    const { engineer } = await aTeam();
    await expect(stage.as(actorOf(engineer)).updateAgentBudget({
      agentId: engineer.id, budgetMonthlyCents: 0,
    })).rejects.toMatchObject({ code: 'not_your_report' });
  });
});
