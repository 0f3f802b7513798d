/** Waiting for what the system does in its own time: looked at again and again, within a bound. */
import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { Unexpected } from './api.ts';

/** Enough for a killed server, its service and a lost run to come back on a busy machine. */
const PATIENCE_MS = 45_000;
const LOOK_EVERY_MS = 40;

/** The first thing that `look` sees. Errors while looking count as seeing nothing. */
export function until<T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  timeoutMs = PATIENCE_MS,
): Promise<T> {
  let last: unknown;
  return vi.waitFor(
    async () => {
      const seen = await Promise.resolve(look()).catch((error: unknown) => {
        last = error;
      });
      if (seen !== undefined) return seen;
      throw new Error(`not within ${timeoutMs} ms: ${what}`, { cause: last });
    },
    { timeout: timeoutMs, interval: LOOK_EVERY_MS },
  );
}

/**
 * Does what a careful client does with a request that got no clear answer: sends it again, with the
 * same key, until it has one. Refusals are clear answers.
 */
export async function insist<T>(send: (headers: Record<string, string>) => Promise<T>): Promise<T> {
  const headers = { 'idempotency-key': randomUUID() };
  const outcome = await until('an answer', async () => {
    try {
      return { value: await send(headers) };
    } catch (error) {
      if (isRefusal(error)) return { error };
      throw error;
    }
  });
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

const isRefusal = (error: unknown): boolean =>
  error instanceof Unexpected && error.reply.status < 500 && !isRetryable(error.reply.body);

const isRetryable = (body: unknown): boolean =>
  (body as { retryable?: boolean } | null)?.retryable === true;
