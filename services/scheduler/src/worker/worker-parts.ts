/** What the functions of a worker share. */
import type { Runtime } from '@muster/service-kit';
import type { LRUCache } from 'lru-cache';
import type { ChooseAdapter } from '../adapters/choose-adapter.ts';
import type { SchedulerConfig } from '../config.ts';
import type { PriceTable } from '../domain/prices/price-table.ts';
import type { LocalSignals } from '../local-signals.ts';
import type { Runners } from '../runners/runners.ts';
import type { FindFairerRun } from './choose-run.ts';
import type { Leases } from './leases.ts';
import type { FindSkills } from './run-skills.ts';

/** What the configuration of an agent means for the admission of its runs. */
export interface RunTerms {
  /** Name of the runner that starts a local agent; nothing where none serves it. */
  readonly runner: string | undefined;
  /** Duration of the reservation. */
  readonly ttlSeconds: number;
}

export interface WorkerParts {
  readonly runtime: Runtime;
  readonly config: SchedulerConfig;
  readonly chooseAdapter: ChooseAdapter;
  readonly runners: Runners;
  readonly signals: LocalSignals;
  readonly leases: Leases;
  /** Of the last run of each agent that was admitted here. */
  readonly lastTerms: LRUCache<string, RunTerms>;
  readonly prices: PriceTable;
  readonly findSkills: FindSkills;
  readonly findFairerRun: FindFairerRun;
  /** Runs that this process is about to start. */
  readonly starting: Set<string>;
}
