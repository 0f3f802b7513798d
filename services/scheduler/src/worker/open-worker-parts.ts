/** What the functions of a worker share, made once for the process. */
import { LRUCache } from 'lru-cache';
import { shippedPrices } from '../price-list.ts';
import { openFairShares } from './choose-run.ts';
import { openSkills } from './run-skills.ts';
import type { WorkerParts } from './worker-parts.ts';

/** Bounds the memory; the terms of an agent without any are read first. */
const LAST_TERMS_MAX = 10_000;

type Given = 'runtime' | 'config' | 'leases' | 'signals' | 'runners' | 'chooseAdapter';

export const openWorkerParts = (given: Pick<WorkerParts, Given>): WorkerParts => ({
  ...given,
  places: {
    count: given.config.RUN_CONCURRENCY,
    taken: 0,
    hasKept: false,
    onFreed: () => undefined,
  },
  prices: given.config.MUSTER_PRICES_FILE ?? shippedPrices(),
  findSkills: openSkills(given.runtime),
  // With `max`, the library would make room for all of them at once.
  lastTerms: new LRUCache({ maxSize: LAST_TERMS_MAX, sizeCalculation: () => 1 }),
  findFairerRun: openFairShares(given.runtime.db),
  starting: new Map(),
});
