/** A failed event blocks its company until its retry; after the last attempt it is a dead letter. */
import type { EventRecord } from '@muster/contracts';
import { write, type WriteOptions } from '../event-log/write.ts';
import { traceIdOf } from '../telemetry/trace.ts';
import { blockCursor, lockCursor, moveCursor } from './cursor-store.ts';
import { insertDeadLetter, isDeadLetter } from './dead-letters.ts';
import { causedByEvent } from './provenance.ts';

/** After this many failures an event becomes a dead letter and its company goes on. */
const ATTEMPTS_MAX = 15;
const RETRY_MAX_SECONDS = 300;

/** Doubles with each attempt. */
const retrySecondsAfter = (attempts: number): number =>
  Math.min(RETRY_MAX_SECONDS, 2 ** (attempts - 1));

export async function recordFailure(
  options: WriteOptions,
  event: EventRecord,
  failure: unknown,
): Promise<void> {
  const { producer, companyId, seq } = event;
  const error = failure instanceof Error ? failure.message : String(failure);
  options.metrics.reactionFailures.inc({ producer });
  logFailure(options, event, failure);
  const { result: failures } = await write(options, {
    by: causedByEvent(options.contract, event),
    scope: [companyId],
    work: async ({ db }) => {
      const cursor = await lockCursor(db, producer, companyId);
      // Another replica has applied or skipped it in the meantime.
      if (cursor.lastSeq >= seq) return 0;
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
  if (failures >= ATTEMPTS_MAX) options.metrics.deadLetters.inc({ producer });
}

function logFailure({ log }: WriteOptions, event: EventRecord, failure: unknown): void {
  const { producer, companyId, seq, type, traceparent } = event;
  log.error(
    {
      err: failure,
      producer,
      companyId,
      seq,
      type,
      trace: traceparent ? traceIdOf(traceparent) : undefined,
    },
    'reaction failed, will retry',
  );
}
