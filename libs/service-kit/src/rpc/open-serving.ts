/** The state of one running server: its limits, its queue of writes, and what it remembers. */
import { ownKeysOf } from '../keys/service-keys.ts';
import { openCompaniesOfThings } from './batchable.ts';
import { openBulkhead } from './bulkhead.ts';
import { openReadsInProgress } from './reads-in-progress.ts';
import { openRequestPlaces } from './request-places.ts';
import type { ServeOptions, Serving } from './serving.ts';

/** Limit on requests in flight in one process; above it they are answered with retry later. */
export const IN_FLIGHT_MAX = 256;
/** Limit on requests that only wait for events to be applied: they cost next to nothing meanwhile. */
const WAITING_MAX = 256;
/**
 * Limit on the writes to one resource in progress outside of the queue: while one commits, the next
 * has its connection and waits for the row. More do not make it faster.
 */
const WRITES_PER_RESOURCE_MAX = 2;

export const openServing = (options: ServeOptions): Serving => ({
  ...options,
  places: openRequestPlaces(IN_FLIGHT_MAX),
  waiting: openRequestPlaces(WAITING_MAX),
  reads: openReadsInProgress(),
  bulkhead: openBulkhead(WRITES_PER_RESOURCE_MAX),
  companiesOfThings: openCompaniesOfThings(options.locate),
  knownCompanies: new Map(),
  fingerprintKeys: ownKeysOf(options.config, 'fingerprint'),
});
