/** Health and metrics on a port of their own, so that a busy HTTP server never hides them. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { LOOP_SAMPLE_MS } from '../telemetry/event-loop-lag.ts';
import { OPENMETRICS_TYPE } from '../telemetry/exemplars.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Part } from './parts.ts';

/**
 * An import would read all exports of the module, and the one named WebSocket loads Node's client for HTTP
 * and HTTP/2 with it: more than ten megabytes of a process that uses neither.
 */
const { createServer } = process.getBuiltinModule('node:http');

/** A process whose event loop lags more than this on average since the last check is unready. */
const LOOP_LAG_MAX_MS = 250;
/** Longest time that a readiness check may take. */
const CHECK_TIMEOUT_MS = 1_000;

export interface OpsServer extends Part {
  /** The port it listens on, once it is started. */
  port(): number;
}

/** Name → a check that throws if it fails. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<void> | void>>;

export interface OpsServerOptions {
  readonly host: string;
  readonly port: number;
  /** With exemplars, a client that asks for OpenMetrics gets it. */
  readonly metrics: Pick<Metrics, 'registry'> & Partial<Pick<Metrics, 'exemplars'>>;
  readonly checks: ReadinessChecks;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

type Loop = ReturnType<typeof monitorEventLoopDelay>;

export function openOpsServer(options: OpsServerOptions): OpsServer {
  const loop = monitorEventLoopDelay({ resolution: LOOP_SAMPLE_MS });
  const answers = answersOf(options, loop);
  const server = createServer((request, response) => {
    const answer = answers[(request.url ?? '').split('?')[0] ?? ''];
    if (!answer) return void response.writeHead(404).end();
    answer(request.headers.accept ?? '').then(
      ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  return {
    name: 'ops server',
    start: () => {
      loop.enable();
      return new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(options.port, options.host, resolve);
      });
    },
    drain: () =>
      new Promise((resolve) => {
        loop.disable();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    port() {
      const address = server.address();
      return typeof address === 'object' && address ? address.port : options.port;
    },
  };
}

const answersOf = (
  { metrics, checks }: OpsServerOptions,
  loop: Loop,
): Readonly<Record<string, (accept: string) => Promise<Answer>>> => ({
  '/livez': async () => ({ status: 200, type: 'application/json', body: '{"status":"ok"}' }),
  '/readyz': async () => {
    const failures = await failedChecks(checks, loop.mean / 1e6 - LOOP_SAMPLE_MS);
    loop.reset();
    return {
      status: failures.length === 0 ? 200 : 503,
      type: 'application/json',
      body: JSON.stringify({ status: failures.length === 0 ? 'ok' : 'unready', failures }),
    };
  },
  '/metrics': async (accept) => {
    const { registry, exemplars } = metrics;
    const body = await registry.metrics();
    return exemplars && accept.includes('application/openmetrics-text')
      ? { status: 200, type: OPENMETRICS_TYPE, body: exemplars.inOpenMetrics(body) }
      : { status: 200, type: registry.contentType, body };
  },
});

async function failedChecks(checks: ReadinessChecks, lagMs: number): Promise<string[]> {
  const failures = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const timeout = AbortSignal.timeout(CHECK_TIMEOUT_MS);
      try {
        await Promise.race([
          check(),
          new Promise((_, reject) => {
            timeout.addEventListener('abort', () => reject(new Error('timed out')));
          }),
        ]);
        return [];
      } catch (error) {
        return [`${name}: ${error instanceof Error ? error.message : String(error)}`];
      }
    }),
  );
  const slow = lagMs > LOOP_LAG_MAX_MS ? [`event loop: lags ${Math.round(lagMs)} ms`] : [];
  return [...failures.flat(), ...slow];
}
