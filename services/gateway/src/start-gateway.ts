/** Opens the rooms of a gateway in order, and drains them in order. */
import { metricsOf, type Background, type Rpc, type Runtime } from '@muster/service-kit';
import { bodyChecks } from './body-checks.ts';
import { diversions } from './diversions.ts';
import { composedCalls } from './composed-calls.ts';
import { docsAssets } from './composed/docs/docs-assets.ts';
import { guideAssets } from './composed/docs/guide-assets.ts';
import { gatewayConfigOf, type GatewayConfig } from './config.ts';
import { openFeed } from './feed/open-feed.ts';
import { startHooks } from './hooks/effects/start-hooks.ts';
import { startHttpServer } from './http/start-http-server.ts';
import { openIdentity } from './identity/open-identity.ts';
import { startPackageImports } from './packages/imports/start-imports.ts';
import type { GatewayParts } from './parts.ts';
import { openRefusals } from './refusals/open-refusals.ts';
import { openRateLimits } from './rate-limit/open-rate-limits.ts';
import { circuitMetrics, guardRpc } from './upstream/guard-rpc.ts';
import { startWebhooks } from './webhooks/delivery/start-webhooks.ts';

export async function startGateway(opened: Runtime, parts: GatewayParts): Promise<Background> {
  const config = gatewayConfigOf(opened);
  const runtime = { ...opened, rpc: guardedRpc(opened, config) };
  const feed = openFeed(runtime, config);
  const limits = openRateLimits(runtime, config);
  const refusals = openRefusals(runtime);
  const identity = await openIdentity(runtime, config, parts, limits.shared);
  const http = await startHttpServer({
    ...identity,
    origins: identity.signIn.origins,
    runtime,
    config,
    rateLimit: limits.rate,
    noteRefusal: refusals.note,
    endStreams: feed.drain,
    tables: {
      calls: composedCalls(runtime, { identity, feed, parts }),
      checks: bodyChecks(runtime.rpc),
      diversions: diversions(runtime.rpc),
      assets: [...docsAssets, ...guideAssets],
      board: parts.board,
      protocols: identity.oauth.routes,
    },
  });
  const webhooks = startWebhooks(runtime, feed, parts.signals);
  const hooks = startHooks(runtime, parts.signals);
  const imports = startPackageImports(runtime, parts.signals);
  const drainHttp = async (): Promise<void> => {
    await http.drain();
    await refusals.close();
    await identity.close();
    limits.close();
  };
  return {
    port: http.port,
    async drain() {
      await Promise.all([drainHttp(), webhooks.drain(), hooks.drain(), imports.drain()]);
      feed.close();
    },
  };
}

const guardedRpc = ({ rpc, metrics, log }: Runtime, config: GatewayConfig): Rpc =>
  guardRpc({
    rpc,
    log,
    places: config.REQUESTS_UNDER_WAY_MAX,
    metrics: metricsOf(metrics, circuitMetrics),
  });
