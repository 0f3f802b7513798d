/** What came of a request: the body, and what a service said of it in the headers of its reply. */
import type { ServerResponse } from 'node:http';
import type { Operation, ServiceName } from '@muster/contracts';
import { header, type RpcReply } from '@muster/service-kit';
import type { Door } from './door.ts';
import { answer, answerLive, ignoredHeader } from './exchange.ts';
import type { Received } from './received.ts';
import { settle, type LogPosition } from './settle.ts';

export interface Outcome {
  /** JSON, also where the operation produces text or lines: then it is what they are made of. */
  readonly body: Buffer | string;
  readonly nextCursor?: string | undefined;
  /** Where the write stands in the log of the service that did it. */
  readonly position?: LogPosition | undefined;
  /** Another status than the contract's: a redirection. */
  readonly status?: number;
  /** Further headers: cookies, and where to go. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Instead of a body: writes until it is over, behind the headers. */
  readonly live?: (raw: ServerResponse) => Promise<unknown>;
  /** The answer to an earlier request with the same key. */
  readonly replayed?: boolean;
}

export function outcomeOf(
  service: ServiceName,
  requestId: string,
  { bytes, headers }: RpcReply,
): Outcome {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!headers) return { body };
  return {
    body,
    nextCursor: headers.get(header.nextCursor),
    position: positionOf(service, requestId, headers.get(header.position)),
    replayed: headers.has(header.replayed),
  };
}

function positionOf(
  producer: ServiceName,
  requestId: string,
  position: string,
): LogPosition | undefined {
  const [companyId, seq] = position.split(':');
  return companyId && seq ? { producer, companyId, seq: Number(seq), requestId } : undefined;
}

/** How an operation's JSON becomes what it produces. */
function productOf(produces: NonNullable<Operation['produces']>, json: string): string {
  const made: unknown = JSON.parse(json);
  if (produces !== 'application/x-ndjson') return String(made);
  return (made as unknown[]).map((item) => `${JSON.stringify(item)}\n`).join('');
}

/** A page of ours has no scripts, frames or pictures of others unless it says which. */
const productHeaders = {
  'application/x-ndjson': { 'content-type': 'application/x-ndjson; charset=utf-8' },
  'text/plain': { 'content-type': 'text/plain; charset=utf-8' },
  'text/html': {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  },
} as const;

/** Answers, once the effects of a write are visible where its contract says. */
export async function answerOutcome(
  door: Door,
  received: Received,
  outcome: Outcome,
): Promise<void> {
  const { plan, request, reply, exchange, ignored, idempotencyKey } = received;
  const { nextCursor, position, replayed } = outcome;
  const { settles, produces } = plan.operation;
  const named: Record<string, string> = produces ? { ...productHeaders[produces] } : {};
  const body = produces ? productOf(produces, outcome.body.toString()) : outcome.body;
  if (ignored.length > 0) named['ignored-fields'] = ignoredHeader(ignored);
  if (idempotencyKey !== undefined && replayed) named['idempotent-replayed'] = 'true';
  if (nextCursor) nameNextPage(request.url, nextCursor, named);
  if (position) {
    const { producer, companyId, seq, requestId } = position;
    named['consistency-token'] = `${producer}:${companyId}:${seq}`;
    const { traceparent, startedAt } = exchange;
    const because = replayed ? undefined : { requestId, since: before(startedAt) };
    const options = { rpc: door.runtime.rpc, traceparent, because };
    const isSettled = !settles ||
      await timed(door, plan.name, () => settle(options, settles, position));
    if (!isSettled) named['consistency'] = 'pending';
  }
  const status = outcome.status ?? plan.status;
  const headers = { ...named, ...outcome.headers };
  if (outcome.live) answerLive(door, request, reply, { status, headers, live: outcome.live });
  else answer(door, request, reply, { status, body, headers });
}

/** How long answers wait is seen from outside, apart from those that gave up. */
async function timed(
  { settleDuration }: Door,
  operation: string,
  settled: () => Promise<boolean>,
): Promise<boolean> {
  const startedAt = performance.now();
  const isSettled = await settled();
  const outcome = isSettled ? 'settled' : 'pending';
  settleDuration.observe({ operation, outcome }, (performance.now() - startedAt) / 1_000);
  return isSettled;
}

/** Clocks of two machines differ by less than this; where they do not, more is waited for. */
const SKEW_MS = 5_000;

/** A time that is surely before the request began, by whatever clock. */
const before = (startedAt: number): string =>
  new Date(Date.now() - (performance.now() - startedAt) - SKEW_MS).toISOString();

/** The cursor of the next page, and the same request with it. */
function nameNextPage(url: string, cursor: string, named: Record<string, string>): void {
  const [path = '', query = ''] = url.split('?', 2);
  const next = new URLSearchParams(query);
  next.set('cursor', cursor);
  named['next-cursor'] = cursor;
  named['link'] = `<${path}?${next.toString()}>; rel="next"`;
}
