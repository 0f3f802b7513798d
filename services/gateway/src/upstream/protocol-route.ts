/**
 * A route that a standard defines down to its errors, and which is therefore in no contract. Its body is
 * text, whatever the media type says.
 */
import type { IncomingHttpHeaders } from 'node:http';

export interface ProtocolRequest {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  /** Public address of the installation, without a trailing slash. */
  readonly baseUrl: string;
}

export interface ProtocolAnswer {
  readonly status: number;
  readonly body: object;
}

export interface ProtocolRoute {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly answer: (request: ProtocolRequest) => Promise<ProtocolAnswer>;
}
