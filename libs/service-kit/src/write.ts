/** A write: one transaction that holds the rows, the events that say so and the kept answer. */
import { scopeOf, type Contract, type Scope } from '@muster/contracts';
import type { Pool } from 'pg';
import type { Context, Saying } from './define-service.ts';
import { appendStatement, type Answer, type Provenance, type Said } from './events.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Runtime } from './runtime.ts';
import type { Tracer } from './span.ts';
import type { Db, Statement } from './sql.ts';
import { transaction } from './transaction.ts';
import { wallOf } from './wall-scope.ts';

/** Where a write stands in its company's log: what a reader elsewhere must have applied. */
export interface Position {
  readonly companyId: string;
  readonly seq: number;
}

export interface Written<T> {
  readonly result: T;
  readonly position: Position | undefined;
}

export interface WriteMachine {
  readonly contract: Contract;
  readonly config: Runtime['config'];
  readonly pool: Pool;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracer?: Tracer | undefined;
  /** Told after each commit which company has something to publish. */
  readonly nudgeRelay: (companyId: string) => void;
}

export interface WriteRequest<T> {
  readonly by: Provenance;
  /** Whose rows it may touch, where that is not what its actor may see. */
  readonly within?: Scope | undefined;
  /** What may be said; anything in the contract where this is left out. */
  readonly says?: readonly string[] | undefined;
  /** Before the work, in the transaction: claims the idempotency key. */
  readonly claim?: ((db: Db) => Promise<void>) | undefined;
  /** `as` makes a context whose sayings have another provenance. */
  readonly work: (
    context: Context<Contract>,
    as: (by: Provenance) => Context<Contract>,
  ) => Promise<T>;
  /** What ends the work without an answer, sent with the commit; asked for after the work. */
  readonly closing?: (() => Statement | undefined) | undefined;
  /** Makes the answer to keep of the result; `changed` tells whether anything was said. */
  readonly answer?: ((result: T, changed: boolean) => Answer | undefined) | undefined;
}

export async function write<T>(
  machine: WriteMachine,
  { by, within = wallOf(by.actor), says, claim, work, closing, answer }: WriteRequest<T>,
): Promise<Written<T>> {
  const said: Said[] = [];
  const hints: (() => void)[] = [];
  const { result, lastRows } = await transaction(machine.pool, async (db) => {
    await claim?.(db);
    const as = (other: Provenance) => contextOf(machine, other, db, said, hints);
    const outcome = await work(as(by), as);
    refuseUndeclared(said, says);
    const kept = answer?.(outcome, said.length > 0);
    const last = appendStatement(machine.contract, said, by.actor, kept);
    return { result: outcome, closing: closing?.(), last };
  }, within);
  const companyId = said[0]?.companyId;
  if (companyId) machine.nudgeRelay(companyId);
  for (const { type } of said) machine.metrics.eventsSaid.inc({ type });
  for (const hint of hints) hint();
  const seq = (lastRows[0] as { seq: number | null } | undefined)?.seq;
  return { result, position: companyId && seq ? { companyId, seq } : undefined };
}

function refuseUndeclared(said: readonly Said[], says: readonly string[] | undefined): void {
  const undeclared = says && said.find(({ type }) => !says.includes(type));
  if (undeclared) throw new Error(`${undeclared.type} is not among what the operation says`);
}

const contextOf = (
  { log, config }: WriteMachine,
  by: Provenance,
  db: Db,
  said: Said[],
  hints: (() => void)[],
): Context<Contract> => ({
  db,
  apart: db,
  actor: by.actor,
  scope: scopeOf(by.actor),
  runId: by.runId,
  now: new Date().toISOString(),
  say: (type: string, saying: Saying<object>) => void said.push({ type, by, ...saying }),
  afterCommit: (hint) => void hints.push(hint),
  log,
  config,
});
