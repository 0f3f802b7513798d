/** Opens the HTTP door of a running gateway, and closes it without dropping what is under way. */
import { metricsOf, type Background, type Runtime } from '@muster/service-kit';
import { openAuthenticator } from '../auth/authenticate.ts';
import { openFailureLimit } from '../auth/failure-limit.ts';
import { keepAdmin } from '../auth/keep-admin.ts';
import { openDesk } from '../auth/open-desk.ts';
import { gatewayConfigOf, trustedProxiesOf } from '../config.ts';
import { openLimits } from '../limits/open-limits.ts';
import type { Feed } from '../live/open-feed.ts';
import { gatewayMetrics } from '../metrics.ts';
import { buildApp } from './app.ts';
import { closeGently } from './close-gently.ts';
import type { Door } from './door.ts';

const ports = new WeakMap<Runtime, number>();

/** The port of a gateway that took a free one. */
export const httpPortOf = (runtime: Runtime): number | undefined => ports.get(runtime);

export async function startDoor(runtime: Runtime, feed: Feed): Promise<Background> {
  const config = gatewayConfigOf(runtime);
  const { HOST, PORT, MUSTER_BOARD_TOKEN } = config;
  await keepAdmin(runtime, MUSTER_BOARD_TOKEN);
  const desk = openDesk(runtime, config);
  const limits = openLimits(runtime, config);
  let draining = false;
  const failures = openFailureLimit(config.FAILED_TRIES_BURST, limits.shared);
  const door: Door = {
    runtime,
    feed,
    authenticator: openAuthenticator(runtime, desk, failures),
    failures,
    desk,
    publicUrl: config.MUSTER_PUBLIC_URL,
    trustedProxies: trustedProxiesOf(config),
    rateLimit: limits.rate,
    log: runtime.log,
    ...metricsOf(runtime.metrics, gatewayMetrics),
    draining: () => draining,
  };
  const app = buildApp(door);
  await app.listen({ host: HOST, port: PORT });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : PORT;
  ports.set(runtime, port);
  runtime.log.info({ host: HOST, port }, 'listening');
  return {
    async drain() {
      draining = true;
      await feed.drain();
      await closeGently(app);
      await door.authenticator.close();
      await desk.sessions.close();
      limits.close();
    },
  };
}
