/** Somebody's web service that takes deliveries, and answers as it is told. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** 0 where nothing was answered. */
  readonly status: number;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** How it answers from now on. */
  answerWith(status: number, headers?: Record<string, string>): void;
  /** Leaves everybody waiting who asks for this path or one below it. */
  keepSilentAt(path: string): void;
  /** Resolves when so many deliveries have come. */
  until(count: number): Promise<readonly Received[]>;
  close(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  let silentAt: string | undefined;
  let answer = { status: 200, headers: {} as Record<string, string> };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text)).on('end', () => {
      const { status, headers } = answer;
      const isSilent = silentAt !== undefined && request.url?.startsWith(silentAt);
      received.push({ headers: request.headers, body, status: isSilent ? 0 : status });
      if (!isSilent) response.writeHead(status, headers).end('words of the receiver');
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
    keepSilentAt(path) {
      silentAt = path;
    },
    until: (count) => new Promise((resolve) => {
      const look = (): void => {
        if (received.length < count) return;
        waiting.delete(look);
        resolve(received);
      };
      waiting.add(look);
      look();
    }),
    close: () => new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}

/** As a receiver checks it. */
export function isSignedBy(secret: string, { headers, body }: Received): boolean {
  const [time, ...signatures] = String(headers['muster-signature']).split(',');
  const seconds = time?.slice('t='.length);
  const expected = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return signatures.includes(`v1=${expected}`);
}
