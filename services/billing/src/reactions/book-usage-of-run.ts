/** What a run has used is a cost: as it goes, and what is left of it at the end. */
import { scheduler, type billing, type Payload } from '@muster/contracts';
import { reaction, together, type Context, type Heard } from '@muster/service-kit';
import { billingConfig } from '../config.ts';
import { addIncrease, increaseOf } from '../domain/usage.ts';
import { bookCost } from '../operations/book-cost.ts';
import { giveBack } from '../operations/give-back.ts';
import { lockBooks } from '../store/companies.ts';
import { findIssue } from '../store/issues.ts';
import { settleReservation, type Released } from '../store/reservations.ts';
import { findBooked, saveBooked } from '../store/run-usages.ts';

type RunEvent = Heard<typeof scheduler, 'run.usage_reported' | 'run.finished'>;

export const bookUsageOfRun = reaction(
  scheduler,
  ['run.usage_reported', 'run.finished'],
  async (event, context: Context<typeof billing>) => {
    const { db } = context;
    const { companyId, payload } = event;
    const settle = (): Promise<Released[]> =>
      event.type === 'run.finished'
        ? settleReservation(db, companyId, payload.runId)
        : Promise.resolve([]);
    const lock = lockBooks(db, companyId);
    if (payload.usage) {
      await lock;
      await bookUsage(event, payload.usage, context);
    }
    const [, released] = await together([lock, settle()]);
    await giveBack(context, companyId, released);
  },
);

type ReportedUsage = NonNullable<Payload<typeof scheduler, 'run.finished'>['usage']>;

async function bookUsage(
  { companyId, payload, occurredAt }: RunEvent,
  usage: ReportedUsage,
  context: Context<typeof billing>,
): Promise<void> {
  const { db } = context;
  const { runId, agentId, issueId } = payload;
  const booked = await findBooked(db, companyId, runId);
  const { UNKNOWN_PRICE_CENTS_PER_MILLION_TOKENS: dearest } = billingConfig.parse(context.config);
  const increase = increaseOf(booked, usage, dearest);
  if (!increase) return;
  const total = addIncrease(booked, increase);
  const issue = issueId ? await findIssue(db, companyId, issueId) : undefined;
  await saveBooked(db, companyId, runId, total);
  await bookCost(context, {
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
  });
}
