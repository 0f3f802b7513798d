/** What the functions of a worker share. */
import type { Runtime } from '@muster/service-kit';
import type { ChooseAdapter } from '../adapters/choose-adapter.ts';
import type { SchedulerConfig } from '../config.ts';
import type { PriceTable } from '../domain/prices/price-table.ts';
import type { Runners } from '../runners/runners.ts';
import type { Leases } from './leases.ts';

export interface WorkerParts {
  readonly runtime: Runtime;
  readonly config: SchedulerConfig;
  readonly chooseAdapter: ChooseAdapter;
  readonly runners: Runners;
  readonly leases: Leases;
  readonly prices: PriceTable;
  /** Runs that this process is about to start. */
  readonly starting: Set<string>;
}
