import { billing, type agents, type Agent } from '@muster/contracts';
import { many, newId, sql } from '@muster/service-kit';
import { agentActor, boardActor, openStage, serviceActor, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { aCompany, actorOf, anAgent } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStage(agentsService);
});
afterAll(() => stage.close());

describe('getAgent', () => {
  it('shows the managers from the direct one upward', async () => {
    const { id: companyId } = await aCompany(stage);
    const ceo = await anAgent(stage, companyId, { role: 'ceo', title: 'Chief' });
    const lead = await anAgent(stage, companyId, { role: 'manager', reportsTo: ceo.id });
    const engineer = await anAgent(stage, companyId, { reportsTo: lead.id });
    const { chainOfCommand } = await stage.as(actorOf(ceo)).getAgent({ agentId: engineer.id });
    expect(chainOfCommand).toEqual([
      { id: lead.id, name: lead.name, role: 'manager', title: null },
      { id: ceo.id, name: ceo.name, role: 'ceo', title: 'Chief' },
    ]);
    expect((await stage.as(actorOf(ceo)).getAgent({ agentId: ceo.id })).chainOfCommand).toEqual([]);
  });

  it('finds an agent by its url key in the company of the caller', async () => {
    const [{ id: companyId }, other] = [await aCompany(stage), await aCompany(stage)];
    const ann = await anAgent(stage, companyId, { name: 'Ann Lee' });
    await anAgent(stage, other.id, { name: 'Ann Lee' });
    const byAgent = await stage.as(agentActor(companyId)).getAgent({ agentId: 'ann-lee' });
    const byBoard = await stage.as(boardActor()).getAgent({ agentId: 'ANN-LEE', companyId });
    const ofOne = await stage
      .as(boardActor({ companies: [companyId] }))
      .getAgent({ agentId: 'ann-lee' });
    expect([byAgent.id, byBoard.id, ofOne.id]).toEqual([ann.id, ann.id, ann.id]);
    await expect(stage.as(boardActor()).getAgent({ agentId: 'ann-lee' })).rejects.toMatchObject({
      code: 'agent_not_found',
    });
  });

  it('gives the same answer for absent and foreign agents', async () => {
    const [{ id: companyId }, other] = [await aCompany(stage), await aCompany(stage)];
    const foreign = await anAgent(stage, other.id);
    for (const agentId of [foreign.id, newId(), foreign.urlKey, 'not an id']) {
      await expect(stage.as(agentActor(companyId)).getAgent({ agentId })).rejects.toMatchObject({
        code: 'agent_not_found',
        details: undefined,
      });
    }
    await expect(
      stage.as(boardActor()).getAgent({ agentId: foreign.id, companyId }),
    ).rejects.toMatchObject({ code: 'agent_not_found' });
  });

  it('shows the budget of the month with what runs have reserved', async () => {
    const { id: companyId } = await aCompany(stage, { timeZone: 'America/New_York' });
    const agent = await anAgent(stage, companyId, { budgetMonthlyCents: 1_000 });
    const month = new Intl.DateTimeFormat('en-CA', {
      timeZone: 'America/New_York',
      year: 'numeric',
      month: '2-digit',
    }).format(new Date());
    for (const agentSpentCents of [900, 850]) {
      await stage.receive(billing, 'cost.recorded', {
        companyId,
        entityId: newId(),
        payload: {
          costEventId: newId(),
          agentId: agent.id,
          costCents: 1,
          month,
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
        },
      });
    }
    const runId = newId();
    await stage.receive(billing, 'budget.reserved', {
      companyId,
      entityId: runId,
      payload: { runId, agentId: agent.id, month, cents: 60, agentReservedCents: 60 },
    });
    const { budget, spentMonthlyCents } = await stage.as(actorOf(agent)).getOwnAgent({});
    expect(spentMonthlyCents).toBe(850);
    expect(budget).toMatchObject({
      limitCents: 1_000,
      spentCents: 850,
      reservedCents: 60,
      remainingCents: 90,
      caution: true,
    });
    expect(midnightIn('America/New_York', budget.resetsAt)).toBe('01 00:00');
    expect(Date.parse(budget.resetsAt)).toBeGreaterThan(Date.now());
    await stage.receive(billing, 'budget.released', {
      companyId,
      entityId: runId,
      payload: { runId, agentId: agent.id, month, cents: 60, agentReservedCents: 0 },
    });
    const after = await stage.as(actorOf(agent)).getOwnAgent({});
    expect(after.budget).toMatchObject({ reservedCents: 0, remainingCents: 150 });
  });

  it('keeps what a newer event has reserved when only an older one is applied again', async () => {
    const { id: companyId } = await aCompany(stage);
    const agent = await anAgent(stage, companyId, { budgetMonthlyCents: 1_000 });
    const runId = newId();
    const reservation = { runId, agentId: agent.id, month: '2026-01', cents: 60 };
    const event = { companyId, entityId: runId };
    await stage.receive(billing, 'budget.reserved', {
      ...event,
      payload: { ...reservation, agentReservedCents: 60 },
    });
    await stage.receive(billing, 'budget.released', {
      ...event,
      payload: { ...reservation, agentReservedCents: 0 },
    });
    // A replay of the log in which an operator has skipped the newer event.
    await many(
      stage.db,
      sql`
      insert into dead_letters
        (producer, company_id, seq, event, attempts, error, skipped_at, skip_reason)
      values ('billing', ${companyId}, 2, '{}', 15, 'failed in a replay', now(), 'not needed')`,
    );
    const replayed = await many(
      stage.db,
      sql`
      update cursors
      set in_step = '{}', lagging = (select jsonb_object_agg(name, 0) from unnest(in_step) as name)
      where producer = 'billing' and company_id = ${companyId} and last_seq = 2
      returning last_seq`,
    );
    expect(replayed).toEqual([{ lastSeq: 2 }]);
    await stage.sweep();
    await expect
      .poll(
        () =>
          many(
            stage.db,
            sql`
            select lagging from cursors
            where producer = 'billing' and company_id = ${companyId}`,
          ),
        { timeout: 30_000 },
      )
      .toEqual([{ lagging: {} }]);
    const { budget } = await stage.as(actorOf(agent)).getOwnAgent({});
    expect(budget).toMatchObject({ reservedCents: 0, remainingCents: 1_000 });
  });
});

/** Day and time of a timestamp in a time zone. */
const midnightIn = (timeZone: string, instant: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(new Date(instant))
    .replace(',', '')
    .replace(' at', '');

describe('getOwnAgent', () => {
  it('is the calling agent', async () => {
    const { id: companyId } = await aCompany(stage);
    const agent = await anAgent(stage, companyId);
    expect(await stage.as(actorOf(agent)).getOwnAgent({})).toMatchObject(agent);
  });

  it('is allowed to agents only', async () => {
    await expect(stage.as(boardActor()).getOwnAgent({})).rejects.toMatchObject({
      code: 'agent_only',
    });
  });
});

describe('listAgents', () => {
  it('pages through the agents of the company in the order of their creation', async () => {
    const { id: companyId } = await aCompany(stage);
    const made = [];
    for (let n = 0; n < 3; n++) made.push(await anAgent(stage, companyId));
    await anAgent(stage, (await aCompany(stage)).id);
    const ids = made.map(({ id }) => id).toSorted();
    const all = await stage.as(agentActor(companyId)).listAgents({ companyId });
    expect(all.map(({ id }) => id)).toEqual(ids);
    const first = await stage.as(agentActor(companyId)).listAgents({ companyId, limit: 2 });
    expect(first.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  });

  it("refuses another list's cursor", async () => {
    const { id: companyId } = await aCompany(stage);
    const foreign = Buffer.from(JSON.stringify(['agents', newId(), newId()])).toString('base64url');
    await expect(
      stage.as(boardActor()).listAgents({ companyId, cursor: foreign }),
    ).rejects.toMatchObject({ code: 'invalid_cursor' });
  });
});

describe('getRunConfig', () => {
  it('gives the configuration with its secrets to other services only', async () => {
    const { id: companyId } = await aCompany(stage);
    const agent = await anAgent(stage, companyId, {
      adapterType: 'alpha_local',
      adapterConfig: { env: { TOKEN: 'real' } },
      runtimeConfig: { runner: 'gpu' },
    });
    const { name, runtimeConfig } = agent;
    expect(await stage.as(serviceActor()).getRunConfig({ agentId: agent.id })).toEqual({
      agentId: agent.id,
      companyId,
      name,
      adapterType: 'alpha_local',
      adapterConfig: { env: { TOKEN: 'real' } },
      runtimeConfig: { ...runtimeConfig, runner: 'gpu' },
      hide: ['real'],
    });
    for (const actor of [boardActor(), actorOf(agent)]) {
      await expect(stage.as(actor).getRunConfig({ agentId: agent.id })).rejects.toMatchObject({
        code: 'caller_not_allowed',
      });
    }
  });

  it('has the newest instructions of a coding agent, byte for byte, and of no other', async () => {
    const { id: companyId } = await aCompany(stage);
    const board = stage.as(boardActor());
    const instructionsOf = async ({ id: agentId }: Agent) =>
      (await stage.as(serviceActor()).getRunConfig({ agentId })).instructions;
    const [coder, other] = [
      await anAgent(stage, companyId, { adapterType: 'claude_code' }),
      await anAgent(stage, companyId, { adapterType: 'alpha_local' }),
    ];
    const body = 'Ümläute \u0001 "\\n"\r\n\tand \u2028 lines\n';
    for (const { id: agentId } of [coder, other]) {
      await board.setInstructions({ agentId, body: 'Older.' });
      await board.setInstructions({ agentId, body });
    }
    expect(await instructionsOf(coder)).toEqual({ version: 2, body });
    expect(await instructionsOf(other)).toBeUndefined();
    await board.setInstructions({ agentId: coder.id, body: null });
    expect(await instructionsOf(coder)).toBeUndefined();
  });
});
