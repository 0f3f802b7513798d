/**
 * An agent with a budget of half a dollar and an endless task. Its run is stopped soon after the budget
 * is spent, the board is asked for more, and with a higher budget the agent finishes the task.
 */
import { fileURLToPath } from 'node:url';
import { agents, approvals, billing, issues, scheduler } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { describe, expect, it } from 'vitest';
import { addIssue, addAgentWithKey, createCompany } from '../fixtures/builders.ts';
import { useWorld } from '../world/use-world.ts';

const program = fileURLToPath(new URL('../agent-programs/spender.ts', import.meta.url));

const LIMIT_CENTS = 50;
const CENTS_A_SECOND = 10;
/** Between two reports of a live run. */
const REPORT_SECONDS = 1;
/** Until billing has booked a report and the worker of the run has the event. */
const EVENT_SECONDS = 1;
/** Until the worker polls, if another process got the event. */
const POLL_SECONDS = 1;
/** See decision record 29. The agent exits at once on request, so its grace period adds nothing. */
const OVERSHOOT_MAX_CENTS = CENTS_A_SECOND * (REPORT_SECONDS + EVENT_SECONDS + POLL_SECONDS);

const world = useWorld();

describe('half a dollar', () => {
  it('stops its agent during its work, and a raise lets the agent finish it', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board);
    const { agent } = await addAgentWithKey(world(), companyId, {
      budgetMonthlyCents: LIMIT_CENTS,
      adapterConfig: { command: process.execPath, args: [program] },
      runtimeConfig: {},
    });
    const { id: agentId } = agent;
    const { id: issueId } = await addIssue(board, companyId, { assigneeAgentId: agentId });

    const stopped = await until('a run that was stopped', async () => {
      const runs = await board.call(scheduler, 'listRuns', { companyId, agentId });
      return runs.find(({ status }) => status !== 'queued' && status !== 'running');
    });
    expect(stopped).toMatchObject({
      status: 'cancelled',
      errorCode: 'budget',
      error: 'The budget of the agent is spent',
    });
    const paused = await until('a paused agent', async () => {
      const found = await board.call(agents, 'getAgent', { agentId });
      return found.status === 'paused' ? found : undefined;
    });
    expect(paused.pauseReason).toBe('budget');
    expect(await board.call(issues, 'getIssue', { issueId })).toMatchObject({
      status: 'in_progress',
      assigneeAgentId: agentId,
    });
    const asked = await until('a request for more', async () => {
      const [found] = await board.call(approvals, 'listApprovals', {
        companyId,
        type: ['budget_override_required'],
      });
      return found;
    });
    expect(asked).toMatchObject({
      status: 'pending',
      requestedByAgentId: agentId,
      requestedByUserId: null,
      payload: { agentId, limitCents: LIMIT_CENTS },
    });

    const { amountCents } = asked.payload as { amountCents: number };
    await board.call(approvals, 'approveApproval', { approvalId: asked.id });
    await until('a done issue', async () => {
      const issue = await board.call(issues, 'getIssue', { issueId });
      return issue.status === 'done' ? issue : undefined;
    });
    const [costs] = await board.call(billing, 'listCostsByAgent', { companyId });
    console.log(`overshoot: ${(costs?.costCents ?? 0) - LIMIT_CENTS} cents`);
    expect(costs?.costCents).toBeGreaterThanOrEqual(LIMIT_CENTS);
    expect(costs?.costCents).toBeLessThanOrEqual(LIMIT_CENTS + OVERSHOOT_MAX_CENTS);
    expect(costs?.budgetMonthlyCents).toBe(LIMIT_CENTS + amountCents);
    const [byIssue] = await board.call(billing, 'listCostsByIssue', { companyId });
    expect(byIssue).toMatchObject({ issueId, costCents: costs?.costCents });
    const lines = await board.get(`/api/companies/${companyId}/costs/export`);
    expect(lines.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const exported = String(lines.body)
      .trimEnd()
      .split('\n')
      .map((line) => billing.operations.exportCosts.output.element.parse(JSON.parse(line)));
    expect(exported.reduce((sum, { costCents }) => sum + costCents, 0)).toBe(costs?.costCents);
  });
});
