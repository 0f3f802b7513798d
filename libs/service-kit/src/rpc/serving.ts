/** What answering a request takes: the options of a server, and the reply of an operation. */
import type { Contract, Operation, Scope, logOperations } from '@muster/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { WriteOptions } from '../event-log/write.ts';
import type { AnyHandler, Handlers, Locate } from '../handler.ts';
import type { CatchUpNow } from '../event-log/missed.ts';
import type { Subjects } from '../nats/subjects.ts';
import type { SlowReads } from '../postgres/slow-reads.ts';
import type { Db } from '../postgres/sql.ts';
import type { ActorSigner } from './actor.ts';
import type { Bulkhead } from './bulkhead.ts';
import type { ClientFor } from './client.ts';
import type { CopiedThings } from './copied-things.ts';
import type { CompaniesOfThings } from './batchable.ts';
import type { ReadsInProgress } from './reads-in-progress.ts';
import type { RequestPlaces } from './request-places.ts';
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

export interface Endpoint {
  readonly name: string;
  readonly operation: Operation;
  readonly handler: AnyHandler;
}

export interface Reply {
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}
