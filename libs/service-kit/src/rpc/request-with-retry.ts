/**
 * One request, sent again while there is no answer. An answer to an earlier attempt counts, however
 * late: a slow service is not gone, and ignoring its answer would make it do the work again. A read
 * that is still in progress at the service that gets the next attempt is not started again there. A
 * refusal is not final while a later attempt is in flight: that one may succeed, because the cause
 * of the refusal may have passed.
 */
import { errors, type Msg } from '@nats-io/transport-node';
import { endOfTick } from '../nats/end-of-tick.ts';
import { header } from '../nats/headers.ts';

/** After this long without an answer an attempt has probably lost its server. */
const SILENCE_MS = [1_500, 2_500];
const BACKOFF_MS = [25, 50, 100, 200, 400];

export type SendAttempt = (attempt: number, timeoutMs: number) => Promise<Msg>;

/** The first answer to any attempt; undefined at the deadline or once the signal is aborted. */
export async function firstAnswer(
  deadline: number,
  signal: AbortSignal | undefined,
  send: SendAttempt,
): Promise<Msg | undefined> {
  const answer = Promise.withResolvers<Msg>();
  // It may reject between two attempts, when it is not awaited.
  answer.promise.catch(() => undefined);
  let latest = 0;
  let refused: Msg | undefined;
  for (let attempt = 1; !signal?.aborted; attempt++) {
    const leftMs = deadline - Date.now();
    if (leftMs <= 0) break;
    latest = attempt;
    const failed = Promise.withResolvers<typeof FAILED>();
    send(attempt, leftMs).then(
      (reply) => {
        if (isRetryable(reply, attempt)) failed.resolve(FAILED);
        else if (attempt < latest && isRefusal(reply)) refused = reply;
        else answer.resolve(reply);
      },
      (error) => (isUnanswered(error) ? failed.resolve(FAILED) : answer.reject(error as Error)),
    );
    const silenceMs = Math.min(leftMs, stepOf(SILENCE_MS, attempt));
    const outcome = await within(silenceMs, Promise.race([answer.promise, failed.promise]));
    if (outcome !== undefined && outcome !== FAILED) return outcome;
    const late = outcome && (await within(backoffMs(attempt, leftMs), answer.promise));
    if (late) return late;
  }
  return refused;
}

const FAILED = 'failed';

/**
 * Undefined if the promise is not settled within this time. Of a process that was busy the timers run
 * before its sockets are read, so an answer that has arrived is read first.
 */
async function within<T>(ms: number, awaited: Promise<T>): Promise<T | undefined> {
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => void endOfTick().then(() => resolve(undefined)), ms);
  try {
    return await Promise.race([awaited, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

const stepOf = (steps: readonly number[], attempt: number): number =>
  steps[Math.min(attempt, steps.length) - 1] as number;

/** With jitter, so that callers that failed together do not retry together. */
const backoffMs = (attempt: number, leftMs: number): number =>
  Math.min(stepOf(BACKOFF_MS, attempt) * (0.5 + Math.random()), leftMs);

/**
 * The service's database is unavailable: nothing was done and a retry may succeed. Or an earlier
 * attempt of this request may be in progress, and its answer is worth waiting for, although a later
 * one finds it so or gets no place.
 */
function isRetryable({ headers }: Msg, attempt: number): boolean {
  const code = headers?.get(header.error);
  if (code === 'unavailable') return true;
  return attempt > 1 && (code === 'request_in_progress' || code === 'overloaded');
}

const isRefusal = ({ headers }: Msg): boolean => Boolean(headers?.get(header.error));

/** No subscriber, no answer in time, or no connection: the request may be sent again. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof errors.TimeoutError ||
  error instanceof errors.NoRespondersError ||
  error instanceof errors.RequestError ||
  error instanceof errors.ConnectionError;
