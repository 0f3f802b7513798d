/**
 * Applying events of many companies in one transaction: one lock of all cursors, the effects of one
 * company after the other, each in its own tenant scope, one append and one move. The company whose
 * effect fails leaves the batch and is applied alone, where its event is found; so is one whose cursor
 * is locked or new, or whose reactions are not all in step.
 */
import { write } from '../event-log/write.ts';
import { isDatabaseUnavailable, isLockFailure } from '../postgres/pool.ts';
import { companiesSetting } from '../postgres/tenant-scope.ts';
import { noneAwaited, sql, type Db } from '../postgres/sql.ts';
import { ownOf, recordApplied, TRANSACTION_MS, type ApplyOptions } from './apply.ts';
import {
  lockCursors,
  moveCursorsStatement,
  moveIdleCursors,
  type CursorMove,
} from './cursor-store.ts';
import type { Delivery } from './delivery.ts';
import { openEffects } from './effects.ts';
import { areAllInStep } from './positions.ts';
import { ofService } from '../context.ts';

/** Events of one log, each with the number after the one before. */
export interface CompanyEvents {
  readonly producer: string;
  readonly companyId: string;
  readonly deliveries: readonly [Delivery, ...Delivery[]];
}

/**
 * `gap`: events before these are missing. `alone`: to be applied in a transaction of their own.
 * `unfinished`: the time of the transaction was over before them. `unavailable`: Postgres was, and
 * nothing of the batch is known to be committed.
 */
export type BatchOutcome = 'applied' | 'gap' | 'alone' | 'unfinished' | 'unavailable';

export interface BatchOptions extends ApplyOptions {
  /** Commits asynchronously. */
  readonly asyncCommitDb: Db;
}

/** Longest wait for a lock in a batch: the company that needs it waits alone. */
const LOCK_WAIT_MS = 100;
/** So many companies may leave one batch; then each of the others is applied alone. */
const FAILURES_MAX = 3;

type Outcomes = Map<CompanyEvents, BatchOutcome>;

/** One outcome for each log; never rejects. */
export async function applyBatch(
  options: BatchOptions,
  logs: readonly CompanyEvents[],
): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  let left = logs;
  for (let failures = 0; left.length > 0 && failures < FAILURES_MAX; failures += 1) {
    const attempt: Attempt = { logs: left, failing: undefined };
    try {
      const isIdle = left.every(({ deliveries }) => deliveries.every(({ event }) => !event));
      const applied = await (isIdle ? passIdle : applyTogether)(options, attempt);
      return new Map([...outcomes, ...applied]);
    } catch (error) {
      const { failing } = attempt;
      // Alone, each of them would meet the same, and all at once when Postgres is back.
      if (!failing && isDatabaseUnavailable(error) && !isLockFailure(error)) {
        return new Map([...outcomes, ...outcomesOf(left, 'unavailable')]);
      }
      // What has failed says so when it is applied alone.
      if (!failing) break;
      outcomes.set(failing, 'alone');
      left = left.filter((log) => log !== failing);
    }
  }
  return new Map([...outcomes, ...outcomesOf(left, 'alone')]);
}

const outcomesOf = (logs: readonly CompanyEvents[], outcome: BatchOutcome): Outcomes =>
  new Map(logs.map((log) => [log, outcome]));

interface Attempt {
  readonly logs: readonly CompanyEvents[];
  /** The log whose effects are being applied. */
  failing: CompanyEvents | undefined;
}

/** Events without an effect here only move cursors: one statement, which does not wait for the disk. */
async function passIdle(options: BatchOptions, { logs }: Attempt): Promise<Outcomes> {
  const moves = logs.map(({ producer, companyId, deliveries }) => ({
    producer,
    companyId,
    first: deliveries[0].seq,
    to: lastSeqOf(deliveries),
    own: ownOf(options, producer),
  }));
  const moved = await moveIdleCursors(options.asyncCommitDb, moves);
  const keys = new Set(moved.map(keyOf));
  return new Map(
    logs.map((log) => {
      const isMoved = keys.has(keyOf(log));
      if (isMoved) recordMoved(options, log);
      return [log, isMoved ? 'applied' : 'alone'];
    }),
  );
}

const lockWait = sql`select set_config('lock_timeout', ${String(LOCK_WAIT_MS)}, true)`;

async function applyTogether(options: BatchOptions, attempt: Attempt): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  const moves: (CursorMove & Pick<CompanyEvents, 'deliveries'>)[] = [];
  const companies = [...new Set(attempt.logs.map(({ companyId }) => companyId))];
  await write(options, {
    by: ofService(options.contract),
    scope: companies,
    isOfCompanies: true,
    work: async ({ db }, contextFor) => {
      await noneAwaited(db, lockWait);
      const cursors = new Map(
        (await lockCursors(db, attempt.logs)).map((each) => [keyOf(each), each]),
      );
      const endAt = performance.now() + TRANSACTION_MS;
      for (const log of attempt.logs) {
        const cursor = cursors.get(keyOf(log));
        if (!cursor || !areAllInStep(cursor, ownOf(options, log.producer))) {
          outcomes.set(log, 'alone');
          continue;
        }
        const [first, ...rest] = log.deliveries.filter(({ seq }) => seq > cursor.lastSeq);
        const isGap = first !== undefined && first.seq > cursor.lastSeq + 1;
        const isLate = moves.length > 0 && performance.now() >= endAt;
        outcomes.set(log, isGap ? 'gap' : isLate ? 'unfinished' : 'applied');
        if (isGap || isLate || !first) continue;
        const applied = [first, ...rest] as const;
        attempt.failing = log;
        await applyEffects(options, { db, companyId: log.companyId, applied }, contextFor);
        moves.push({ ...log, to: lastSeqOf(log.deliveries), deliveries: applied });
      }
      attempt.failing = undefined;
      await noneAwaited(db, companiesSetting(companies));
    },
    closing: () => (moves.length > 0 ? moveCursorsStatement(moves) : undefined),
  });
  for (const move of moves) recordMoved(options, move);
  return outcomes;
}

async function applyEffects(
  options: BatchOptions,
  {
    db,
    companyId,
    applied,
  }: { readonly db: Db; readonly companyId: string; readonly applied: readonly Delivery[] },
  contextFor: Parameters<typeof openEffects>[1],
): Promise<void> {
  if (applied.every(({ event }) => event === undefined)) return;
  await noneAwaited(db, companiesSetting([companyId]));
  const applying = openEffects(options, contextFor);
  for (const { event, effects } of applied) if (event) await applying.apply(event, effects);
  await applying.rest();
}

function recordMoved(options: BatchOptions, log: CompanyEvents): void {
  const newest = log.deliveries.findLast(({ event }) => event !== undefined)?.event;
  const { length: count } = log.deliveries;
  recordApplied(options, log, { count, newest, seq: lastSeqOf(log.deliveries) });
}

const keyOf = ({ producer, companyId }: { producer: string; companyId: string }): string =>
  `${producer} ${companyId}`;

const lastSeqOf = (deliveries: CompanyEvents['deliveries']): number =>
  (deliveries.at(-1) ?? deliveries[0]).seq;
