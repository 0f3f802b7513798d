import type { Agent, agents } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { agentActor, boardActor, openStage, serviceActor, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { aCompany, actorOf, anAgent, aReference, readAgent } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStage(agentsService);
});
afterAll(() => stage.close());

const board = () => stage.as(boardActor());

const anEngineer = async (): Promise<Agent> =>
  anAgent(stage, (await aCompany(stage)).id, {
    role: 'engineer',
    adapterType: 'alpha_local',
    adapterConfig: { cwd: '/srv/e', apiKey: 'canary', model: 'm-1' },
  });

const revisionsOf = ({ id }: Agent) => board().listConfigRevisions({ agentId: id });

describe('getAgentConfiguration', () => {
  it('shows the configuration of an agent to the whole company, without secrets', async () => {
    const agent = await anEngineer();
    const { companyId, name, runtimeConfig, updatedAt } = agent;
    const colleague = stage.as(agentActor(companyId));
    const shown = await colleague.getAgentConfiguration({ agentId: agent.id });
    expect(shown).toEqual({
      agentId: agent.id,
      companyId,
      name,
      role: 'engineer',
      title: null,
      status: 'idle',
      reportsTo: null,
      adapterType: 'alpha_local',
      adapterConfig: { cwd: '/srv/e', apiKey: aReference, model: 'm-1' },
      runtimeConfig,
      permissions: { canCreateAgents: false },
      updatedAt,
    });
    expect(await stage.as(agentActor(companyId)).listAgentConfigurations({ companyId })).toEqual([
      shown,
    ]);
  });

  it('hides agents of other companies', async () => {
    const { id: agentId } = await anEngineer();
    await expect(
      stage.as(agentActor(newId())).getAgentConfiguration({ agentId }),
    ).rejects.toMatchObject({ code: 'agent_not_found' });
  });
});

describe('listConfigRevisions', () => {
  it('lists each change since the creation, newest first', async () => {
    const user = boardActor();
    const { id: companyId } = await aCompany(stage);
    const agent = await stage.as(user).createAgent({
      companyId,
      name: 'Ada',
      adapterConfig: { token: 'canary' },
    });
    await stage.as(actorOf(agent)).updateAgent({ agentId: agent.id, title: 'Me' });
    const [second, first, ...none] = await revisionsOf(agent);
    expect(none).toEqual([]);
    expect(first).toMatchObject({
      agentId: agent.id,
      number: 1,
      source: 'created',
      beforeConfig: null,
      afterConfig: { name: 'Ada', title: null, adapterConfig: { token: aReference } },
      createdByUserId: user.id,
      createdByAgentId: null,
      rolledBackFromRevisionId: null,
    });
    expect(second).toMatchObject({
      number: 2,
      source: 'patch',
      changedKeys: ['title'],
      beforeConfig: first?.afterConfig,
      afterConfig: { ...first?.afterConfig, title: 'Me' },
      createdByAgentId: agent.id,
      createdByUserId: null,
    });
    expect(JSON.stringify([first, second])).not.toContain('canary');
  });

  it('begins with the hire of a hired agent', async () => {
    const { id: companyId } = await aCompany(stage);
    const { agent } = await board().hireAgent({ companyId, name: 'Eve' });
    expect((await revisionsOf(agent)).map(({ source }) => source)).toEqual(['created']);
  });

  it('adds no revision for a change of metadata alone', async () => {
    const agent = await anEngineer();
    await board().updateAgent({ agentId: agent.id, metadata: { a: 1 } });
    expect(await revisionsOf(agent)).toHaveLength(1);
  });

  it('numbers the concurrent changes of ten callers without gaps', async () => {
    const agent = await anEngineer();
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        board().updateAgent({ agentId: agent.id, title: `Title ${n}` }),
      ),
    );
    expect((await revisionsOf(agent)).map(({ number }) => number).toReversed()).toEqual(
      Array.from({ length: 11 }, (_, index) => index + 1),
    );
  });

  it("refuses another agent's cursor", async () => {
    const agent = await anEngineer();
    for (const key of [
      [newId(), 5],
      [agent.id, 'x'],
    ]) {
      const text = JSON.stringify(['config-revisions', ...key]);
      const cursor = Buffer.from(text).toString('base64url');
      await expect(
        board().listConfigRevisions({ agentId: agent.id, cursor }),
      ).rejects.toMatchObject({ code: 'invalid_cursor' });
    }
  });
});

describe('rollBackConfig', () => {
  it('restores what runs with its secrets, and not the budget, as a change of its own', async () => {
    const agent = await anEngineer();
    const { id: agentId } = agent;
    await board().updateAgent({
      agentId,
      name: 'Other',
      budgetMonthlyCents: 9,
      adapterConfig: { apiKey: 'new', cwd: '/tmp' },
    });
    const [, first] = await revisionsOf(agent);
    const back = await board().rollBackConfig({ agentId, revisionId: first?.id ?? '' });
    expect(back).toMatchObject({
      name: agent.name,
      urlKey: agent.urlKey,
      budgetMonthlyCents: 9,
      version: 3,
      adapterConfig: { cwd: '/srv/e', apiKey: aReference, model: 'm-1' },
    });
    const { adapterConfig } = await stage.as(serviceActor()).getRunConfig({ agentId });
    expect(adapterConfig).toEqual({ cwd: '/srv/e', apiKey: 'canary', model: 'm-1' });
    expect((await revisionsOf(agent))[0]).toMatchObject({
      number: 3,
      source: 'rollback',
      rolledBackFromRevisionId: first?.id,
      changedKeys: ['adapterConfig', 'name'],
    });
    expect((await stage.emitted('agent.updated')).at(-1)?.payload).toMatchObject({
      agentId,
      name: agent.name,
      version: 3,
    });
  });

  it('leaves role, manager, permissions and budget as they are', async () => {
    const agent = await anEngineer();
    const { id: agentId, companyId } = agent;
    const manager = await anAgent(stage, companyId, { role: 'ceo' });
    const place = {
      role: 'designer' as const,
      reportsTo: manager.id,
      budgetMonthlyCents: 700,
      permissions: { canCreateAgents: true },
    };
    await board().updateAgent({ agentId, ...place, runtimeConfig: { maxConcurrentRuns: 1 } });
    const [, first] = await revisionsOf(agent);
    const back = await board().rollBackConfig({ agentId, revisionId: first?.id ?? '' });
    expect(back).toMatchObject({ ...place, runtimeConfig: agent.runtimeConfig });
    expect(back.left).toEqual(expect.arrayContaining(Object.keys(place)));
  });

  it('refuses the revision of another agent apart from an absent or foreign one', async () => {
    const agent = await anEngineer();
    const peer = await anAgent(stage, agent.companyId);
    const foreign = await anEngineer();
    const rollBack = (revisionId: string | undefined) =>
      board().rollBackConfig({ agentId: agent.id, revisionId: revisionId ?? '' });
    await expect(rollBack((await revisionsOf(peer))[0]?.id)).rejects.toMatchObject({
      code: 'foreign_revision',
    });
    for (const revisionId of [newId(), (await revisionsOf(foreign))[0]?.id]) {
      await expect(rollBack(revisionId)).rejects.toMatchObject({ code: 'revision_not_found' });
    }
  });

  it('obeys the rules of a change', async () => {
    const agent = await anEngineer();
    const { id: agentId, name, companyId } = agent;
    const self = stage.as(actorOf(agent));
    await self.updateAgent({ agentId, title: 'Me' });
    await board().updateAgent({ agentId, name: 'Renamed' });
    const [, titled, created] = await revisionsOf(agent);
    await expect(
      self.rollBackConfig({ agentId, revisionId: created?.id ?? '' }),
    ).rejects.toMatchObject({ code: 'fields_not_yours', details: { fields: ['name'] } });
    await expect(
      stage.as(agentActor(companyId)).rollBackConfig({
        agentId,
        revisionId: created?.id ?? '',
      }),
    ).rejects.toMatchObject({ code: 'not_your_agent' });
    await anAgent(stage, companyId, { name });
    await expect(
      board().rollBackConfig({ agentId, revisionId: titled?.id ?? '' }),
    ).rejects.toMatchObject({ code: 'name_taken' });
  });
});

describe('setInstructionsPath', () => {
  it('resolves a relative path against cwd, for the agent and its managers', async () => {
    const { id: companyId } = await aCompany(stage);
    const ceo = await anAgent(stage, companyId, { role: 'ceo' });
    const lead = await anAgent(stage, companyId, { reportsTo: ceo.id });
    const agent = await anAgent(stage, companyId, {
      reportsTo: lead.id,
      adapterType: 'beta_local',
      adapterConfig: { cwd: '/srv/e' },
    });
    for (const caller of [agent, lead, ceo]) {
      const path = `docs/${caller.urlKey}.md`;
      const { adapterConfig } = await stage.as(actorOf(caller)).setInstructionsPath({
        agentId: agent.id,
        path,
      });
      expect(adapterConfig).toEqual({ cwd: '/srv/e', instructionsFilePath: `/srv/e/${path}` });
    }
    const [newest] = await revisionsOf(agent);
    expect(newest).toMatchObject({ source: 'instructions_path', createdByAgentId: ceo.id });
  });

  it('stores an absolute path unchanged and removes it with null', async () => {
    const agent = await anEngineer();
    const set = (path: string | null) => board().setInstructionsPath({ agentId: agent.id, path });
    expect((await set('/etc/../a.md')).adapterConfig).toHaveProperty(
      'instructionsFilePath',
      '/etc/../a.md',
    );
    expect((await set(null)).adapterConfig).not.toHaveProperty('instructionsFilePath');
    expect((await readAgent(stage, agent)).adapterConfig).toHaveProperty('model', 'm-1');
  });

  it('accepts another key if the adapter declares it', async () => {
    const { id: companyId } = await aCompany(stage);
    const agent = await anAgent(stage, companyId, { adapterType: 'process' });
    const set = (adapterConfigKey?: string) =>
      board().setInstructionsPath({
        agentId: agent.id,
        path: '/a.md',
        ...(adapterConfigKey ? { adapterConfigKey } : {}),
      });
    expect((await set('agentsMdPath')).adapterConfig).toEqual({ agentsMdPath: '/a.md' });
    for (const key of [undefined, 'command', '__proto__']) {
      await expect(set(key)).rejects.toMatchObject({ code: 'not_a_path_key' });
    }
  });

  it('refuses a path that leads out of cwd or has no cwd, and changes nothing', async () => {
    const agent = await anEngineer();
    const homeless = await anAgent(stage, agent.companyId, { adapterType: 'alpha_local' });
    for (const [agentId, path] of [
      [agent.id, '../x'],
      [homeless.id, 'a.md'],
    ] as const) {
      await expect(board().setInstructionsPath({ agentId, path })).rejects.toMatchObject({
        code: 'unusable_path',
      });
    }
    expect(await revisionsOf(agent)).toHaveLength(1);
  });

  it('refuses other agents of the company and hides the agent from other companies', async () => {
    const agent = await anEngineer();
    const peer = await anAgent(stage, agent.companyId);
    const path = '/a.md';
    await expect(
      stage.as(actorOf(peer)).setInstructionsPath({ agentId: agent.id, path }),
    ).rejects.toMatchObject({ code: 'not_your_agent' });
    await expect(
      stage.as(agentActor(newId())).setInstructionsPath({ agentId: agent.id, path }),
    ).rejects.toMatchObject({ code: 'agent_not_found' });
  });
});
