/** The result of an operation: its body, and the headers of the service's reply. */
import type { ServerResponse } from 'node:http';
import type { ServiceName } from '@muster/contracts';
import { header, type RpcReply } from '@muster/service-kit';

/** Position of a write in the event log of the service that made it. */
export interface LogPosition {
  readonly producer: string;
  readonly companyId: string;
  readonly seq: number;
  /** The request that emitted the event; events emitted because of it carry the same id. */
  readonly requestId: string;
}

export interface Outcome {
  /** Always JSON; text and NDJSON are rendered from it. */
  readonly body: Buffer | string;
  readonly nextCursor?: string | undefined;
  /** Items that a page leaves out unless they are asked for; absent if there are none. */
  readonly leftOut?: number | undefined;
  /** Absent for reads and for writes that emitted nothing. */
  readonly position?: LogPosition | undefined;
  /** Types in the contract's `settles` that the write emitted; unknown if it was `replayed`. */
  readonly emitted?: readonly string[];
  /** Replaces the contract's status: a redirect. */
  readonly status?: number;
  /** Additional headers: cookies, a redirect's location. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Replaces the body: writes to the response after the headers until the stream ends. */
  readonly live?: (raw: ServerResponse) => Promise<unknown>;
  /** Whether this is the stored answer to an earlier request with the same idempotency key. */
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
    leftOut: Number(headers.get(header.leftOut)),
    position: positionOf(service, requestId, headers.get(header.position)),
    emitted: headers.get(header.emitted).split(' '),
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
