import {
  invalidField,
  Refusal,
  type Actor,
  type billing,
  type Input,
  type RefusalCode,
} from '@muster/contracts';
import { pipelined, type Context, type Db, type Handler } from '@muster/service-kit';
import { bookCost, readBooks } from '../booking/book-cost.ts';
import { RUN_EVENTS } from '../booking/book-usage.ts';
import { billingConfigOf } from '../config.ts';
import { priceOf } from '../domain/price.ts';
import { differences } from '../domain/repetition.ts';
import { lockBooks } from '../store/companies.ts';
import { type BookedCost, findCost } from '../store/cost-events.ts';
import { findIssue, hasGoal, hasProject } from '../store/issues.ts';
import type { BillingParts } from '../local-signals.ts';
import { showCost } from '../views.ts';

/** Most that a cost may be in the future: more than any time zone, so more is a mistake. */
const AHEAD_MAX_MS = 86_400_000;

type Report = Input<typeof billing, 'recordCost'>;

export const recordCost: Handler<typeof billing, 'recordCost', BillingParts> = async (
  given,
  context,
) => {
  const { db, actor, now, runId } = context;
  const report = { ...given, ...namedIn(given) };
  const { companyId, agentId, eventId } = report;
  if (eventId?.startsWith(RUN_EVENTS)) throw reservedEventId();
  const occurredAt = wholeMs(report.occurredAt ?? now);
  if (Date.parse(occurredAt) > Date.parse(now) + AHEAD_MAX_MS) throw inTheFuture();
  // The lock comes first, so that what the others read is current until the commit.
  const [{ status }, books, first, known] = await pipelined([
    lockBooks(db, companyId),
    readBooks(context, { companyId, agentId, occurredAt }),
    eventId === undefined ? undefined : findCost(db, companyId, eventId),
    findWork(db, report),
  ]);
  if (!books.hasAgent) throw new Refusal('agent_not_found', { field: 'agentId' });
  requireReporter(actor, agentId);
  if (first) return answerRepeat(first, report);
  if (status === 'archived') throw new Refusal('company_archived');
  const priced = pricedOf(report, context);
  requirePlausible(actor, priced.costCents, context);
  const booked = await bookCost(context, books, {
    companyId,
    agentId,
    eventId,
    ...priced,
    provider: report.provider,
    model: report.model,
    occurredAt,
    ...workOf(report, known),
    runId: report.runId ?? runId,
    billingCode: report.billingCode ?? null,
  });
  return showCost(booked);
};

/** The ids of the report as they are stored, in lower case. */
function namedIn({ companyId, agentId, issueId, projectId, goalId, runId }: Report) {
  return {
    companyId: companyId.toLowerCase(),
    agentId: agentId.toLowerCase(),
    issueId: lowerCase(issueId),
    projectId: lowerCase(projectId),
    goalId: lowerCase(goalId),
    runId: lowerCase(runId),
  };
}

const lowerCase = <Id extends string | null | undefined>(id: Id) =>
  (id?.toLowerCase() ?? id) as Id extends string ? string : Id;

/** Cut off to milliseconds: rounded up, the end of a month would be in the next one. */
const wholeMs = (moment: string): string => new Date(moment).toISOString();

const reservedEventId = () => invalidField(['eventId'], `${RUN_EVENTS}… is for the usage of runs`);
const inTheFuture = () => invalidField(['occurredAt'], 'a cost occurs at most a day from now');

/** The tokens and the price of the report. */
function pricedOf(report: Report, context: Pick<Context<typeof billing>, 'config'>) {
  const { inputTokens = 0, outputTokens = 0, cachedInputTokens = 0 } = report;
  const tokens = { inputTokens, outputTokens, cachedInputTokens };
  const { UNKNOWN_PRICE_CENTS_PER_MILLION_TOKENS: dearest } = billingConfigOf(context);
  const price = priceOf(report, tokens, dearest);
  if ('field' in price) throw invalidField([price.field], price.message);
  return { ...tokens, ...price };
}

function requireReporter(actor: Actor, agentId: string): void {
  if (actor.type === 'agent' && actor.id !== agentId) {
    throw new Refusal('acting_as_another_agent', { field: 'agentId', yourAgentId: actor.id });
  }
}

/** What an agent says of itself may be any number; the board may book more. */
function requirePlausible(
  actor: Actor,
  costCents: number,
  context: Pick<Context<typeof billing>, 'config'>,
): void {
  const { MUSTER_COST_MAX_CENTS: maxCents } = billingConfigOf(context);
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

/** What the company has of the things that the report names; a thing that it does not name is there. */
const findWork = (db: Db, { companyId, issueId, projectId, goalId }: Report) =>
  pipelined([
    issueId ? findIssue(db, companyId, issueId) : undefined,
    !projectId || hasProject(db, companyId, projectId),
    !goalId || hasGoal(db, companyId, goalId),
  ]);

/** What the cost was for: an issue implies its project and its goal unless the report names others. */
function workOf(
  { issueId, projectId, goalId }: Report,
  [issue, isProjectThere, isGoalThere]: Awaited<ReturnType<typeof findWork>>,
) {
  const requireThere = (isThere: boolean, code: RefusalCode, field: string): void => {
    if (!isThere) throw new Refusal(code, { field });
  };
  requireThere(!issueId || issue !== undefined, 'issue_not_found', 'issueId');
  requireThere(isProjectThere, 'project_not_found', 'projectId');
  requireThere(isGoalThere, 'goal_not_found', 'goalId');
  return {
    issueId: issueId ?? null,
    projectId: projectId === undefined ? (issue?.projectId ?? null) : projectId,
    goalId: goalId === undefined ? (issue?.goalId ?? null) : goalId,
  };
}
