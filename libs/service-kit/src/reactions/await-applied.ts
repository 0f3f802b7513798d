/** Waiting until this service has applied an event of another one, for callers that need its effect. */
import type { logOperations } from '@muster/contracts';
import type { z } from 'zod';
import { headCausedBy, headOf } from '../event-log/event-store.ts';
import type { Db } from '../postgres/sql.ts';
import type { AppliedSignal } from './applied-signal.ts';
import { readCursor } from './cursor-store.ts';
import type { Reactor } from './react.ts';

/** Interval at which the cursor is read while waiting; another replica may be moving it. */
const POLL_MS = 25;

/** An event that is not applied by now was probably lost on the way, or its replica has stalled. */
const CATCH_UP_AFTER_MS = 300;

type AwaitAppliedInput = z.output<(typeof logOperations)['awaitApplied']['input']>;

export async function awaitApplied(
  db: Db,
  signal: AppliedSignal,
  { catchUp, hurry }: Pick<Reactor, 'catchUp' | 'hurry'>,
  { producer, companyId, seq, waitMs, because, wantsHead }: AwaitAppliedInput,
): Promise<{ applied: boolean; head: number }> {
  const findHead = async (): Promise<number> => {
    if (!wantsHead) return 0;
    return because ? headCausedBy(db, companyId, because) : headOf(db, companyId);
  };
  const until = performance.now() + waitMs;
  let catchUpAt = performance.now() + CATCH_UP_AFTER_MS;
  // A log of which this process has applied nothing is probably another replica's.
  let looksUp = signal.reached(producer, companyId) === undefined;
  for (;;) {
    // Before the cursor is read, so that a move in between is not missed.
    const moved = signal.next(producer, companyId, POLL_MS);
    hurry(producer, companyId);
    const isReached = (): boolean => (signal.reached(producer, companyId) ?? 0) >= seq;
    const applied =
      isReached() || (looksUp && (await readCursor(db, { producer, companyId })).appliedSeq >= seq);
    if (applied || performance.now() >= until) return { applied, head: await findHead() };
    if (performance.now() >= catchUpAt) {
      catchUp(producer, companyId);
      catchUpAt = until;
    }
    await moved;
    looksUp = !isReached();
  }
}
