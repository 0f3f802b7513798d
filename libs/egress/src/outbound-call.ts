/** What is sent to an address that a tenant has chosen, and what comes back. */
import type { AllowList } from './allow-list.ts';
import type { Resolve } from './guarded-lookup.ts';
import type { Proxy } from './proxy.ts';

export interface OutboundCall {
  readonly method?: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Cancels the request. */
  readonly signal?: AbortSignal;
  /** A shorter timeout than the default. */
  readonly timeoutMs?: number;
}

/** The host's answer: for logs only, never shown to a tenant. */
export interface Answer {
  /** As received: a redirect is an answer like any other. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A request whose answer is read as it comes: its caller limits its bytes and its time. */
export interface DownloadCall {
  readonly method?: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly signal: AbortSignal;
}

export interface Download extends Omit<Answer, 'body'> {
  /** To be read to its end, or returned early: that closes the connection. */
  readonly body: AsyncGenerator<Uint8Array, void>;
}

export interface EgressOptions {
  readonly allow: AllowList;
  /** Of the operator; without one, hosts are called directly. */
  readonly proxy?: Proxy | undefined;
  readonly resolve?: Resolve;
  /** Null if the caller limits the requests in progress itself. */
  readonly connectionsPerHost?: number | null;
}
