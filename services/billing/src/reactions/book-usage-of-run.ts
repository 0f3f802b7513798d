/** Books the usage of a run, during the run and at its end, and settles its reservation. */
import { issues, scheduler, type billing, type Payload } from '@muster/contracts';
import { reaction, pipelined, type Context, type ReceivedEvent } from '@muster/service-kit';
import { announceReleased } from '../booking/announce-released.ts';
import { announceUnusualCost } from '../booking/announce-unusual-cost.ts';
import { bookCost, readBooks } from '../booking/book-cost.ts';
import { billingConfigOf } from '../config.ts';
import { addIncrease, increaseOf } from '../domain/usage.ts';
import { lockBooks } from '../store/companies.ts';
import { findIssue } from '../store/issues.ts';
import { settleReservation, settleWithoutHold, type Released } from '../store/reservations.ts';
import { findBookedUsage, saveBookedUsage } from '../store/run-usages.ts';

type RunEvent = ReceivedEvent<typeof scheduler, 'run.usage_reported' | 'run.finished'>;

export const bookUsageOfRun = reaction(
  scheduler,
  ['run.usage_reported', 'run.finished'],
  async (event, context: Context<typeof billing>) => {
    const { db } = context;
    const { companyId, payload, occurredAt: at } = event;
    const { runId, agentId } = payload;
    const isFinished = event.type === 'run.finished';
    let runCents = 0;
    const settle = (): Promise<Released[]> =>
      isFinished ? settleReservation(db, { companyId, runId, runCents }) : Promise.resolve([]);
    const lock = lockBooks(db, companyId);
    if (payload.usage) {
      await lock;
      runCents = await bookUsage(event, payload.usage, context);
    }
    const [, released] = await pipelined([lock, settle()]);
    if (isFinished && released.length === 0) {
      await settleWithoutHold(db, { companyId, agentId, runId, at });
    }
    await announceUnusualCost(context, { ...payload, companyId, runCents }, released);
    await announceReleased(context, companyId, released);
  },
);

type ReportedUsage = NonNullable<Payload<typeof scheduler, 'run.finished'>['usage']>;

/** Returns what the usage of the run has cost up to now. */
async function bookUsage(
  { companyId, payload, occurredAt }: RunEvent,
  usage: ReportedUsage,
  context: Context<typeof billing>,
): Promise<number> {
  const { db, lookAgain } = context;
  const { runId, agentId, issueId } = payload;
  const booked = await findBookedUsage(db, companyId, runId);
  const config = billingConfigOf(context);
  const increase = increaseOf(booked, usage, {
    unknownCentsPerMillion: config.UNKNOWN_PRICE_CENTS_PER_MILLION_TOKENS,
    maxCents: config.MUSTER_COST_MAX_CENTS,
  });
  if (!increase) return booked.costCents;
  const total = addIncrease(booked, increase);
  const issue = issueId ? await findIssue(db, companyId, issueId) : undefined;
  if (issueId && !issue) lookAgain(issues, companyId);
  await saveBookedUsage(db, companyId, runId, total);
  const cost = {
    ...increase,
    companyId,
    agentId,
    eventId: `run:${runId}:${total.bookings}`,
    provider: usage.provider,
    model: usage.model,
    occurredAt,
    issueId,
    projectId: issue?.projectId ?? null,
    goalId: issue?.goalId ?? null,
    runId,
    billingCode: null,
  };
  await bookCost(context, await readBooks(context, cost), cost);
  return total.costCents;
}
