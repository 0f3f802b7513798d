/** A web service that receives deliveries and answers as the test sets it. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedDelivery {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** 0 if it was not answered. */
  readonly status: number;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly ReceivedDelivery[];
  /** Sets the answer from now on. */
  answerWith(status: number, headers?: Record<string, string>): void;
  /** Never answers requests below this path. */
  ignoreRequestsTo(path: string): void;
  /** Resolves when that many deliveries were received. */
  until(count: number): Promise<readonly ReceivedDelivery[]>;
  close(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const received: ReceivedDelivery[] = [];
  const waiting = new Set<() => void>();
  let ignoredPath: string | undefined;
  let answer = { status: 200, headers: {} as Record<string, string> };
  const server = createServer((request, response) => {
    let body = '';
    request
      .setEncoding('utf8')
      .on('data', (text: string) => (body += text))
      .on('end', () => {
        const { status, headers } = answer;
        const isIgnored = ignoredPath !== undefined && request.url?.startsWith(ignoredPath);
        received.push({ headers: request.headers, body, status: isIgnored ? 0 : status });
        if (!isIgnored) response.writeHead(status, headers).end('words of the receiver');
        for (const look of waiting) look();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answerWith(status, headers = {}) {
      answer = { status, headers };
    },
    ignoreRequestsTo(path) {
      ignoredPath = path;
    },
    until: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve(received);
        };
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Verifies a signature as a receiver does. */
export function isSignedBy(secret: string, { headers, body }: ReceivedDelivery): boolean {
  const [time, ...signatures] = String(headers['muster-signature']).split(',');
  const seconds = time?.slice('t='.length);
  const expected = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return signatures.includes(`v1=${expected}`);
}
