/** Starts the HTTP server and drains it without dropping requests in progress. */
import { metricsOf, openPlaces, type Background, type Runtime } from '@muster/service-kit';
import { connectionTimesOf, trustedProxiesOf, type GatewayConfig } from '../config.ts';
import { openCompression } from './answer/compression.ts';
import { buildApp } from './app.ts';
import { limitConnections, type ClosesAfterAnswer } from './connections/limit-connections.ts';
import { openTrustedProxies } from './connections/trusted-proxies.ts';
import { openUnreadAnswers } from './connections/unread-answers.ts';
import type { GatewayContext } from './context.ts';
import { closeConnections, stopListening } from './graceful-close.ts';
import { httpMetrics } from './http-metrics.ts';
import { openInFlightLimit } from './in-flight-limit.ts';
import type { RouteTables } from './route-tables.ts';

/** Answers that wait for effects at a time; beyond it an answer is sent as pending at once. */
const SETTLING_MAX = 256;

export interface HttpServerOptions extends Pick<
  GatewayContext,
  'authenticator' | 'failures' | 'noteRefusal' | 'origins' | 'rateLimit'
> {
  readonly runtime: Runtime;
  readonly config: GatewayConfig;
  readonly tables: RouteTables;
  /** Ends the streams, which would otherwise keep their connections open. */
  readonly endStreams: () => Promise<void>;
}

export async function startHttpServer({
  runtime: { rpc, dbInScope, log, tracer, metrics },
  config,
  tables,
  endStreams,
  ...callers
}: HttpServerOptions): Promise<Required<Background>> {
  let draining = false;
  let closesAfterAnswer: ClosesAfterAnswer = () => false;
  const trustedProxies = trustedProxiesOf(config);
  const opened = metricsOf(metrics, httpMetrics);
  const app = buildApp(
    {
      rpc,
      dbInScope,
      log,
      tracer,
      ...callers,
      publicUrl: config.MUSTER_PUBLIC_URL,
      trustedProxies,
      ...limitsOf(config),
      compress: openCompression(),
      closesAfterAnswer: (socket) => draining || closesAfterAnswer(socket),
      ...opened,
      exemplars: metrics.exemplars,
      companies: metrics.companies,
    },
    tables,
  );
  closesAfterAnswer = limitConnections(app.server, {
    ...connectionLimitsOf(config),
    isTrustedProxy: openTrustedProxies(trustedProxies),
    metrics: opened,
  });
  await app.listen({ host: config.HOST, port: config.PORT });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.PORT;
  log.info({ host: config.HOST, port }, 'listening');
  return {
    port,
    async drain() {
      await stopListening(app.server);
      draining = true;
      await endStreams();
      await closeConnections(app);
    },
  };
}

function limitsOf(
  config: GatewayConfig,
): Pick<GatewayContext, 'inFlight' | 'settling' | 'times' | 'bodiesPerAddress' | 'watchAnswer'> {
  const times = connectionTimesOf(config);
  return {
    inFlight: openInFlightLimit(config.REQUESTS_UNDER_WAY_MAX),
    settling: openPlaces(SETTLING_MAX),
    times,
    bodiesPerAddress: config.PARTIAL_BODIES_PER_ADDRESS,
    watchAnswer: openUnreadAnswers({
      perAddress: config.UNREAD_ANSWERS_PER_ADDRESS,
      maxMs: times.answerMs,
    }),
  };
}

const connectionLimitsOf = (config: GatewayConfig) => ({
  connectionsMax: config.CONNECTIONS_MAX,
  connectionsPerAddress: config.CONNECTIONS_PER_ADDRESS,
  idlePerAddress: config.IDLE_CONNECTIONS_PER_ADDRESS,
  silentPerAddress: config.SILENT_CONNECTIONS_PER_ADDRESS,
});
