import { Refusal, type Actor, type billing, type Input, type RefusalCode } from '@muster/contracts';
import type { Context, Handler } from '@muster/service-kit';
import { bookCost } from '../booking/book-cost.ts';
import { billingConfig } from '../config.ts';
import { priceOf } from '../domain/price.ts';
import { differences } from '../domain/repetition.ts';
import { requireAgent } from '../store/agents.ts';
import { lockBooks } from '../store/companies.ts';
import { type BookedCost, findCost } from '../store/cost-events.ts';
import { findIssue, hasGoal, hasProject } from '../store/issues.ts';
import { showCost } from '../views.ts';

/** Prefix of the event ids of run usage; a report may not use it. */
const RUN_EVENTS = 'run:';

/** Most that a cost may be in the future: more than any time zone, so more is a mistake. */
const AHEAD_MAX_MS = 86_400_000;

type Report = Input<typeof billing, 'recordCost'>;

export const recordCost: Handler<typeof billing, 'recordCost'> = async (report, context) => {
  const { db, actor, now, runId } = context;
  const { companyId, agentId, eventId } = report;
  if (eventId?.startsWith(RUN_EVENTS)) throw reservedEventId();
  const occurredAt = wholeMs(report.occurredAt ?? now);
  if (Date.parse(occurredAt) > Date.parse(now) + AHEAD_MAX_MS) throw inTheFuture();
  const { status } = await lockBooks(db, companyId);
  await requireAgent(db, companyId, agentId);
  requireReporter(actor, agentId);
  const first = eventId && (await findCost(db, companyId, eventId));
  if (first) return answerRepeat(first, report);
  if (status === 'archived') throw new Refusal('company_archived');
  const priced = pricedOf(report, context);
  requirePlausible(actor, priced.costCents, context);
  const work = await workOf(context, report);
  // The month's sums are for the event only: a repeat of the report could not answer the same.
  const {
    agentSpentCents: _,
    companySpentCents: __,
    ...booked
  } = await bookCost(context, {
    companyId,
    agentId,
    eventId,
    ...priced,
    provider: report.provider,
    model: report.model,
    occurredAt,
    ...work,
    runId: report.runId ?? runId,
    billingCode: report.billingCode ?? null,
  });
  return showCost(booked);
};

/** Cut off to milliseconds: rounded up, the end of a month would be in the next one. */
const wholeMs = (moment: string): string => new Date(moment).toISOString();

const invalid = (field: string, message: string) =>
  new Refusal('invalid_input', [{ path: [field], code: 'custom', message }]);
const reservedEventId = () => invalid('eventId', `${RUN_EVENTS}… is for the usage of runs`);
const inTheFuture = () => invalid('occurredAt', 'a cost occurs at most a day from now');

/** The tokens and the price of the report. */
function pricedOf(report: Report, { config }: Pick<Context<typeof billing>, 'config'>) {
  const { inputTokens = 0, outputTokens = 0, cachedInputTokens = 0 } = report;
  const tokens = { inputTokens, outputTokens, cachedInputTokens };
  const { UNKNOWN_PRICE_CENTS_PER_MILLION_TOKENS: dearest } = billingConfig.parse(config);
  const price = priceOf(report, tokens, dearest);
  if ('field' in price) throw invalid(price.field, price.message);
  return { ...tokens, ...price };
}

function requireReporter(actor: Actor, agentId: string): void {
  if (actor.type === 'agent' && actor.id !== agentId) {
    throw new Refusal('acting_as_another_agent', { field: 'agentId' });
  }
}

/** What an agent says of itself may be any number; the board may book more. */
function requirePlausible(
  actor: Actor,
  costCents: number,
  { config }: Pick<Context<typeof billing>, 'config'>,
): void {
  const { MUSTER_COST_MAX_CENTS: maxCents } = billingConfig.parse(config);
  if (actor.type !== 'agent' || costCents <= maxCents) return;
  throw new Refusal('cost_implausible', { field: 'costCents', costCents, maxCents });
}

/** Answers a repeat as before; refuses a different report with the same event id. */
function answerRepeat(first: BookedCost, report: Report) {
  const fields = differences(report, first);
  if (fields.length === 0) return showCost(first);
  throw new Refusal(
    'idempotency_key_reused',
    { field: 'eventId', differing: fields },
    'make a new eventId',
  );
}

/** What the cost was for: an issue implies its project and its goal unless the report names others. */
async function workOf(
  { db }: Pick<Context<typeof billing>, 'db'>,
  { companyId, issueId, projectId, goalId }: Report,
) {
  const requireIn = (isThere: boolean, code: RefusalCode, field: string): void => {
    if (!isThere) throw new Refusal(code, { field });
  };
  const issue = issueId ? await findIssue(db, companyId, issueId) : undefined;
  requireIn(!issueId || issue !== undefined, 'issue_not_found', 'issueId');
  const isKnown = !projectId || (await hasProject(db, companyId, projectId));
  requireIn(isKnown, 'project_not_found', 'projectId');
  requireIn(!goalId || (await hasGoal(db, companyId, goalId)), 'goal_not_found', 'goalId');
  return {
    issueId: issueId ?? null,
    projectId: projectId === undefined ? (issue?.projectId ?? null) : projectId,
    goalId: goalId === undefined ? (issue?.goalId ?? null) : goalId,
  };
}
