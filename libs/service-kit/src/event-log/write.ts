/** A write: one transaction with its rows, the events it emits and the stored answer. */
import { scopeOf, type Contract, type Scope } from '@muster/contracts';
import type { ServiceConfig } from '../config.ts';
import type { Context, EventInput, Provenance } from '../context.ts';
import type { Db, Statement } from '../postgres/sql.ts';
import { tenantScopeOf } from '../postgres/tenant-scope.ts';
import type { Remainder } from '../postgres/transaction.ts';
import { lookAgainUnless, type CaughtUp } from './missed.ts';
import { orRefusalOfQuota, type Stored } from './storage.ts';
import type { CompanyUsage, UsageOfAnyEvents } from '../telemetry/company-usage.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Tracer } from '../telemetry/span.ts';
import {
  appendOf,
  appendOfCompanies,
  type AnswerToStore,
  type Appended,
  type PendingEvent,
} from './append-events.ts';
import { appendTransaction, type AppendOptions } from './append-transaction.ts';

/** Position of a write in its company's log: what a reader in another service must have applied. */
export interface Position {
  readonly companyId: string;
  readonly seq: number;
}

export interface Written<T> {
  readonly result: T;
  readonly position: Position | undefined;
  /** Types of the events, in their order. */
  readonly emitted: readonly string[];
}

export interface WriteOptions extends AppendOptions {
  readonly contract: Contract;
  readonly config: ServiceConfig;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracer?: Tracer | undefined;
  /** Called after each commit that has left steps of a bulk effect to the worker. */
  readonly stepsLeft: () => void;
  readonly companyUsage?: UsageOfAnyEvents | undefined;
  /** What the service made in `open`; a part of every context. */
  readonly parts: unknown;
}

export interface WriteRequest<T> {
  readonly by: Provenance;
  /** Companies whose rows it may touch, if they differ from those that its actor may see. */
  readonly scope?: Scope | undefined;
  /** Its events may be of several companies; then it has no position and no answer. */
  readonly isOfCompanies?: boolean | undefined;
  /** Events that it may emit; without it, any in the contract. */
  readonly emits?: readonly string[] | undefined;
  /** What was applied before this attempt because an earlier one missed something. */
  readonly caughtUp?: CaughtUp | undefined;
  /** Runs before the work, in the transaction: claims the idempotency key. */
  readonly claim?: ((db: Db) => Promise<void>) | undefined;
  /** `contextFor` makes a context whose events have another provenance. */
  readonly work: (
    context: Context<Contract>,
    contextFor: (by: Provenance) => Context<Contract>,
  ) => Promise<T>;
  /** What its caller has sent; without it, only the events count. */
  readonly stored?: Stored | undefined;
  /** A last statement without a result, pipelined with COMMIT; computed after the work. */
  readonly closing?: (() => Statement | undefined) | undefined;
  /** Makes the answer to store from the result; `changed`: whether any event was emitted. */
  readonly answer?: ((result: T, changed: boolean) => AnswerToStore | undefined) | undefined;
  /** What is written although the work failed with the error. */
  readonly remainderOf?: ((error: unknown) => Remainder | undefined) | undefined;
}

export async function write<T>(
  options: WriteOptions,
  request: WriteRequest<T>,
): Promise<Written<T>> {
  const { by, scope = tenantScopeOf(by.actor), isOfCompanies, closing, remainderOf } = request;
  const refusalOf = (error: unknown) => orRefusalOfQuota(error, request.stored?.quota);
  const appendAll = isOfCompanies ? appendOfCompanies : appendOf;
  const { result: executed, seq } = await appendTransaction(
    options,
    async (db) => {
      const result = await execute(options, request, db);
      return { result, closing: closing?.(), append: appendAll(options.contract, result) };
    },
    scope,
    (error) => remainderOf?.(refusalOf(error)),
  ).catch((error: unknown) => {
    throw refusalOf(error);
  });
  return committed(options, executed, seq);
}

/** What a write has done in its open transaction. */
export interface Executed<T> extends Appended {
  readonly result: T;
  readonly signals: readonly (() => void)[];
}

/** Runs the work of a write in an open transaction. */
export async function execute<T>(
  options: WriteOptions,
  { by, emits, caughtUp, claim, work, answer, stored }: WriteRequest<T>,
  db: Db,
): Promise<Executed<T>> {
  const events: PendingEvent[] = [];
  const signals: (() => void)[] = [];
  await claim?.(db);
  const contextFor = (other: Provenance) =>
    contextOf(options, { by: other, caughtUp, db, events, signals });
  const result = await work(contextFor(by), contextFor);
  requireDeclared(events, emits);
  const toStore = answer?.(result, events.length > 0);
  return { result, actor: by.actor, events, signals, answer: toStore, stored };
}

/**
 * Counts the events of a committed write and calls its signals.
 *
 * @param seq of its last event
 */
export function committed<T>(
  { metrics, companyUsage }: WriteOptions,
  { result, events, signals }: Executed<T>,
  seq: number | undefined,
): Written<T> {
  const emitted = events.map(({ type }) => type);
  for (const type of emitted) metrics.eventsEmitted.inc({ type });
  if (metrics.companies) countUsage(metrics.companies, events, companyUsage);
  for (const signal of signals) signal();
  const companyId = events[0]?.companyId;
  return { result, position: companyId && seq ? { companyId, seq } : undefined, emitted };
}

function countUsage(
  companies: CompanyUsage,
  events: readonly PendingEvent[],
  usageOf: UsageOfAnyEvents = {},
): void {
  for (const { type, companyId, payload } of events) {
    companies.count('events', companyId);
    const [usage, amountOf] = usageOf[type] ?? [];
    if (usage && amountOf) companies.count(usage, companyId, amountOf(payload));
  }
}

function requireDeclared(
  events: readonly PendingEvent[],
  emits: readonly string[] | undefined,
): void {
  const undeclared = emits && events.find(({ type }) => !emits.includes(type));
  if (undeclared) throw new Error(`the operation does not declare the event ${undeclared.type}`);
}

interface Attempt extends Pick<WriteRequest<unknown>, 'by' | 'caughtUp'> {
  readonly db: Db;
  readonly events: PendingEvent[];
  readonly signals: (() => void)[];
}

const contextOf = (
  { log, config, parts, stepsLeft }: WriteOptions,
  { by, caughtUp = new Set(), db, events, signals }: Attempt,
): Context<Contract> => ({
  db,
  slowReads: db,
  actor: by.actor,
  scope: scopeOf(by.actor),
  runId: by.runId,
  by,
  now: new Date().toISOString(),
  emit: (type: string, event: EventInput<object>) => void events.push({ type, by, ...event }),
  afterCommit: (signal) => void signals.push(signal),
  stepsLeft: () => void signals.push(stepsLeft),
  lookAgain: lookAgainUnless(caughtUp),
  log,
  config,
  parts,
});
