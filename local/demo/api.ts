/**
 * A typed client of the HTTP API, derived from the contracts. A call is repeated with the same
 * idempotency key while a service restarts, so it has one effect.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isWrite, methodOf, pathOf, pathParams, type Operation } from '@muster/contracts';

const REQUEST_TIMEOUT_MS = 10_000;
const RETRY_PAUSE_MS = 100;
/** Longer than the restart of a crashed service. */
const RETRY_TIMEOUT_MS = 30_000;

/** Input and output types of an operation, without an import of zod. */
type InputOf<O extends Operation> = O['input']['_zod']['input'];
type OutputOf<O extends Operation> = O['output']['_zod']['output'];

export interface Api {
  call<O extends Operation>(op: O, input: InputOf<O>): Promise<OutputOf<O>>;
  /** The same client with another credential. */
  as(token: string): Api;
}

export const openClient = (baseUrl: string, token: string): Api => ({
  as: (other) => openClient(baseUrl, other),
  async call(op, input) {
    const { path, rest } = splitInput(op, input);
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

function splitInput(op: Operation, input: object): { path: string; rest: Record<string, unknown> } {
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
    // The items of a list are separated by commas.
    if (value !== undefined) query.set(name, [value].flat().map(textOf).join(','));
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

async function answerOf(url: URL, init: RequestInit): Promise<string> {
  const deadline = performance.now() + RETRY_TIMEOUT_MS;
  for (;;) {
    const outcome = await attempt(url, init);
    if ('text' in outcome) return outcome.text;
    const failure = `${init.method} ${url.pathname} ${outcome.failure}`;
    if (!outcome.retryable || performance.now() > deadline) throw new Error(failure);
    await delay(RETRY_PAUSE_MS);
  }
}

type Outcome =
  | { readonly text: string }
  | { readonly failure: string; readonly retryable: boolean };

async function attempt(url: URL, init: RequestInit): Promise<Outcome> {
  try {
    const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    const text = await reply.text();
    if (reply.ok) return { text };
    return {
      failure: `failed with ${reply.status}: ${text}`,
      retryable: text.includes('"retryable":true') || text.includes('request_in_progress'),
    };
  } catch (error) {
    const { cause, message } = error as Error;
    const why = cause instanceof Error ? cause.message : message;
    return { failure: `got no answer: ${why}`, retryable: true };
  }
}
