/** A failed event holds up its company in its reaction until the retry; after the last attempt it is a dead letter. */
import { Refusal, type EventRecord } from '@muster/contracts';
import { write, type WriteOptions } from '../../event-log/write.ts';
import { isDatabaseUnavailable } from '../../postgres/pool.ts';
import { noneAwaited, sql } from '../../postgres/sql.ts';
import { traceIdOf } from '../../telemetry/trace.ts';
import { lockCursor, savePositions } from '../cursor-store.ts';
import { deadLettersOf, insertDeadLetter, isLetterOf } from './dead-letters.ts';
import { deleteFailures, failuresOf, saveFailure } from './failure-store.ts';
import { laggingAt, positionOf, type OwnReactions } from '../positions.ts';
import { causedByEvent } from '../../context.ts';

/** After this many failures an event becomes a dead letter and its reaction goes on. */
export const ATTEMPTS_MAX = 15;
const RETRY_MAX_SECONDS = 300;

/** Doubles with each attempt. */
export const retrySecondsAfter = (attempts: number): number =>
  Math.min(RETRY_MAX_SECONDS, 2 ** (attempts - 1));

/**
 * Whether an error says something about the event. A lock or a connection that the effect waited for
 * in vain, a deadlock, a lost connection, and a service that did not answer when the effect looked
 * again do not: the event is offered again, as often as it takes. A statement that takes longer than it
 * may does: the next one would, too.
 */
export const isFailureOfEvent = (error: unknown): boolean =>
  !isDatabaseUnavailable(error) && !(error instanceof Refusal && error.code === 'unavailable');

/** An effect that has failed, and the attempts that its reaction had made before. */
export interface FailedEffect {
  readonly event: EventRecord;
  readonly reaction: string;
  readonly error: unknown;
  /** If another try has failed since, in this process or another, both met the same, and are one. */
  readonly attemptsMet: number;
}

/**
 * Another process may be trying the same event until its statement takes too long. The wait ends before
 * the connection is given up.
 */
const patience = sql`
  select set_config('lock_timeout', '9s', true), set_config('statement_timeout', '9s', true)`;

/** Its reaction waits for the retry, or goes on after the last attempt; the others go on in either case. */
export async function recordFailure(
  options: WriteOptions,
  { event, reaction, error: failure, attemptsMet }: FailedEffect,
  own: OwnReactions,
): Promise<void> {
  const { seq } = event;
  const error = failure instanceof Error ? failure.message : String(failure);
  logFailure(options, event, { reaction, failure });
  const { result: failures } = await write(options, {
    by: causedByEvent(options.contract, event),
    scope: [event.companyId],
    work: async ({ db }) => {
      await noneAwaited(db, patience);
      const positions = await lockCursor(db, event, own);
      const before = (await failuresOf(db, event)).get(reaction);
      const made = before?.seq === seq ? before.attempts : 0;
      // Another process has applied it, skipped it or recorded the attempt in the meantime.
      if (positionOf(positions, reaction) >= seq || made !== attemptsMet) return 0;
      const letters = await deadLettersOf(db, event, { after: seq - 1, to: seq });
      // Its company has waited for a dead letter before.
      const attempts = isLetterOf(letters.get(seq), reaction) ? ATTEMPTS_MAX : made + 1;
      const isLast = attempts >= ATTEMPTS_MAX;
      if (isLast) {
        await insertDeadLetter(db, event, { reaction, attempts, error });
        await deleteFailures(db, event, { reactions: [reaction], to: seq });
      } else {
        const retrySeconds = retrySecondsAfter(attempts);
        await saveFailure(db, event, { reaction, attempts, error, retrySeconds });
      }
      await savePositions(db, event, laggingAt(positions, reaction, isLast ? seq : seq - 1));
      return attempts;
    },
  });
  reportFailure(options, event, failures);
}

function logFailure(
  { log }: Pick<WriteOptions, 'log'>,
  event: EventRecord,
  { reaction, failure }: { reaction: string; failure: unknown },
): void {
  log.error({ err: failure, reaction, ...fieldsOf(event) }, 'reaction failed, will retry');
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
