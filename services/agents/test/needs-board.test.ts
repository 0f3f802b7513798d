import { billing, type Actor, type agents, type Call } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCompany, actorOf, anAgent, aTeam, openStageWithProducers, readAgent } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStageWithProducers();
});
afterAll(() => stage.close());

/** The default of MUSTER_HIRES_PER_DAY. */
const HIRES_PER_DAY = 100;

const board = () => stage.as(boardActor());
const shell = { command: '/bin/sh', args: ['-c', 'id > /tmp/taken'] };

describe('what runs', () => {
  const patches: [Partial<Call<typeof agents, 'updateAgent'>>, string[]][] = [
    [
      { adapterType: 'process', adapterConfig: shell },
      ['adapterType', 'adapterConfig.args', 'adapterConfig.command'],
    ],
    [{ adapterConfig: { cwd: '/' } }, ['adapterConfig.cwd']],
    [{ adapterConfig: { env: { LD_PRELOAD: '/tmp/x.so' } } }, ['adapterConfig.env']],
    [{ adapterConfig: { extraArgs: ['--config=/tmp/x'] } }, ['adapterConfig.extraArgs']],
    [
      { adapterType: 'http', adapterConfig: { url: 'https://evil.example', headers: { A: 'a' } } },
      ['adapterType', 'adapterConfig.headers', 'adapterConfig.url'],
    ],
    [{ adapterConfig: { promptTemplate: '{{secret:any}}' } }, ['adapterConfig.promptTemplate']],
    [{ runtimeConfig: { hooks: ['x'] } }, ['runtimeConfig.hooks']],
    [{ runtimeConfig: { believeUnmarkedLines: true } }, ['runtimeConfig.believeUnmarkedLines']],
    [{ runtimeConfig: { runner: 'gpu' } }, ['runtimeConfig.runner']],
  ];
  it.each(patches)('is not changed by an agent: %j', async (patch, fields) => {
    const { ceo, lead, engineer } = await aTeam(stage);
    for (const caller of [engineer, lead, ceo]) {
      await expect(
        stage.as(actorOf(caller)).updateAgent({ agentId: engineer.id, ...patch }),
      ).rejects.toMatchObject({
        code: 'needs_board',
        status: 403,
        details: { fields },
        hint: expect.stringContaining('POST /api/companies/:companyId/approvals') as string,
      });
    }
    expect(await readAgent(stage, engineer)).toMatchObject({
      version: 1,
      adapterType: 'alpha_local',
    });
  });

  it('is not restored by the rollback of an agent', async () => {
    const { lead, engineer } = await aTeam(stage);
    const { id: agentId } = engineer;
    await board().updateAgent({ agentId, adapterType: 'process', adapterConfig: shell });
    await board().updateAgent({
      agentId,
      adapterType: 'alpha_local',
      adapterConfig: { args: null },
    });
    const [, withShell] = await board().listConfigRevisions({ agentId });
    await expect(
      stage.as(actorOf(lead)).rollBackConfig({ agentId, revisionId: withShell?.id ?? '' }),
    ).rejects.toMatchObject({ code: 'needs_board' });
  });

  it('does not tell an agent whether it has guessed a secret', async () => {
    const { lead, engineer } = await aTeam(stage);
    const { id: agentId } = engineer;
    await board().updateAgent({ agentId, adapterConfig: { env: { KEY: 'right' } } });
    for (const guess of ['right', 'wrong']) {
      await expect(
        stage.as(actorOf(lead)).updateAgent({ agentId, adapterConfig: { env: { KEY: guess } } }),
      ).rejects.toMatchObject({ code: 'needs_board', details: { fields: ['adapterConfig.env'] } });
    }
  });

  it('leaves models, prompts and heartbeats to managers', async () => {
    const { lead, engineer } = await aTeam(stage);
    const changed = await stage.as(actorOf(lead)).updateAgent({
      agentId: engineer.id,
      adapterConfig: { model: 'm-2', promptTemplate: 'Work.', timeoutSec: 60 },
      runtimeConfig: { heartbeat: { enabled: true, intervalSec: 60 } },
    });
    expect(changed).toMatchObject({
      adapterConfig: { model: 'm-2', promptTemplate: 'Work.', timeoutSec: 60, cwd: '/srv/e' },
      runtimeConfig: { heartbeat: { enabled: true, intervalSec: 60 } },
    });
  });
});

describe('a hire in a company that requires no approval', () => {
  const openCompany = async () => {
    const { id: companyId } = await aCompany(stage, { requireBoardApprovalForNewAgents: false });
    return { companyId, ceo: await anAgent(stage, companyId, { role: 'ceo' }) };
  };

  it('waits for the board if an agent asks for it and it carries what runs', async () => {
    const { companyId, ceo } = await openCompany();
    const hires: Partial<Call<typeof agents, 'hireAgent'>>[] = [
      { adapterConfig: shell },
      { adapterConfig: { env: { A: 'a' } } },
      { adapterType: 'http', adapterConfig: { url: 'https://agents.example.com' } },
      { adapterType: 'beta_local', adapterConfig: { extraArgs: ['-x'] } },
      { runtimeConfig: { hooks: ['x'] } },
      { runtimeConfig: { runner: 'gpu' } },
    ];
    for (const [index, fields] of hires.entries()) {
      const hire = { companyId, name: `Hire ${index}`, ...fields };
      const { agent, approval } = await stage.as(actorOf(ceo)).hireAgent(hire);
      expect(agent.status).toBe('pending_approval');
      expect(approval).toMatchObject({ type: 'hire_agent', status: 'pending' });
      expect((await stage.emitted('agent.hire_requested')).at(-1)?.entityId).toBe(agent.id);
    }
  });

  it('waits for the board if an agent gives more than it has itself', async () => {
    const { companyId, ceo } = await openCompany();
    const lead = await anAgent(stage, companyId, {
      name: 'Lead',
      role: 'manager',
      reportsTo: ceo.id,
      budgetMonthlyCents: 100,
    });
    const hires: [Partial<Call<typeof agents, 'hireAgent'>>, string][] = [
      [{ budgetMonthlyCents: 0 }, 'pending_approval'],
      [{ budgetMonthlyCents: 101 }, 'pending_approval'],
      [{ budgetMonthlyCents: 50, role: 'cto' }, 'pending_approval'],
      [
        {
          budgetMonthlyCents: 50,
          runtimeConfig: { heartbeat: { enabled: true, intervalSec: 30 } },
        },
        'pending_approval',
      ],
      [{ budgetMonthlyCents: 100 }, 'idle'],
    ];
    for (const [index, [fields, status]] of hires.entries()) {
      const hire = { companyId, name: `More ${index}`, ...fields };
      expect((await stage.as(actorOf(lead)).hireAgent(hire)).agent.status).toBe(status);
    }
    await expect(
      stage.as(actorOf(lead)).updateAgent({
        agentId: (await anAgent(stage, companyId, { name: 'Low', reportsTo: lead.id })).id,
        role: 'ceo',
        runtimeConfig: { heartbeat: { enabled: true, intervalSec: 10 } },
      }),
    ).rejects.toMatchObject({
      code: 'needs_board',
      details: { fields: ['role', 'runtimeConfig.heartbeat'] },
    });
  });

  it('is refused after as many as agents may hire in a day, and never to the board', async () => {
    const { companyId, ceo } = await openCompany();
    const byAgent = stage.as(actorOf(ceo));
    const hire = (number: number) => byAgent.hireAgent({ companyId, name: `Hire ${number}` });
    for (let number = 0; number < HIRES_PER_DAY; number += 1) await hire(number);
    await expect(hire(HIRES_PER_DAY)).rejects.toMatchObject({
      code: 'too_many_hires',
      status: 429,
      details: { most: HIRES_PER_DAY, retryAfterSeconds: expect.any(Number) as number },
    });
    const { agent } = await board().hireAgent({ companyId, name: 'By the board' });
    expect(agent.status).toBe('idle');
  });

  it('is idle at once with a program of the operator, a folder, a model and a prompt', async () => {
    const { companyId, ceo } = await openCompany();
    const { agent, approval } = await stage.as(actorOf(ceo)).hireAgent({
      companyId,
      name: 'Engineer',
      role: 'engineer',
      reportsTo: ceo.id,
      adapterType: 'alpha_local',
      adapterConfig: { cwd: '/srv/work', model: 'm-1', promptTemplate: 'Work.' },
      runtimeConfig: { heartbeat: { enabled: true, intervalSec: 300 } },
      budgetMonthlyCents: 5_000,
    });
    expect(agent.status).toBe('idle');
    expect(approval).toBeNull();
  });

  it('is idle at once if the board asks for it, with a command as well', async () => {
    const { companyId } = await openCompany();
    const { agent } = await board().hireAgent({ companyId, name: 'Own', adapterConfig: shell });
    expect(agent.status).toBe('idle');
  });
});

describe('the budget of an agent', () => {
  it('is lowered by a manager to no less than is spent, and changed by the board at will', async () => {
    const { companyId, lead, engineer } = await aTeam(stage);
    const { id: agentId } = engineer;
    const set = (caller: Actor) => (budgetMonthlyCents: number) =>
      stage.as(caller).updateAgentBudget({ agentId, budgetMonthlyCents });
    const [byBoard, byLead] = [set(boardActor()), set(actorOf(lead))];
    await byBoard(1_000);
    await stage.receive(billing, 'cost.recorded', {
      companyId,
      entityId: newId(),
      payload: spent(agentId, 400),
    });
    for (const cents of [1_001, 399, 1, 0]) {
      await expect(byLead(cents)).rejects.toMatchObject({
        code: 'needs_board',
        status: 403,
        details: { fields: ['budgetMonthlyCents'] },
        hint: expect.stringContaining('/approvals') as string,
      });
      await expect(
        stage.as(actorOf(lead)).updateAgent({ agentId, budgetMonthlyCents: cents }),
      ).rejects.toMatchObject({ code: 'needs_board' });
    }
    expect(await byLead(400)).toMatchObject({ budgetMonthlyCents: 400 });
    expect(await byBoard(0)).toMatchObject({ budgetMonthlyCents: 0 });
    expect(await byLead(500)).toMatchObject({ budgetMonthlyCents: 500 });
  });
});

const spent = (agentId: string, agentSpentCents: number) => ({
  costEventId: newId(),
  agentId,
  costCents: agentSpentCents,
  month: new Date().toISOString().slice(0, 7),
  provider: 'p',
  model: 'm',
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  issueId: null,
  projectId: null,
  runId: null,
  agentSpentCents,
  companySpentCents: agentSpentCents,
});
