/** HTTP down to its bytes: for requests that no client would send, and answers word for word. */
import { Agent, request as open } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';

/** Longer than any answer may take. */
const REQUEST_TIMEOUT_MS = 20_000;

export type WireRequest = {
  readonly method: string;
  /** As it goes into the request line: whoever wants it encoded encodes it. */
  readonly path: string;
  /** A list where one goes out several times. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array | undefined;
};

export type WireReply = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly tookMs: number;
};

export type Wire = {
  send(request: WireRequest): Promise<WireReply>;
  close(): void;
};

export function openWire(baseUrl: string): Wire {
  const { hostname, port } = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true });
  return {
    send: (request) => send({ hostname, port, agent }, request),
    close: () => agent.destroy(),
  };
}

function send(
  where: { hostname: string; port: string; agent: Agent },
  { method, path, headers = {}, body }: WireRequest,
): Promise<WireReply> {
  const { promise, resolve, reject } = Promise.withResolvers<WireReply>();
  const startedAt = performance.now();
  const sending = open({ ...where, method, path }, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    answer.once('error', reject).once('end', () => resolve({
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      text,
      tookMs: performance.now() - startedAt,
    }));
  });
  sending.setTimeout(REQUEST_TIMEOUT_MS, () => {
    sending.destroy(new Error(`${method} ${path} got no answer`));
  });
  sending.once('error', reject);
  for (const [name, value] of Object.entries(headers)) sending.setHeader(name, value);
  if (body !== undefined) sending.setHeader('content-length', Buffer.byteLength(body));
  sending.end(body);
  return promise;
}
