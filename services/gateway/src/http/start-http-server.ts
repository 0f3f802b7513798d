/** Starts the HTTP server and drains it without dropping requests in progress. */
import { metricsOf, openPlaces, type Background, type Runtime } from '@muster/service-kit';
import { connectionTimesOf, trustedProxiesOf, type GatewayConfig } from '../config.ts';
import { openCompression } from './answer/compression.ts';
import { buildApp } from './app.ts';
import { limitConnections } from './connections/limit-connections.ts';
import { openTrustedProxies } from './connections/trusted-proxies.ts';
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
      signsProgramsIn: tables.board !== undefined,
      trustedProxies,
      ...limitsOf(config),
      compress: openCompression(),
      isDraining: () => draining,
      ...opened,
      exemplars: metrics.exemplars,
      companies: metrics.companies,
    },
    tables,
  );
  limitConnections(app.server, {
    connectionsMax: config.CONNECTIONS_MAX,
    connectionsPerAddress: config.CONNECTIONS_PER_ADDRESS,
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

const limitsOf = (
  config: GatewayConfig,
): Pick<GatewayContext, 'inFlight' | 'settling' | 'times'> => ({
  inFlight: openInFlightLimit(config.REQUESTS_UNDER_WAY_MAX),
  settling: openPlaces(SETTLING_MAX),
  times: connectionTimesOf(config),
});
