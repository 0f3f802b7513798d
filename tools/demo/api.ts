/**
 * The HTTP interface as typed calls, from the contracts alone. A call that meets a service which is
 * just being restarted is made again under the same idempotency key, so it has one effect.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isWrite, methodOf, pathOf, pathParams, type Operation } from '@muster/contracts';

const REQUEST_TIMEOUT_MS = 10_000;
const RETRY_PAUSE_MS = 100;
/** Longer than a service needs to be started again after a fall. */
const PATIENCE_MS = 30_000;

/** What a schema takes and gives, without asking the library of schemas for its words. */
type Asked<O extends Operation> = O['input']['_zod']['input'];
type Answered<O extends Operation> = O['output']['_zod']['output'];

export interface Api {
  call<O extends Operation>(op: O, input: Asked<O>): Promise<Answered<O>>;
  /** The same interface with another credential. */
  as(token: string): Api;
}

export const openApi = (baseUrl: string, token: string): Api => ({
  as: (other) => openApi(baseUrl, other),
  async call(op, input) {
    const { path, rest } = aim(op, input);
    const body = isWrite(op) ? JSON.stringify(rest) : undefined;
    const url = new URL(body === undefined ? `${path}${queryOf(rest)}` : path, baseUrl);
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    };
    const method = methodOf(op) ?? 'GET';
    const text = await answerOf(url, { method, headers, ...(body === undefined ? {} : { body }) });
    return op.output.parse(JSON.parse(text));
  },
});

function aim(op: Operation, input: object): { path: string; rest: Record<string, unknown> } {
  const rest: Record<string, unknown> = { ...input };
  let path = pathOf(op) ?? '';
  for (const param of pathParams(op)) {
    path = path.replace(`:${param}`, encodeURIComponent(String(rest[param])));
    delete rest[param];
  }
  return { path, rest };
}

function queryOf(fields: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    // The members of a list are parted by commas.
    if (value !== undefined) query.set(name, [value].flat().map(textOf).join(','));
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

async function answerOf(url: URL, init: RequestInit): Promise<string> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const outcome = await attempt(url, init);
    if ('text' in outcome) return outcome.text;
    const failure = `${init.method} ${url.pathname} ${outcome.failure}`;
    if (!outcome.again || performance.now() > deadline) throw new Error(failure);
    await delay(RETRY_PAUSE_MS);
  }
}

type Outcome = { readonly text: string } | { readonly failure: string; readonly again: boolean };

async function attempt(url: URL, init: RequestInit): Promise<Outcome> {
  try {
    const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    const text = await reply.text();
    if (reply.ok) return { text };
    return {
      failure: `was answered with ${reply.status}: ${text}`,
      again: text.includes('"retryable":true') || text.includes('request_in_progress'),
    };
  } catch (error) {
    const { cause, message } = error as Error;
    const why = cause instanceof Error ? cause.message : message;
    return { failure: `was not answered: ${why}`, again: true };
  }
}
