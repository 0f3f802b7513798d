/** The shape of an operation that the gateway composes from several services or answers itself. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Actor } from '@muster/contracts';
import type { Credential } from './credential.ts';
import type { Outcome } from './outcome.ts';
import type { Perform } from './perform.ts';

/** Properties of the HTTP request that no service receives. */
export interface ClientRequest {
  readonly method: string;
  readonly credential: Credential | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  /** The raw query string, question mark included. */
  readonly query: string;
  /** What has a body that streams; from now on it may take longer than others. It holds no place. */
  readonly body: () => IncomingMessage;
  /** Aborts when the client closes its connection before it was answered. */
  readonly disconnected: () => AbortSignal;
}

/** The caller of a composed operation, and the ids under which services are called. */
export interface CallContext {
  readonly actor: Actor;
  readonly requestId: string;
  /** The id that the client has chosen, for the events of a write. */
  readonly clientRequestId?: string | undefined;
  readonly traceparent: string;
  readonly idempotencyKey: string | undefined;
  readonly client: ClientRequest;
  /** In place of the body of the client's request. */
  readonly content?: Buffer;
  /** Public address of the installation, without a trailing slash. */
  readonly baseUrl: () => string;
  readonly perform: Perform;
}

/**
 * Reads from several services and makes at most one write. All reads come before the write and no
 * request follows it, so a composed operation is never half done (decision 2).
 */
export type ComposedCall = (input: Record<string, unknown>, call: CallContext) => Promise<Outcome>;
