/** A service as a value: its contract, a handler per operation, an effect per reaction. */
import type { Contract } from '@muster/contracts';
import type { z } from 'zod';
import type { AnyBulkEffect } from './bulk-effects/bulk-effect.ts';
import type { ErasureOfService } from './erasure/erasure.ts';
import type { States } from './event-log/state.ts';
import type { CopiedThings, Handlers, Locate } from './handler.ts';
import type { AgedRows } from './postgres/aged-rows.ts';
import type { Reaction } from './reactions/reaction.ts';
import type { Runtime } from './runtime.ts';
import type { UsageOfEvents } from './telemetry/company-usage.ts';
import type { MetricSpecs } from './telemetry/metric-specs.ts';

/** Work outside of requests (sweeps, workers, the HTTP server): started last, drained first. */
export interface Background {
  /** Takes no new work and finishes the work in progress. */
  drain(): Promise<void>;
  /** The port it listens on, if it does; a configured port of 0 takes a free one. */
  readonly port?: number;
}

export interface ServiceDefinition<C extends Contract = Contract, Parts = unknown> {
  readonly contract: C;
  /** Folder of the service's own migrations. */
  readonly migrations: URL;
  readonly operations: Handlers<C, Parts>;
  readonly reactions: Readonly<Record<string, Reaction<Parts>>>;
  /** How to read the states that the contract names. */
  readonly states?: States;
  /** Effects on many rows that go on in steps, in the background. */
  readonly bulkEffects?: readonly AnyBulkEffect[];
  /**
   * Path parameter → how to find the company of the thing it names. It is asked before a caller is
   * refused by its kind, so that an absent thing and another tenant's thing are 404 to every caller.
   */
  readonly locate: Readonly<Record<string, Locate>>;
  /**
   * Code of a refusal → the owner of the things that are refused with it as absent, where this
   * service has a copy of them: before it refuses, it applies what the owner has.
   */
  readonly copiedThings?: CopiedThings;
  /** Rows that are deleted when they are old. */
  readonly agedRows?: readonly AgedRows[];
  /** What the erasure of a company has to know of this service. */
  readonly erasure?: ErasureOfService;
  /** The service's own environment variables. */
  readonly config?: z.ZodObject;
  /** What an event says of the usage of its company, besides that there is one more event. */
  readonly companyUsage?: UsageOfEvents<C>;
  /** The service's own metrics. */
  readonly metrics?: MetricSpecs;
  /**
   * Makes what the operations, reactions and background work of one running service share: signals,
   * queues, caches. Called once per start, so that two instances in one process share nothing.
   */
  readonly open?: (base: Pick<Runtime, 'config' | 'log'>) => Parts;
  readonly start?: (runtime: Runtime, parts: Parts) => Promise<Background>;
}

/** Checks that `open` makes the parts that the handlers use; outside, the parts have no type. */
export const defineService = <C extends Contract, Parts = undefined>(
  definition: ServiceDefinition<C, Parts>,
): ServiceDefinition<C> => definition as unknown as ServiceDefinition<C>;
