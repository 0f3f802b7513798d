/**
 * What a service is: a contract, one handler an operation, one effect a reaction. `Handlers` is a
 * mapped type, so that a missing or an extra handler does not compile.
 */
import type {
  Actor, Contract, EventName, EventRecord, Input, Operation, OperationName, Payload, Scope,
} from '@muster/contracts';
import type { z } from 'zod';
import type { Log } from './log.ts';
import type { MetricSpecs } from './metric-specs.ts';
import type { Runtime } from './runtime.ts';
import type { Db } from './sql.ts';

/** What is said: the event's name, whose company it is, what it is about. */
export interface Saying<P> {
  readonly companyId: string;
  readonly entityId: string;
  readonly payload: P;
}

/**
 * Appends to the event log of this transaction. All sayings of one transaction are one company's.
 */
export type Say<C extends Contract> = <N extends EventName<C>>(
  name: N,
  saying: Saying<Payload<C, N>>,
) => void;

export interface Context<C extends Contract> {
  /** The transaction of a write, the pool of a read. */
  readonly db: Db;
  /**
   * For a read that may take long: on a connection of its own it holds nobody up, and it ends when
   * its caller goes away, where the operation says so (`long`).
   */
  readonly apart: Db;
  readonly actor: Actor;
  /** The companies that the caller may see; a part of every predicate. */
  readonly scope: Scope;
  /** The run that the caller works for, where there is one. Audit data, never part of a lock. */
  readonly runId: string | null;
  /** When the request came in, ISO. */
  readonly now: string;
  readonly say: Say<C>;
  /** Runs after the commit. For hints only: what must happen is a row. */
  readonly afterCommit: (hint: () => void) => void;
  readonly log: Log;
  /** The checked environment, the service's own variables included. */
  readonly config: Runtime['config'];
}

/** One page of a list; the cursor is absent on the last page. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string | undefined;
}

type Shown<O extends Operation> = O extends { paged: true }
  ? Page<z.input<O['output']> extends readonly (infer Item)[] ? Item : never>
  : z.input<O['output']>;

export type Handler<C extends Contract, N extends OperationName<C>> = (
  input: Input<C, N>,
  context: Context<C>,
) => Promise<Shown<C['operations'][N]>>;

export type Handlers<C extends Contract> = { readonly [N in OperationName<C>]: Handler<C, N> };

/** An event as a reaction sees it, its payload typed by its name. */
export type Heard<C extends Contract, N extends EventName<C>> = {
  [K in N]: Omit<EventRecord, 'type' | 'payload'> & { type: K; payload: Payload<C, K> };
}[N];

export interface Reaction {
  readonly producer: Contract;
  readonly events: readonly string[];
  /** Whether this event has the effect at all, told from the event alone. */
  readonly when?: (event: never) => boolean;
  readonly effect: (event: never, context: Context<Contract>) => Promise<void>;
}

/**
 * `reaction(agents, ['agent.paused'], async (event, { db }) => …)`: an effect of another's event.
 */
export const reaction = <C extends Contract, const N extends EventName<C>, Own extends Contract>(
  producer: C,
  events: readonly N[],
  effect: (event: Heard<C, N>, context: Context<Own>) => Promise<void>,
  { when }: { readonly when?: (event: Heard<C, N>) => boolean } = {},
): Reaction => ({ producer, events, effect, ...(when ? { when } : {}) });

/** Finds the company of a thing by its path parameter, inside the caller's scope. */
export type Locate = (db: Db, scope: Scope, ref: string) => Promise<string | undefined>;

/** Work beside requests (sweeps, workers, the HTTP door): started last, drained first. */
export interface Background {
  /** Stops taking work and ends what is under way. */
  drain(): Promise<void>;
}

export interface ServiceDefinition<C extends Contract = Contract> {
  readonly contract: C;
  /** Folder of the service's own migrations. */
  readonly migrations: URL;
  readonly operations: Handlers<C>;
  readonly reactions: Readonly<Record<string, Reaction>>;
  /**
   * Path parameter → how to find the thing's company. Asked before a caller of the wrong kind is
   * refused, so that an absent or foreign thing is absent (404) to everybody.
   */
  readonly locate: Readonly<Record<string, Locate>>;
  /** Further environment variables. */
  readonly config?: z.ZodObject;
  /** What it measures beside what every service does. */
  readonly metrics?: MetricSpecs;
  readonly start?: (runtime: Runtime) => Promise<Background>;
}

export const defineService = <C extends Contract>(
  definition: ServiceDefinition<C>,
): ServiceDefinition<C> => definition;
