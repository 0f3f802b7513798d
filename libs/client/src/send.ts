/** Sends a request until it has an answer, as often as that is safe. */
import { NoAnswer, refusalOf } from './refusal.ts';
import { isWorthAnotherTry, pause, pauseBefore, TRIES } from './retry.ts';
import type { Request } from './request.ts';

export interface CallOptions {
  /** Ends the call, also while it waits for its next try. */
  readonly signal?: AbortSignal;
  /** Of a write, in place of a random one: the same key makes the same call again, also from another process. */
  readonly idempotencyKey?: string;
}

export interface Connection {
  /** Of the installation, without a slash at its end. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  /** Of one try. */
  readonly timeoutMs: number;
}

/**
 * The response of a success; throws a `Refusal`, a `NoAnswer`, or the reason of the signal. Writes have a key
 * that stays the same, so a repeat has one effect. A DELETE has none, and is repeated only where the service
 * has said that it did nothing.
 */
export async function send(
  connection: Connection,
  request: Request,
  { signal, idempotencyKey }: CallOptions,
): Promise<Response> {
  const isRead = request.method === 'GET';
  const hasKey = !isRead && request.method !== 'DELETE';
  const key = hasKey ? (idempotencyKey ?? crypto.randomUUID()) : undefined;
  for (let tries = 1; ; tries += 1) {
    const { response, cut } = await sendOnce(connection, request, key, signal);
    if (response?.ok) return response;
    const refusal = response && (await refusalOf(response));
    const isSafe = isRead || hasKey || refusal?.isRetryable === true;
    const isWorthIt = refusal === undefined || isWorthAnotherTry(refusal);
    const ms = pauseBefore(tries, response?.headers.get('retry-after'));
    if (!isSafe || !isWorthIt || tries >= TRIES || ms === undefined) {
      throw refusal ?? new NoAnswer(cut, key);
    }
    await pause(ms, signal);
  }
}

/** A line that is cut while the refusal is read is as one that is cut before. */
async function sendOnce(
  { url, headers, fetch: ask, timeoutMs }: Connection,
  request: Request,
  key: string | undefined,
  signal: AbortSignal | undefined,
): Promise<{ response?: Response; cut?: unknown }> {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const response = await ask(`${url}${request.path}`, {
      method: request.method,
      headers: {
        accept: 'application/json',
        ...headers,
        ...request.headers,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(request.body === undefined ? {} : { body: request.body }),
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
    // The body is read here, so that one that is cut is tried again.
    const body = await response.arrayBuffer();
    const { status, statusText } = response;
    const hasNone = status === 204 || status === 205 || status === 304;
    const whole = { status, statusText, headers: response.headers };
    return { response: new Response(hasNone ? null : body, whole) };
  } catch (cut) {
    signal?.throwIfAborted();
    return { cut };
  }
}
