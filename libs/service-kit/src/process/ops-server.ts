/**
 * Health and metrics on a port of their own, so that a busy HTTP server never hides them.
 *
 * A process is ready from its start to its drain. A lost server or a busy loop makes it no less so: all its replicas have
 * the same servers and much the same load, so they would leave together, and clients would get the refusals of a proxy
 * without endpoints instead of ours, which say when to come back.
 */
import { OPENMETRICS_TYPE } from '../telemetry/exemplars.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Part } from './parts.ts';

/**
 * An import would read all exports of the module, and the one named WebSocket loads Node's client for HTTP
 * and HTTP/2 with it: more than ten megabytes of a process that uses neither.
 */
const { createServer } = process.getBuiltinModule('node:http');

export interface OpsServer extends Part {
  /** The port it listens on, once it is started. */
  port(): number;
}

export interface OpsServerOptions {
  readonly host: string;
  readonly port: number;
  /** With exemplars, a client that asks for OpenMetrics gets it. */
  readonly metrics: Pick<Metrics, 'registry'> & Partial<Pick<Metrics, 'exemplars'>>;
  /** Why the process is not ready, such as `starting`; nothing while it is. Asked at each probe, so it waits for nothing. */
  readonly unready: () => string | undefined;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export function openOpsServer(options: OpsServerOptions): OpsServer {
  const answers = answersOf(options);
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
    start: () =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(options.port, options.host, resolve);
      }),
    drain: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    port() {
      const address = server.address();
      return typeof address === 'object' && address ? address.port : options.port;
    },
  };
}

const answersOf = ({
  metrics,
  unready,
}: OpsServerOptions): Readonly<Record<string, (accept: string) => Promise<Answer>>> => ({
  '/livez': async () => ({ status: 200, type: 'application/json', body: '{"status":"ok"}' }),
  '/readyz': async () => {
    const reason = unready();
    return {
      status: reason === undefined ? 200 : 503,
      type: 'application/json',
      body: JSON.stringify(reason === undefined ? { status: 'ok' } : { status: 'unready', reason }),
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
