/** What answering a request takes: the options of a server, and the reply of an operation. */
import type { Contract, Operation, Scope, logOperations } from '@muster/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { WriteOptions } from '../event-log/write.ts';
import type { AnyHandler, CopiedThings, Handlers, Locate } from '../handler.ts';
import { ownKeysOf } from '../keys/service-keys.ts';
import type { CatchUpNow } from '../event-log/missed.ts';
import type { Subjects } from '../nats/subjects.ts';
import type { SlowReads } from '../postgres/slow-reads.ts';
import type { Db } from '../postgres/sql.ts';
import type { ActorSigner } from './actor.ts';
import { openBulkhead, type Bulkhead } from './bulkhead.ts';
import type { ClientFor } from './client.ts';
import { openCompaniesOfThings, type CompaniesOfThings } from './batchable.ts';
import { openReadsInProgress, type ReadsInProgress } from './reads-in-progress.ts';
import { openRequestPlaces, type RequestPlaces } from './request-places.ts';
import type { WriteQueue } from './write-queue.ts';

export interface ServeOptions extends WriteOptions {
  readonly nats: NatsConnection;
  readonly subjects: Subjects;
  /** For the kit's own tables; a caller's request reads through `dbInScope`. */
  readonly db: Db;
  readonly slowReads: SlowReads;
  readonly dbInScope: (scope: Scope) => Db;
  readonly signer: ActorSigner;
  readonly handlers: Handlers<Contract>;
  readonly logHandlers: Readonly<Record<keyof typeof logOperations, AnyHandler>>;
  readonly catchUpNow: CatchUpNow;
  readonly locate: Readonly<Record<string, Locate>>;
  readonly copiedThings: CopiedThings;
  readonly clientFor: ClientFor;
  readonly writeQueue: WriteQueue;
}

/** The options with the state of one running server. */
export interface Serving extends ServeOptions {
  readonly places: RequestPlaces;
  /** For requests that wait until events are applied. */
  readonly waiting: RequestPlaces;
  readonly reads: ReadsInProgress<Reply>;
  /** For writes that take a transaction of their own. */
  readonly bulkhead: Bulkhead;
  readonly companiesOfThings: CompaniesOfThings;
  /** Companies that are known to exist, each until a moment. */
  readonly knownCompanies: Map<string, number>;
  /** Keys of the fingerprints that are stored with answers; the first is the one to store with. */
  readonly fingerprintKeys: readonly [Buffer, ...Buffer[]];
}

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

export interface Endpoint {
  readonly name: string;
  readonly operation: Operation;
  readonly handler: AnyHandler;
}

export interface Reply {
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}
