/** A failed event blocks its company until its retry; after the last attempt it is a dead letter. */
import { Refusal, type EventRecord } from '@muster/contracts';
import { write, type WriteOptions } from '../event-log/write.ts';
import { isDatabaseUnavailable, isQueryCanceled } from '../postgres/pool.ts';
import { traceIdOf } from '../telemetry/trace.ts';
import { blockCursor, moveCursor, type Cursor } from './cursor-store.ts';
import { insertDeadLetter, isDeadLetter } from './dead-letters.ts';
import { causedByEvent } from './provenance.ts';
import type { Subscriptions } from './backfill/subscriptions.ts';

/** After this many failures an event becomes a dead letter and its company goes on. */
export const ATTEMPTS_MAX = 15;
const RETRY_MAX_SECONDS = 300;

/** Doubles with each attempt. */
export const retrySecondsAfter = (attempts: number): number =>
  Math.min(RETRY_MAX_SECONDS, 2 ** (attempts - 1));

/**
 * Whether an error says something about the event. A lock or a connection that the effect waited for
 * in vain, a deadlock, a lost connection, and a service that did not answer when the effect looked
 * again do not: the event is offered again, as often as it takes.
 */
export const isFailureOfEvent = (error: unknown): boolean =>
  !isDatabaseUnavailable(error) &&
  !isQueryCanceled(error) &&
  !(error instanceof Refusal && error.code === 'unavailable');

/**
 * Records that a try of the effect failed. `met` is the cursor that the try found: if another try has
 * failed since, in this process or another, both met the same attempt, and it is counted once.
 */
export async function recordFailure(
  options: WriteOptions & { readonly subscriptions: Subscriptions },
  event: EventRecord,
  failure: unknown,
  met: Cursor,
): Promise<void> {
  const { producer, companyId, seq } = event;
  const error = failure instanceof Error ? failure.message : String(failure);
  logFailure(options, event, failure);
  const { subscriptions } = options;
  await subscriptions.own(producer);
  const { result: failures } = await write(options, {
    by: causedByEvent(options.contract, event),
    scope: [companyId],
    work: async ({ db }) => {
      const cursor = await subscriptions.lockCursor(db, producer, companyId);
      // Another process has applied it, skipped it or recorded the attempt in the meantime.
      if (cursor.lastSeq >= seq || cursor.blocked || cursor.attempts !== met.attempts) return 0;
      // A dead letter that is replayed has one attempt: its company does not wait for it twice.
      const attempts = (await isDeadLetter(db, event, cursor)) ? ATTEMPTS_MAX : cursor.attempts + 1;
      if (attempts < ATTEMPTS_MAX) {
        await blockCursor(db, event, {
          attempts,
          error,
          retrySeconds: retrySecondsAfter(attempts),
        });
        return attempts;
      }
      await insertDeadLetter(db, event, attempts, error);
      await moveCursor(db, producer, companyId, seq);
      return attempts;
    },
  });
  reportFailure(options, event, failures);
}

export function logFailure(
  { log }: Pick<WriteOptions, 'log'>,
  event: EventRecord,
  failure: unknown,
): void {
  log.error({ err: failure, ...fieldsOf(event) }, 'reaction failed, will retry');
}

/** @param failures of the event, with the one that was recorded; 0 if none was */
export function reportFailure(
  { metrics, log }: Pick<WriteOptions, 'metrics' | 'log'>,
  event: EventRecord,
  failures: number,
): void {
  const { producer } = event;
  if (failures > 0) metrics.reactionFailures.inc({ producer });
  if (failures < ATTEMPTS_MAX) return;
  metrics.deadLetters.inc({ producer });
  log.error(fieldsOf(event), 'event became a dead letter');
}

const fieldsOf = ({ producer, companyId, seq, type, traceparent }: EventRecord) => ({
  producer,
  companyId,
  seq,
  type,
  trace: traceparent ? traceIdOf(traceparent) : undefined,
});
