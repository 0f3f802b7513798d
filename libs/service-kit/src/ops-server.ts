/** Health and metrics on a port of their own, so that a busy front door never hides them. */
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { LOOP_SAMPLE_MS, type Metrics } from './metrics.ts';

/** A loop that is this far behind on average, since it was last asked, takes no new work. */
const LOOP_LAG_MAX_MS = 250;
/** Longest time that a readiness check may take. */
const CHECK_TIMEOUT_MS = 1_000;

export interface OpsServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface Readiness {
  /** Name → a check that throws when it is not so. */
  readonly checks: Readonly<Record<string, () => Promise<void> | void>>;
}

export async function startOpsServer(
  { host, port, metrics, readiness }: {
    host: string;
    port: number;
    metrics: Metrics;
    readiness: Readiness;
  },
): Promise<OpsServer> {
  const loop = monitorEventLoopDelay({ resolution: LOOP_SAMPLE_MS });
  loop.enable();
  const answers: Record<string, () => Promise<{ status: number; type: string; body: string }>> = {
    '/livez': async () => ({ status: 200, type: 'application/json', body: '{"status":"ok"}' }),
    '/readyz': async () => {
      const failures = await failedChecks(readiness, loop.mean / 1e6 - LOOP_SAMPLE_MS);
      loop.reset();
      return {
        status: failures.length === 0 ? 200 : 503,
        type: 'application/json',
        body: JSON.stringify({ status: failures.length === 0 ? 'ok' : 'unready', failures }),
      };
    },
    '/metrics': async () => ({
      status: 200,
      type: metrics.registry.contentType,
      body: await metrics.registry.metrics(),
    }),
  };
  const server = createServer((request, response) => {
    const answer = answers[(request.url ?? '').split('?')[0] ?? ''];
    if (!answer) return void response.writeHead(404).end();
    answer().then(
      ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        loop.disable();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function failedChecks({ checks }: Readiness, lagMs: number): Promise<string[]> {
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
  const slow = lagMs > LOOP_LAG_MAX_MS ? [`event loop: ${Math.round(lagMs)} ms behind`] : [];
  return [...failures.flat(), ...slow];
}
