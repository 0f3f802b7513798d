/**
 * A careful client in front of several gateways: a request without a clear answer is sent again, to
 * the next gateway, until there is one. It reports how the request went, for tests that judge latencies
 * and errors.
 */
import { randomUUID } from 'node:crypto';
import { until } from '@muster/test-kit';
import { openRawHttp, type RawHttp } from './raw-http.ts';

export interface TestRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly token: string;
  readonly body?: object;
}

export interface RetriedAnswer {
  /** Undefined: no clear answer came in time, so the outcome is unknown. */
  readonly status: number | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  readonly calledAt: number;
  readonly answeredAt: number;
  readonly tries: number;
  /** How connections ended without an answer, as those of a killed gateway do. */
  readonly dropped: readonly string[];
  /** Answers with a status of 500 and above: what the error rate counts. */
  readonly failures: readonly string[];
}

export interface RetryingClient {
  /** `first` chooses the gateway of the first try. */
  send(request: TestRequest, first?: number): Promise<RetriedAnswer>;
  close(): void;
}

export interface RetryOptions {
  readonly patienceMs: number;
  /** Whether all tries carry one Idempotency-Key; a request may have an id of its own instead. */
  readonly sendsKeys: boolean;
}

const SERVER_ERROR_FIRST = 500;

export function openRetryingClient(
  baseUrls: readonly string[],
  options: RetryOptions,
): RetryingClient {
  const gateways = baseUrls.map(openRawHttp);
  let turns = 0;
  return {
    send: (request, first = turns++) => sendUntilClear(gateways, request, { ...options, first }),
    close: () => gateways.forEach((gateway) => gateway.close()),
  };
}

async function sendUntilClear(
  gateways: readonly RawHttp[],
  { method, path, token, body }: TestRequest,
  { first, patienceMs, sendsKeys }: RetryOptions & { readonly first: number },
): Promise<RetriedAnswer> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...(sendsKeys ? { 'idempotency-key': randomUUID() } : {}),
  };
  const request = { method, path, headers, body: body && JSON.stringify(body) };
  const calledAt = performance.now();
  const failures: string[] = [];
  const dropped: string[] = [];
  let tries = 0;
  let turn = first;
  const attempt = async () => {
    const gateway = gateways[turn++ % gateways.length] as RawHttp;
    tries += 1;
    const reply = await gateway.send(request).catch((error: unknown) => {
      // Nothing listens, so nothing was sent: a load balancer would have chosen the other gateway.
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'ECONNREFUSED') dropped.push(`${method} ${path}: ${message}`);
    });
    if (!reply) return undefined;
    const answer = JSON.parse(reply.text) as Record<string, unknown>;
    if (reply.status >= SERVER_ERROR_FIRST) {
      const took = `after ${Math.round(reply.tookMs)} ms`;
      failures.push(`${method} ${path}: ${reply.status} ${JSON.stringify(answer)} ${took}`);
    }
    const isClear = reply.status < SERVER_ERROR_FIRST && answer['retryable'] !== true;
    return isClear ? { status: reply.status, body: answer } : undefined;
  };
  const clear =
    (await attempt()) ??
    (await until('a clear answer', attempt, patienceMs).catch(() => undefined));
  const answeredAt = performance.now();
  return {
    status: clear?.status,
    body: clear?.body ?? {},
    calledAt,
    answeredAt,
    tries,
    dropped,
    failures,
  };
}
