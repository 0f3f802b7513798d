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

/** Of this process, for runs that it starts. */
export interface Places {
  readonly count: number;
  taken: number;
  /** A run was left out, because the last places are for companies that hold none. */
  hasKept: boolean;
  /** What was left out is due again. */
  onFreed: () => void;
}

export interface WorkerParts {
  readonly places: Places;
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
  /** Runs that this process is about to start, with their companies. */
  readonly starting: Map<string, string>;
}
