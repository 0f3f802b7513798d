import { newId } from '@muster/service-kit';
import { boardActor, openStage, serviceActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRecentDifferences, openAuditor } from '../src/background/audit-books.ts';
import { billingService } from '../src/service.ts';
import { aCost, type BillingStage } from './books.ts';

const HOURS = 24;

describe('the audit of the books', () => {
  let stage: BillingStage;
  const board = boardActor();
  const now = new Date().toISOString();
  beforeAll(async () => {
    stage = await openStage(billingService, { env: { BUDGET_SWEEP_SECONDS: '3600' } });
  });
  afterAll(() => stage.close());

  const run = (text: string, ...values: string[]) => stage.db.run({ text, values });
  const unbalanced = async (): Promise<number> => {
    const text = await stage.service.runtime.metrics.registry.metrics();
    return Number(/^muster_cost_totals_mismatched_total\{.*\} (\d+)$/m.exec(text)?.[1] ?? 0);
  };
  const givenBooks = async () => {
    const { companyId } = await stage.given.company();
    const { agentId } = await stage.given.agent(companyId, { budgetMonthlyCents: 500 });
    await stage.as(board).recordCost(aCost(companyId, agentId, 70));
    await stage.as(serviceActor()).reserveRun({
      companyId,
      agentId,
      runId: newId(),
      ttlSeconds: 60,
    });
    return { companyId, agentId };
  };

  it('finds no difference in correct books', async () => {
    const { companyId } = await givenBooks();
    expect(await listRecentDifferences(stage.service.runtime, companyId, now)).toEqual([]);
  });

  it('logs and counts every sum that differs from the booked costs', async () => {
    const { companyId, agentId } = await givenBooks();
    await run(
      'update agent_months set spent_cents = 71, reserved_cents = 7 where agent_id = $1',
      agentId,
    );
    await run('update company_months set spent_cents = 69 where company_id = $1', companyId);
    await run(
      `update cost_sums set cost_cents = 1
      where company_id = $1 and dimension = 'issue' and grain = 'day'`,
      companyId,
    );
    const found = await listRecentDifferences(stage.service.runtime, companyId, now);
    expect(found.map(({ what, sumCents, bookedCents }) => [what, sumCents, bookedCents])).toEqual([
      ['agent', 71, 70],
      ['company', 69, 70],
      ['list', 1, 70],
      ['reserved', 7, 50],
    ]);
    const before = await unbalanced();
    const auditor = openAuditorAgain();
    await auditor.audit(now);
    expect(await unbalanced()).toBe(before + 4);
    // Audited already: not due again yet.
    await auditor.audit(now);
    expect(await unbalanced()).toBe(before + 4);
    await run(
      "update audits set audited_at = now() - interval '25 hours' where company_id = $1",
      companyId,
    );
    await auditor.audit(now);
    expect(await unbalanced()).toBe(before + 8);
  });

  /** The service has an auditor of its own, too. */
  const openAuditorAgain = () => openAuditor(stage.service.runtime, HOURS);
});
