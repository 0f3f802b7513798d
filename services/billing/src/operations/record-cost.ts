import { Refusal, type Actor, type billing, type Input, type Output } from '@muster/contracts';
import type { Context, Db, Handler } from '@muster/service-kit';
import { billingConfig } from '../config.ts';
import { priceOf } from '../domain/price.ts';
import { differences } from '../domain/repetition.ts';
import { assertAgent } from '../store/agents.ts';
import { lockBooks } from '../store/companies.ts';
import { findCost, type BookedCost } from '../store/cost-events.ts';
import { assertGoal, assertProject, findIssue } from '../store/issues.ts';
import { bookCost } from './book-cost.ts';

/** The event ids under which usage of runs is booked; a report from outside may not take one. */
const RUN_EVENTS = 'run:';

/** A clock that goes wrong by less than a zone is believed; a cost further ahead is a mistake. */
const AHEAD_MAX_MS = 86_400_000;

type Report = Input<typeof billing, 'recordCost'>;

export const recordCost: Handler<typeof billing, 'recordCost'> = async (report, context) => {
  const { db, actor, now, runId } = context;
  const { companyId, agentId, eventId } = report;
  if (eventId?.startsWith(RUN_EVENTS)) throw reservedEventId();
  const occurredAt = wholeMs(report.occurredAt ?? now);
  if (Date.parse(occurredAt) > Date.parse(now) + AHEAD_MAX_MS) throw inTheFuture();
  const { status } = await lockBooks(db, companyId);
  await assertAgent(db, companyId, agentId);
  checkReporter(actor, agentId);
  const first = eventId && (await findCost(db, companyId, eventId));
  if (first) return answerAgain(first, report);
  if (status === 'archived') throw new Refusal('company_archived');
  const work = await workOf(db, report);
  // The sums of now are for the event: a repetition could not answer with them.
  const { agentSpentCents: _, companySpentCents: __, ...booked } = await bookCost(context, {
    companyId,
    agentId,
    eventId,
    ...pricedOf(report, context),
    provider: report.provider,
    model: report.model,
    occurredAt,
    ...work,
    runId: report.runId ?? runId,
    billingCode: report.billingCode ?? null,
  });
  return show(booked);
};

/** As it is kept, cut off: rounded, the last moment of a month would be the first of the next. */
const wholeMs = (moment: string): string => new Date(moment).toISOString();

const invalid = (field: string, message: string) =>
  new Refusal('invalid_input', [{ path: [field], code: 'custom', message }]);
const reservedEventId = () => invalid('eventId', `${RUN_EVENTS}… is for the usage of runs`);
const inTheFuture = () => invalid('occurredAt', 'a cost occurs at most a day from now');

/** Tokens and cents of the report. */
function pricedOf(report: Report, { config }: Pick<Context<typeof billing>, 'config'>) {
  const { inputTokens = 0, outputTokens = 0, cachedInputTokens = 0 } = report;
  const tokens = { inputTokens, outputTokens, cachedInputTokens };
  const { UNKNOWN_PRICE_CENTS_PER_MILLION_TOKENS: dearest } = billingConfig.parse(config);
  const price = priceOf(report, tokens, dearest);
  if ('field' in price) throw invalid(price.field, price.message);
  return { ...tokens, ...price };
}

function checkReporter(actor: Actor, agentId: string): void {
  if (actor.type === 'agent' && actor.id !== agentId) {
    throw new Refusal('acting_as_another_agent', { field: 'agentId' });
  }
}

/** A report that comes again gets its first answer; another report is not a repetition. */
function answerAgain(first: BookedCost, report: Report) {
  const fields = differences(report, first);
  if (fields.length === 0) return show(first);
  throw new Refusal(
    'idempotency_key_reused', { field: 'eventId', differing: fields }, 'make a new eventId',
  );
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
