/** What came of a request: the body, and what a service said of it in the headers of its reply. */
import type { ServiceName } from '@muster/contracts';
import { header, type RpcReply } from '@muster/service-kit';
import type { Door } from './door.ts';
import { answer, ignoredHeader } from './exchange.ts';
import type { Received } from './received.ts';
import { settle, type LogPosition } from './settle.ts';

export interface Outcome {
  /** JSON, also where the operation produces text: then it is that text as a JSON string. */
  readonly body: Buffer | string;
  readonly nextCursor?: string | undefined;
  /** Where the write stands in the log of the service that did it. */
  readonly position?: LogPosition | undefined;
  /** Further headers: cookies, and where to go. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** The answer to an earlier request with the same key. */
  readonly replayed?: boolean;
}

export function outcomeOf(service: ServiceName, { bytes, headers }: RpcReply): Outcome {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!headers) return { body };
  return {
    body,
    nextCursor: headers.get(header.nextCursor),
    position: positionOf(service, headers.get(header.position)),
    replayed: headers.has(header.replayed),
  };
}

function positionOf(producer: ServiceName, position: string): LogPosition | undefined {
  const [companyId, seq] = position.split(':');
  return companyId && seq ? { producer, companyId, seq: Number(seq) } : undefined;
}

/** A page of ours has no scripts, frames or pictures of others unless it says which. */
const textHeaders = {
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
  const named: Record<string, string> = produces ? { ...textHeaders[produces] } : {};
  const body = produces ? String(JSON.parse(outcome.body.toString())) : outcome.body;
  if (ignored.length > 0) named['ignored-fields'] = ignoredHeader(ignored);
  if (idempotencyKey !== undefined && replayed) named['idempotent-replayed'] = 'true';
  if (nextCursor) nameNextPage(request.url, nextCursor, named);
  if (position) {
    const { producer, companyId, seq } = position;
    named['consistency-token'] = `${producer}:${companyId}:${seq}`;
    const options = { rpc: door.runtime.rpc, traceparent: exchange.traceparent };
    if (settles && !(await settle(options, settles, position))) named['consistency'] = 'pending';
  }
  const headers = { ...named, ...outcome.headers };
  answer(door, request, reply, { status: plan.status, body, headers });
}

/** The cursor of the next page, and the same request with it. */
function nameNextPage(url: string, cursor: string, named: Record<string, string>): void {
  const [path = '', query = ''] = url.split('?', 2);
  const next = new URLSearchParams(query);
  next.set('cursor', cursor);
  named['next-cursor'] = cursor;
  named['link'] = `<${path}?${next.toString()}>; rel="next"`;
}
