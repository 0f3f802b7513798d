import type { agents } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { agentActor, boardActor, openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { aCompany, anAgent, aReference } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStage(agentsService);
});
afterAll(() => stage.close());

describe('createAgent', () => {
  it('creates an idle agent from a name alone', async () => {
    const { id: companyId } = await aCompany(stage);
    expect(await anAgent(stage, companyId, { name: 'Ada Lovelace' })).toMatchObject({
      companyId,
      name: 'Ada Lovelace',
      urlKey: 'ada-lovelace',
      role: 'general',
      title: null,
      icon: null,
      status: 'idle',
      pauseReason: null,
      pausedAt: null,
      reportsTo: null,
      capabilities: null,
      adapterType: 'process',
      adapterConfig: {},
      runtimeConfig: { heartbeat: { enabled: false, intervalSec: 300, wakeOnDemand: true } },
      permissions: { canCreateAgents: false },
      budgetMonthlyCents: 0,
      spentMonthlyCents: 0,
      lastHeartbeatAt: null,
      metadata: {},
      version: 1,
    });
  });

  it('says of an agent without a program that it cannot run yet, and refuses a command line', async () => {
    const { id: companyId } = await aCompany(stage);
    const asBoard = stage.as(boardActor());
    const program = { command: 'node', args: ['agent.js'] };
    const created = await asBoard.createAgent({ companyId, name: 'Later' });
    expect(created.note).toContain(`PATCH /api/agents/${created.id}`);
    const hired = await asBoard.hireAgent({ companyId, name: 'Hired later' });
    expect(hired.agent.note).toContain('cannot run yet');
    const other = await asBoard.createAgent({ companyId, name: 'Now', adapterConfig: program });
    expect(other.note).toBeUndefined();
    const adapterConfig = { command: 'node agent.js' };
    const refused = {
      code: 'invalid_input',
      details: [{ path: ['adapterConfig', 'command'], code: 'custom' }],
    };
    for (const made of [
      () => asBoard.createAgent({ companyId, name: 'Line', adapterConfig }),
      () => asBoard.hireAgent({ companyId, name: 'Line', adapterConfig }),
      () => asBoard.updateAgent({ agentId: created.id, adapterConfig }),
    ]) {
      await expect(made()).rejects.toMatchObject(refused);
    }
    const agentId = created.id;
    expect(await asBoard.updateAgent({ agentId, adapterConfig: program })).not.toHaveProperty(
      'note',
    );
  });

  it('emits agent.created without secrets', async () => {
    const { id: companyId } = await aCompany(stage);
    const agent = await anAgent(stage, companyId, {
      name: 'Secretive',
      role: 'cto',
      budgetMonthlyCents: 500,
      adapterConfig: { apiKey: 'canary-1', env: { X: 'canary-2' } },
      runtimeConfig: { heartbeat: { enabled: true }, token: 'canary-3' },
      metadata: { password: 'canary-4' },
    });
    const emitted = (await stage.emitted('agent.created')).at(-1);
    expect(emitted).toMatchObject({
      companyId,
      entityId: agent.id,
      entityType: 'agent',
      payload: {
        agentId: agent.id,
        name: 'Secretive',
        role: 'cto',
        status: 'idle',
        budgetMonthlyCents: 500,
        runtimeConfig: { heartbeat: { enabled: true } },
        version: 1,
      },
    });
    const read = await stage.as(boardActor()).getAgent({ agentId: agent.id });
    expect(JSON.stringify([agent, emitted, read])).not.toContain('canary');
    expect(agent.adapterConfig).toEqual({ apiKey: aReference, env: { X: aReference } });
  });

  it('refuses the name of another agent of the company, in any case', async () => {
    const [{ id: companyId }, other] = [await aCompany(stage), await aCompany(stage)];
    await anAgent(stage, companyId, { name: 'Bob' });
    await expect(anAgent(stage, companyId, { name: 'bOB' })).rejects.toMatchObject({
      code: 'name_taken',
      details: { field: 'name' },
    });
    expect(await anAgent(stage, other.id, { name: 'Bob' })).toMatchObject({ urlKey: 'bob' });
  });

  it('gives a name to exactly one of ten agents created at once', async () => {
    const { id: companyId } = await aCompany(stage);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => anAgent(stage, companyId, { name: 'Only One' })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('gives different url keys to names that look the same in a path', async () => {
    const { id: companyId } = await aCompany(stage);
    const keys = [];
    for (const name of ['R2 D2', 'r2-d2', 'R2/D2']) {
      keys.push((await anAgent(stage, companyId, { name })).urlKey);
    }
    expect(keys).toEqual(['r2-d2', 'r2-d2-2', 'r2-d2-3']);
  });

  it('refuses a second CEO', async () => {
    const { id: companyId } = await aCompany(stage);
    await anAgent(stage, companyId, { role: 'ceo' });
    await expect(anAgent(stage, companyId, { role: 'ceo' })).rejects.toMatchObject({
      code: 'ceo_exists',
    });
  });

  it('refuses a manager that is absent or of another company', async () => {
    const [{ id: companyId }, other] = [await aCompany(stage), await aCompany(stage)];
    const foreign = await anAgent(stage, other.id);
    for (const reportsTo of [newId(), foreign.id]) {
      await expect(anAgent(stage, companyId, { reportsTo })).rejects.toMatchObject({
        code: 'agent_not_found',
        details: { field: 'reportsTo' },
      });
    }
  });

  it('refuses an icon outside the list and changes nothing', async () => {
    const { id: companyId } = await aCompany(stage);
    await expect(anAgent(stage, companyId, { icon: 'dragon' as never })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(await stage.as(boardActor()).listAgents({ companyId })).toEqual([]);
  });

  it('is allowed to the board only', async () => {
    const { id: companyId } = await aCompany(stage);
    await expect(
      stage.as(agentActor(companyId)).createAgent({ companyId, name: 'Self' }),
    ).rejects.toMatchObject({ code: 'board_only' });
  });
});
