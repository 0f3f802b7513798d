import { Refusal, type Actor, type billing, type Input, type Output } from '@muster/contracts';
import type { Db, Handler } from '@muster/service-kit';
import { assertAgent } from '../store/agents.ts';
import { lockBooks } from '../store/companies.ts';
import { findCost, type BookedCost } from '../store/cost-events.ts';
import { assertGoal, assertProject, findIssue } from '../store/issues.ts';
import { bookCost } from './book-cost.ts';

/** The event ids under which usage of runs is booked; a report from outside may not take one. */
const RUN_EVENTS = 'run:';

type Report = Input<typeof billing, 'recordCost'>;

export const recordCost: Handler<typeof billing, 'recordCost'> = async (report, context) => {
  const { db, actor, now, runId } = context;
  const { companyId, agentId, eventId } = report;
  if (eventId?.startsWith(RUN_EVENTS)) throw reservedEventId();
  const { status } = await lockBooks(db, companyId);
  await assertAgent(db, companyId, agentId);
  checkReporter(actor, agentId);
  const first = eventId && (await findCost(db, companyId, eventId));
  if (first) return answerAgain(first, agentId);
  if (status === 'archived') throw new Refusal('company_archived');
  const work = await workOf(db, report);
  const booking = await bookCost(context, {
    companyId,
    agentId,
    eventId,
    costCents: report.costCents,
    priceStatus: 'measured',
    provider: report.provider,
    model: report.model,
    occurredAt: report.occurredAt ?? now,
    inputTokens: report.inputTokens ?? 0,
    outputTokens: report.outputTokens ?? 0,
    cachedInputTokens: report.cachedInputTokens ?? 0,
    ...work,
    runId: report.runId ?? runId,
    billingCode: report.billingCode ?? null,
  });
  return show(booking);
};

const reservedEventId = () => new Refusal('invalid_input', [
  { path: ['eventId'], code: 'custom', message: `${RUN_EVENTS}… is for the usage of runs` },
]);

function checkReporter(actor: Actor, agentId: string): void {
  if (actor.type === 'agent' && actor.id !== agentId) {
    throw new Refusal('acting_as_another_agent', { field: 'agentId' });
  }
}

/** A report that comes again gets its first answer; another agent's report is not a repetition. */
function answerAgain(first: BookedCost, agentId: string) {
  if (first.agentId !== agentId) throw new Refusal('idempotency_key_reused', { field: 'eventId' });
  return show(first);
}

/** What the cost was for; an issue brings its project and its goal unless others are named. */
async function workOf(db: Db, { companyId, issueId, projectId, goalId }: Report) {
  const issue = issueId ? await findIssue(db, companyId, issueId) : undefined;
  if (issueId && !issue) throw new Refusal('issue_not_found', { field: 'issueId' });
  if (projectId) await assertProject(db, companyId, projectId);
  if (goalId) await assertGoal(db, companyId, goalId);
  return {
    issueId: issueId ?? null,
    projectId: projectId === undefined ? (issue?.projectId ?? null) : projectId,
    goalId: goalId === undefined ? (issue?.goalId ?? null) : goalId,
  };
}

const show = (cost: BookedCost): Output<typeof billing, 'recordCost'> => {
  const { budgetLimitCents, budgetSpentCents, budgetStop, ...record } = cost;
  return {
    ...record,
    budget: {
      limitCents: budgetLimitCents,
      spentCents: budgetSpentCents,
      remainingCents:
        budgetLimitCents === 0 ? null : Math.max(0, budgetLimitCents - budgetSpentCents),
      stop: budgetStop,
    },
  };
};
