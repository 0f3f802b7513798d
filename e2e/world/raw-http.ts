/** A raw HTTP client: for requests that no ordinary client would send, and unparsed answers. */
import { Agent, request as open, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Longer than any answer may take. */
const REQUEST_TIMEOUT_MS = 20_000;

export interface RawRequest {
  readonly method: string;
  /** Goes into the request line as it is: the caller encodes it. */
  readonly path: string;
  /** A list sends a header several times. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface RawReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly tookMs: number;
}

export interface RawHttp {
  send(request: RawRequest): Promise<RawReply>;
  close(): void;
}

export function openRawHttp(baseUrl: string): RawHttp {
  const { hostname, port } = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true });
  return {
    send: (request) => send({ hostname, port, agent }, request),
    close: () => agent.destroy(),
  };
}

function send(
  where: { hostname: string; port: string; agent: Agent },
  { method, path, headers = {}, body }: RawRequest,
): Promise<RawReply> {
  const { promise, resolve, reject } = Promise.withResolvers<RawReply>();
  const startedAt = performance.now();
  // A deadline for the whole answer: one that goes on without end keeps its connection busy.
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const sending = open({ ...where, method, path, signal }, (answer) => {
    let text = '';
    if (isStream(answer)) return void answer.once('close', finish).destroy();
    const plain = unpacked(method, answer);
    plain.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    answer.once('error', reject);
    plain.once('error', reject).once('end', finish);

    function finish(): void {
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        text,
        tookMs: performance.now() - startedAt,
      });
    }
  });
  sending.once('error', (error) =>
    reject(signal.aborted ? new Error(`${method} ${path} got no answer in time`) : error),
  );
  for (const [name, value] of Object.entries(headers)) sending.setHeader(name, value);
  if (body !== undefined) sending.setHeader('content-length', Buffer.byteLength(body));
  sending.end(body);
  return promise;
}

/** The body as it was before it was compressed; an answer to HEAD has none. */
const unpacked = (method: string, answer: IncomingMessage): Readable =>
  answer.headers['content-encoding'] === 'gzip' && method !== 'HEAD'
    ? answer.pipe(createGunzip())
    : answer;

/** An answer without an end, of which only the head is read. */
export const isStream = ({ headers }: Pick<RawReply, 'headers'>): boolean =>
  headers['content-type']?.startsWith('text/event-stream') === true;
