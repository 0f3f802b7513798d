/** What a process says of itself: its release and its connections. */
import type { Metrics } from './metrics.ts';
import type { Runtime } from './runtime.ts';

export function measureProcess({ metrics, pool, config }: Runtime, version: string): Metrics {
  const { poolConnections } = metrics;
  metrics.build.set({ version }, 1);
  metrics.poolConnectionsMax.set(config.DB_POOL_MAX);
  Object.assign(poolConnections, {
    collect: () => {
      poolConnections.set({ state: 'idle' }, pool.idleCount);
      poolConnections.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      poolConnections.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  return metrics;
}
