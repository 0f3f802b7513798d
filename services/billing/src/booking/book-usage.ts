/** Books what a run reports to have used: provisionally while it runs, and finally once it has ended. */
import { issues, type scheduler, type Usage } from '@muster/contracts';
import type { ReceivedEvent } from '@muster/service-kit';
import { billingConfigOf } from '../config.ts';
import { addParts, decideUsage, nothingBooked, type UsagePart } from '../domain/usage.ts';
import { oppositeOf } from '../domain/void.ts';
import { findIssue } from '../store/issues.ts';
import {
  GROUPS_MAX,
  listProvisionalCosts,
  saveTakenBack,
  type ProvisionalCosts,
} from '../store/provisional-costs.ts';
import { findBookedUsage, saveBookedUsage } from '../store/run-usages.ts';
import { bookCosts, type BookingContext, type Cost } from './book-cost.ts';

/** Prefix of the event ids of run usage; a report may not use it. */
export const RUN_EVENTS = 'run:';

export type RunEvent = ReceivedEvent<typeof scheduler, 'run.usage_reported' | 'run.finished'>;

const TAKEN_BACK = 'provisional: booked anew with the total of the run';

/**
 * The caller holds the lock of the books. A run that has ended may still report, such as one that was
 * lost or stopped before its program had said its last word.
 *
 * @returns what the usage of the run has cost up to now, in cents
 */
export async function bookUsage(
  event: RunEvent,
  usage: Usage,
  context: BookingContext,
): Promise<number> {
  const { db } = context;
  const { companyId } = event;
  const { runId, status } = event.payload;
  const booked = await findBookedUsage(db, companyId, runId);
  const isLive = status === 'running' || status === 'queued';
  const provisional = isLive ? undefined : await findProvisional(context, event, booked.bookings);
  const config = billingConfigOf(context);
  const { isReplaced, parts } = decideUsage(
    booked,
    usage,
    {
      unknownCentsPerMillion: config.UNKNOWN_PRICE_CENTS_PER_MILLION_TOKENS,
      maxCents: config.MUSTER_COST_MAX_CENTS,
    },
    provisional,
  );
  if (parts.length === 0) return booked.costCents;
  const takenBack = (isReplaced && provisional) || [];
  const bookings = booked.bookings + takenBack.length;
  const total = addParts(isReplaced ? { ...nothingBooked, bookings } : { ...booked }, parts);
  const eventIds = eventIdsAfter(runId, booked.bookings);
  const voids = takenBack.map((costs) => voidOf(event, costs, eventIds()));
  const costs = await costsOf(context, event, { usage, parts, eventIds });
  await saveBookedUsage(db, companyId, runId, total);
  const bookedCosts = await bookCosts(context, [...voids, ...costs]);
  for (const [index, { costIds }] of takenBack.entries()) {
    await saveTakenBack(db, companyId, costIds, bookedCosts[index]?.id ?? '');
  }
  return total.costCents;
}

/** Nothing where it is in more parts than can be taken back. */
async function findProvisional(
  { db }: BookingContext,
  { companyId, payload: { runId } }: RunEvent,
  bookings: number,
): Promise<ProvisionalCosts[] | undefined> {
  if (bookings === 0) return [];
  const eventIdPrefix = prefixOf(runId);
  const groups = await listProvisionalCosts(db, { companyId, runId, eventIdPrefix });
  return groups.length > GROUPS_MAX ? undefined : groups;
}

const prefixOf = (runId: string): string => `${RUN_EVENTS}${runId}:`;

function eventIdsAfter(runId: string, bookings: number): () => string {
  let last = bookings;
  return () => {
    last += 1;
    return `${prefixOf(runId)}${last}`;
  };
}

function voidOf(
  { companyId, payload: { runId } }: RunEvent,
  { costIds, month, ...costs }: ProvisionalCosts,
  eventId: string,
): Cost {
  const [costId] = costIds.slice(-1);
  if (costId === undefined) throw new Error(`run ${runId} has a group without costs`);
  return {
    ...costs,
    ...oppositeOf(costs),
    companyId,
    runId,
    eventId,
    billingCode: null,
    voidOf: { costId, costs: costIds.length, month, reason: TAKEN_BACK },
  };
}

async function costsOf(
  { db, lookAgain }: BookingContext,
  { companyId, payload: { runId, agentId, issueId }, occurredAt }: RunEvent,
  {
    usage,
    parts,
    eventIds,
  }: {
    readonly usage: Usage;
    readonly parts: readonly UsagePart[];
    readonly eventIds: () => string;
  },
): Promise<Cost[]> {
  const issue = issueId ? await findIssue(db, companyId, issueId) : undefined;
  if (issueId && !issue) lookAgain(issues, companyId);
  return parts.map((part) => ({
    ...part,
    companyId,
    agentId,
    eventId: eventIds(),
    provider: usage.provider,
    occurredAt,
    issueId,
    projectId: issue?.projectId ?? null,
    goalId: issue?.goalId ?? null,
    runId,
    billingCode: null,
  }));
}
