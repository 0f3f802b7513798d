import { newId } from '@muster/service-kit';
import { boardActor, openStage, serviceActor } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { voidingReservations } from '../src/background/sweep-budgets.ts';
import { billingService } from '../src/service.ts';
import { aCost, type BillingStage, eventsOf, finishRun, monthsOf, typesOf } from './books.ts';

/** The default of BUDGET_SLICE_CENTS. */
const SLICE_CENTS = 50;

describe('reserveRun', () => {
  let stage: BillingStage;
  let companyId: string;
  const board = boardActor();
  const ttlSeconds = 900;
  beforeAll(async () => {
    stage = await openStage(billingService);
  });
  afterAll(() => stage.close());
  beforeEach(async () => {
    ({ companyId } = await stage.given.company());
  });

  const givenAgent = async (budgetMonthlyCents = 0): Promise<string> =>
    (await stage.given.agent(companyId, { budgetMonthlyCents })).agentId;
  const reserve = (agentId: string, runId = newId()) =>
    stage.as(serviceActor('scheduler')).reserveRun({ companyId, agentId, runId, ttlSeconds });

  it('reserves a slice, once for a run, and emits it', async () => {
    const agentId = await givenAgent(1_000);
    const runId = newId();
    const grant = { granted: true, cents: SLICE_CENTS, reason: null };
    expect(await reserve(agentId, runId)).toEqual(grant);
    expect(await reserve(agentId, runId)).toEqual(grant);
    expect(await monthsOf(stage, agentId)).toMatchObject([{ reservedCents: SLICE_CENTS }]);
    const events = await eventsOf(stage, runId);
    expect(typesOf(events)).toEqual(['budget.reserved']);
    expect(events[0]?.payload).toMatchObject({
      runId,
      agentId,
      cents: SLICE_CENTS,
      agentReservedCents: SLICE_CENTS,
    });
  });

  it('reserves the rest if it is less, and then nothing', async () => {
    const agentId = await givenAgent(120);
    await stage.as(board).recordCost(aCost(companyId, agentId, 40));
    expect((await reserve(agentId)).cents).toBe(50);
    expect((await reserve(agentId)).cents).toBe(30);
    expect(await reserve(agentId)).toEqual({
      granted: false,
      cents: 0,
      reason: 'agent_budget',
    });
  });

  it('grants without reserving if there is no limit', async () => {
    const agentId = await givenAgent();
    const runId = newId();
    expect(await reserve(agentId, runId)).toEqual({ granted: true, cents: 0, reason: null });
    expect(await eventsOf(stage, runId)).toEqual([]);
  });

  it('respects the budget of the company, too', async () => {
    ({ companyId } = await stage.given.company({ budgetMonthlyCents: 70 }));
    const [one, two, three] = [await givenAgent(), await givenAgent(500), await givenAgent()];
    expect((await reserve(one)).cents).toBe(50);
    expect((await reserve(two)).cents).toBe(20);
    expect(await reserve(three)).toMatchObject({ granted: false, reason: 'company_budget' });
  });

  it('does not find agents that are unknown or of another company', async () => {
    const other = await stage.given.company();
    const foreign = await stage.given.agent(other.companyId);
    for (const agentId of [newId(), foreign.agentId]) {
      await expect(reserve(agentId)).rejects.toMatchObject({ code: 'agent_not_found' });
    }
  });

  it('is allowed to services only', async () => {
    const agentId = await givenAgent();
    const byBoard = stage.as(board).reserveRun({ companyId, agentId, runId: newId(), ttlSeconds });
    await expect(byBoard).rejects.toMatchObject({ code: 'caller_not_allowed' });
  });

  it('is reduced by the costs of its run only', async () => {
    const [agentId, other] = [await givenAgent(1_000), await givenAgent(1_000)];
    const runId = newId();
    await reserve(agentId, runId);
    await stage.as(board).recordCost({ ...aCost(companyId, other, 9), runId });
    const cost = await stage.as(board).recordCost({ ...aCost(companyId, agentId, 20), runId });
    expect(await monthsOf(stage, agentId)).toMatchObject([{ spentCents: 20, reservedCents: 30 }]);
    const [events] = await eventsOf(stage, cost.id);
    expect(events?.payload).toMatchObject({ agentReservedCents: 30 });
    await stage.as(board).recordCost({ ...aCost(companyId, agentId, 80), runId });
    expect(await monthsOf(stage, agentId)).toMatchObject([{ spentCents: 100, reservedCents: 0 }]);
  });

  it('is voided when it expires, and can be requested again', async () => {
    const agentId = await givenAgent(50);
    const runId = newId();
    await reserve(agentId, runId);
    expect(await reserve(agentId)).toMatchObject({ granted: false });
    await stage.db.run({
      text: "update reservations set expires_at = now() - interval '1 second' where run_id = $1",
      values: [runId],
    });
    const { runtime } = stage.service;
    await Promise.all([voidingReservations(runtime).pass(), voidingReservations(runtime).pass()]);
    expect(await monthsOf(stage, agentId)).toMatchObject([{ reservedCents: 0 }]);
    const events = await eventsOf(stage, runId);
    expect(typesOf(events)).toEqual(['budget.reserved', 'budget.released']);
    expect(events[1]?.payload).toMatchObject({ cents: SLICE_CENTS, agentReservedCents: 0 });
    expect(await reserve(agentId, runId)).toMatchObject({ granted: true, cents: SLICE_CENTS });
    expect(await monthsOf(stage, agentId)).toMatchObject([{ reservedCents: SLICE_CENTS }]);
  });

  it('is extended if it is requested again before it expires', async () => {
    const agentId = await givenAgent(50);
    const runId = newId();
    await reserve(agentId, runId);
    await stage.db.run({
      text: "update reservations set expires_at = now() - interval '1 second' where run_id = $1",
      values: [runId],
    });
    await reserve(agentId, runId);
    await voidingReservations(stage.service.runtime).pass();
    expect(await monthsOf(stage, agentId)).toMatchObject([{ reservedCents: SLICE_CENTS }]);
  });

  it('reserves nothing for a run that was cancelled while its request was on the way', async () => {
    const agentId = await givenAgent(50);
    const runId = newId();
    await finishRun(stage, { companyId, agentId, runId, usage: null });
    expect(await reserve(agentId, runId)).toEqual({ granted: false, cents: 0, reason: null });
    expect(await eventsOf(stage, runId)).toEqual([]);
    expect((await reserve(agentId)).cents).toBe(SLICE_CENTS);
  });

  it('reserves nothing more for a run whose reservation expired before the run ended', async () => {
    const agentId = await givenAgent(50);
    const runId = newId();
    await reserve(agentId, runId);
    await stage.db.run({
      text: "update reservations set expires_at = now() - interval '1 second' where run_id = $1",
      values: [runId],
    });
    await voidingReservations(stage.service.runtime).pass();
    await finishRun(stage, { companyId, agentId, runId, usage: null });
    expect(await reserve(agentId, runId)).toEqual({ granted: false, cents: 0, reason: null });
    expect(await monthsOf(stage, agentId)).toMatchObject([{ reservedCents: 0 }]);
  });

  it('reserves nothing more for a run whose reservation was settled', async () => {
    const agentId = await givenAgent(50);
    const runId = newId();
    await reserve(agentId, runId);
    await finishRun(stage, { companyId, agentId, runId, usage: null });
    expect(await reserve(agentId, runId)).toEqual({ granted: false, cents: 0, reason: null });
    expect(await monthsOf(stage, agentId)).toMatchObject([{ reservedCents: 0 }]);
  });

  it('is voided in time even if more companies fail than a page holds', async () => {
    const agentId = await givenAgent(50);
    await reserve(agentId);
    await stage.db.run({
      text: `insert into reservations (
          run_id, company_id, agent_id, month, cents, left_cents, expires_at
        )
        select gen_random_uuid(), ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
          gen_random_uuid(), '2026-11', 5, 5, now()
        from generate_series(1, 150) n`,
      values: [],
    });
    await stage.db.run({
      text: "update reservations set expires_at = now() - interval '1 second' where agent_id = $1",
      values: [agentId],
    });
    await voidingReservations(stage.service.runtime).pass();
    expect(await monthsOf(stage, agentId)).toMatchObject([{ reservedCents: 0 }]);
  });

  it('is released by the sweep', async () => {
    const swept = await openStage(billingService, { env: { BUDGET_SWEEP_SECONDS: '0.05' } });
    const company = await swept.given.company();
    const { agentId } = await swept.given.agent(company.companyId, { budgetMonthlyCents: 50 });
    const runId = newId();
    await swept.as(serviceActor()).reserveRun({
      companyId: company.companyId,
      agentId,
      runId,
      ttlSeconds: 1,
    });
    await expect
      .poll(async () => typesOf(await eventsOf(swept, runId)))
      .toEqual(['budget.reserved', 'budget.released']);
    await swept.close();
  });
});
