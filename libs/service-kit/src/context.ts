/** What a handler or a reaction works with: its transaction, its caller, and how it emits events. */
import type { Actor, Contract, EventName, EventRecord, Payload, Scope } from '@muster/contracts';
import type { ServiceConfig } from './config.ts';
import type { Db } from './postgres/sql.ts';
import type { Logger } from './telemetry/logger.ts';

/** An event to emit: its company, the entity it is about, and its payload. */
export interface EventInput<P> {
  readonly companyId: string;
  readonly entityId: string;
  readonly payload: P;
}

/** The actor and the cause of an event. */
export interface Provenance {
  readonly actor: Actor;
  readonly runId: string | null;
  readonly requestId: string | null;
  /** The id that the client has chosen for its request. */
  readonly clientRequestId: string | null;
  readonly causedBy: string | null;
  readonly traceparent: string | null;
}

const serviceActor = ({ name }: Contract): Actor => ({ type: 'service', id: name, name });

/** Of a write of the service itself, without a cause. */
export const ofService = (contract: Contract): Provenance => ({
  actor: serviceActor(contract),
  runId: null,
  requestId: null,
  clientRequestId: null,
  causedBy: null,
  traceparent: null,
});

/** A reaction acts as the service, caused by the event, in the event's trace. */
export const causedByEvent = (contract: Contract, event: EventRecord): Provenance => ({
  actor: serviceActor(contract),
  runId: event.runId,
  requestId: event.requestId,
  clientRequestId: event.clientRequestId ?? null,
  causedBy: event.id,
  traceparent: event.traceparent,
});

/** Appends to the event log in this transaction, whose events must all be of one company. */
export type Emit<C extends Contract> = <N extends EventName<C>>(
  name: N,
  event: EventInput<Payload<C, N>>,
) => void;

export interface Context<C extends Contract, Parts = unknown> {
  /** A write's transaction; a read's shared connections. */
  readonly db: Db;
  /**
   * For reads that may take long: connections of their own, so that no other read waits for them.
   * If the operation is declared `long`, the read ends when its caller disconnects.
   */
  readonly slowReads: Db;
  readonly actor: Actor;
  /** The companies that the caller may see; a part of every predicate. */
  readonly scope: Scope;
  /** The run that the caller works for, if any. Audit data, never part of a lock. */
  readonly runId: string | null;
  /** The actor and the cause of what this context emits. */
  readonly by: Provenance;
  /** When the handler started, ISO 8601. */
  readonly now: string;
  readonly emit: Emit<C>;
  /** Runs after the commit, for local signals only: an effect that must happen is a row. */
  readonly afterCommit: (signal: () => void) => void;
  /** The worker of the bulk effects has steps to take after the commit. */
  readonly stepsLeft: () => void;
  /**
   * Called for something of the company that is not in this service's copy, although the producer
   * may have it. The first time it ends the attempt: the producer's events are applied, and the
   * handler runs again. The second time it returns, and the thing does not exist. For writes and
   * reactions. Reactions to two producers must not look again at each other's.
   */
  readonly lookAgain: (producer: Pick<Contract, 'name'>, companyId: string) => void;
  readonly log: Logger;
  readonly config: ServiceConfig;
  /** What the service made in `open`. */
  readonly parts: Parts;
}
