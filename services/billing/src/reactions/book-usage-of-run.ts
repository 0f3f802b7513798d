/** Books the usage of a run, during the run and at its end, and settles its reservation. */
import { scheduler } from '@muster/contracts';
import { reaction, pipelined } from '@muster/service-kit';
import { announceReleased } from '../booking/announce-released.ts';
import { announceUnusualCost } from '../booking/announce-unusual-cost.ts';
import type { BookingContext } from '../booking/book-cost.ts';
import { bookUsage } from '../booking/book-usage.ts';
import { lockBooks } from '../store/companies.ts';
import { settleReservation, settleWithoutHold, type Released } from '../store/reservations.ts';

export const bookUsageOfRun = reaction(
  scheduler,
  ['run.usage_reported', 'run.finished'],
  async (event, context: BookingContext) => {
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
