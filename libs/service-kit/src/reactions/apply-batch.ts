/**
 * Applying events of many companies in one transaction: one lock of all cursors, the effects of one
 * company after the other, each in its own tenant scope, one append and one move. The company whose
 * effect fails leaves the batch and is applied alone, where its event is found; so is one whose cursor
 * is locked, new, behind or has failed before.
 */
import { write } from '../event-log/write.ts';
import { isDatabaseUnavailable, isLockFailure } from '../postgres/pool.ts';
import { companiesSetting } from '../postgres/tenant-scope.ts';
import { noneAwaited, sql, type Db } from '../postgres/sql.ts';
import { recordApplied, TRANSACTION_MS, type ApplyOptions } from './apply.ts';
import { isTakenOver, type OwnSubscription } from './backfill/subscription.ts';
import {
  lockCursors,
  moveCursorsStatement,
  moveIdleCursors,
  type Cursor,
  type CursorMove,
} from './cursor-store.ts';
import type { Delivery } from './delivery.ts';
import { openEffects } from './effects.ts';
import { ofService } from './provenance.ts';

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
      const own = await ownSubscriptions(options, left);
      const isIdle = left.every(({ deliveries }) => deliveries.every(({ event }) => !event));
      const applied = await (isIdle ? passIdle : applyTogether)(options, own, attempt);
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

type Own = ReadonlyMap<string, OwnSubscription>;

const ownSubscriptions = async (
  { subscriptions }: BatchOptions,
  logs: readonly CompanyEvents[],
): Promise<Own> => {
  const producers = [...new Set(logs.map(({ producer }) => producer))];
  const own = await Promise.all(producers.map((producer) => subscriptions.own(producer)));
  return new Map(own.map((each) => [each.producer, each]));
};

/** Events without an effect here only move cursors: one statement, which does not wait for the disk. */
async function passIdle(options: BatchOptions, own: Own, { logs }: Attempt): Promise<Outcomes> {
  const moves = logs.map(({ producer, companyId, deliveries }) => ({
    producer,
    companyId,
    first: deliveries[0].seq,
    to: lastSeqOf(deliveries),
    subscriptionId: own.get(producer)?.id ?? 0,
  }));
  const moved = await moveIdleCursors(options.asyncCommitDb, moves);
  const keys = new Set(moved.map(keyOf));
  return new Map(
    logs.map((log) => {
      const isMoved = keys.has(keyOf(log));
      if (isMoved) recordApplied(options, log.deliveries);
      return [log, isMoved ? 'applied' : 'alone'];
    }),
  );
}

const lockWait = sql`select set_config('lock_timeout', ${String(LOCK_WAIT_MS)}, true)`;

async function applyTogether(options: BatchOptions, own: Own, attempt: Attempt): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  const moves: (CursorMove & { readonly applied: readonly Delivery[] })[] = [];
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
        if (!cursor || !isPlain(cursor, own.get(log.producer))) {
          outcomes.set(log, 'alone');
          continue;
        }
        const applied = log.deliveries.filter(({ seq }) => seq > cursor.lastSeq);
        const isGap = (applied[0]?.seq ?? 0) > cursor.lastSeq + 1;
        const isLate = moves.length > 0 && performance.now() >= endAt;
        outcomes.set(log, isGap ? 'gap' : isLate ? 'unfinished' : 'applied');
        if (isGap || isLate || applied.length === 0) continue;
        attempt.failing = log;
        await applyEffects(options, { db, companyId: log.companyId, applied }, contextFor);
        moves.push({ ...log, to: lastSeqOf(log.deliveries), applied });
      }
      attempt.failing = undefined;
      await noneAwaited(db, companiesSetting(companies));
    },
    closing: () => (moves.length > 0 ? moveCursorsStatement(moves) : undefined),
  });
  for (const { applied } of moves) recordApplied(options, applied);
  return outcomes;
}

/** Everything else is for a transaction of its own, which takes it over, replays or retries it. */
const isPlain = (cursor: Cursor, own: OwnSubscription | undefined): boolean =>
  own !== undefined &&
  cursor.attempts === 0 &&
  !cursor.backfilling &&
  cursor.lastSeq >= cursor.replayTo &&
  isTakenOver(cursor, own.id) &&
  cursor.subscriptionId !== null;

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

const keyOf = ({ producer, companyId }: { producer: string; companyId: string }): string =>
  `${producer} ${companyId}`;

const lastSeqOf = (deliveries: CompanyEvents['deliveries']): number =>
  (deliveries.at(-1) ?? deliveries[0]).seq;
