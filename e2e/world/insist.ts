/** A careful client of one call: for stories that go on while parts of the system are away. */
import { randomUUID } from 'node:crypto';
import { until } from '@muster/test-kit';
import { UnexpectedAnswer } from './http-client.ts';

/**
 * Sends a request again, with the same idempotency key, until it gets a clear answer. Refusals are
 * clear answers.
 */
export async function insist<T>(send: (headers: Record<string, string>) => Promise<T>): Promise<T> {
  const headers = { 'idempotency-key': randomUUID() };
  const outcome = await until('a clear answer', async () => {
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
  error instanceof UnexpectedAnswer && error.reply.status < 500 && !isRetryable(error.reply.body);

const isRetryable = (body: unknown): boolean =>
  (body as { retryable?: boolean } | null)?.retryable === true;
