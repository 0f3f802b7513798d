/** Metrics of the process: its release and its connections. */

import { statementNames } from '../postgres/statement-names.ts';
import type { Runtime } from '../runtime.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { VERSION } from '../version.ts';

export function measureProcess({ metrics, pool, config }: Runtime): Metrics {
  const { poolConnections, preparedStatements } = metrics;
  metrics.build.set({ version: VERSION }, 1);
  metrics.poolConnectionsMax.set(config.DB_POOL_MAX);
  Object.assign(poolConnections, {
    collect: () => {
      poolConnections.set({ state: 'idle' }, pool.idleCount);
      poolConnections.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      poolConnections.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  Object.assign(preparedStatements, {
    collect: () => preparedStatements.set(statementNames.count()),
  });
  return metrics;
}
