/**
 * One request, sent again while nobody answers. An answer to an earlier attempt is an answer,
 * however late it comes: a service that is slow is not gone, and what it has done for a caller who
 * has stopped listening it would have to do once more. A refusal is not the last word while a later
 * attempt is under way: that one may find what the earlier did not, and do what was asked.
 */
import { errors, type Msg } from '@nats-io/transport-node';
import { header } from './headers.ts';

/** An attempt without an answer by now has probably lost its server; the second may be as slow. */
const SILENCE_MS = [1_500, 2_500];
const BACKOFF_MS = [25, 50, 100, 200, 400];

export type SendAttempt = (attempt: number, timeoutMs: number) => Promise<Msg>;

/** The first answer to any attempt; nothing when the time is over or nobody waits any more. */
export async function firstAnswer(
  deadline: number,
  signal: AbortSignal | undefined,
  send: SendAttempt,
): Promise<Msg | undefined> {
  const answer = Promise.withResolvers<Msg>();
  // It may fail while nobody looks, between two attempts.
  answer.promise.catch(() => undefined);
  let latest = 0;
  let refused: Msg | undefined;
  for (let attempt = 1; !signal?.aborted; attempt++) {
    const left = deadline - Date.now();
    if (left <= 0) break;
    latest = attempt;
    const failed = Promise.withResolvers<typeof FAILED>();
    send(attempt, left).then(
      (reply) => {
        if (saysAgain(reply, attempt)) failed.resolve(FAILED);
        else if (attempt < latest && isRefusal(reply)) refused = reply;
        else answer.resolve(reply);
      },
      (error) => (isUnanswered(error) ? failed.resolve(FAILED) : answer.reject(error as Error)),
    );
    const silence = Math.min(left, stepOf(SILENCE_MS, attempt));
    const heard = await inTime(silence, Promise.race([answer.promise, failed.promise]));
    if (heard !== undefined && heard !== FAILED) return heard;
    const late = heard && await inTime(backoff(attempt, left), answer.promise);
    if (late) return late;
  }
  return refused;
}

const FAILED = 'failed';

/** Nothing after so long. */
async function inTime<T>(ms: number, awaited: Promise<T>): Promise<T | undefined> {
  const { promise: over, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([awaited, over]);
  } finally {
    clearTimeout(timer);
  }
}

const stepOf = (steps: readonly number[], attempt: number): number =>
  steps[Math.min(attempt, steps.length) - 1] as number;

/** With jitter, so that callers who failed together do not come back together. */
const backoff = (attempt: number, leftMs: number): number =>
  Math.min(stepOf(BACKOFF_MS, attempt) * (0.5 + Math.random()), leftMs);

/**
 * The database of the service is away: nothing was done, and the same request may succeed. Or an
 * earlier attempt of ours is being worked on, and what it answers is worth waiting for.
 */
function saysAgain({ headers }: Msg, attempt: number): boolean {
  const code = headers?.get(header.error);
  return code === 'unavailable' || (attempt > 1 && code === 'request_in_progress');
}

const isRefusal = ({ headers }: Msg): boolean => Boolean(headers?.get(header.error));

/**
 * Nobody listened, nobody answered in time, or the connection is away: the request may be sent
 * again.
 */
const isUnanswered = (error: unknown): boolean =>
  error instanceof errors.TimeoutError ||
  error instanceof errors.NoRespondersError ||
  error instanceof errors.RequestError ||
  error instanceof errors.ConnectionError;
