/**
 * Applying events: the effects of an event and the move of the cursor are one transaction, so each
 * event takes effect once, in the order of its company's numbers. A duplicate is skipped, a gap asks
 * for catch-up, and a failing event holds up its company in its own reaction only, until it succeeds
 * or becomes a dead letter.
 */
import type { EventRecord } from '@muster/contracts';
import { attemptAgain, type CatchUpNow, type CaughtUp } from '../event-log/missed.ts';
import { write, type WriteOptions } from '../event-log/write.ts';
import { isQueryCanceled } from '../postgres/pool.ts';
import type { Db, Statement } from '../postgres/sql.ts';
import { lockCursor, savePositionsStatement, type CursorKey } from './cursor-store.ts';
import {
  deadLettersOf,
  isLetterOf,
  removeFromLetter,
  type DeadLetter,
} from './failures/dead-letters.ts';
import type { Delivery } from './delivery.ts';
import { openEffects, type Effects } from './effects.ts';
import { deleteFailures, failuresOf, type Failure } from './failures/failure-store.ts';
import { movedTo, positionOf, type Positions } from './positions.ts';
import { ofService } from '../context.ts';
import type { NamedReaction, ReactionsOf } from './reaction.ts';
import { isFailureOfEvent, recordFailure, type FailedEffect } from './failures/record-failure.ts';

export interface ApplyOptions extends WriteOptions {
  readonly db: Db;
  readonly reactions: readonly NamedReaction[];
  /** Producer → the reactions to it. */
  readonly own: ReadonlyMap<string, ReactionsOf>;
  readonly catchUpNow: CatchUpNow;
  /** Called after each commit that moved a cursor, with the last event that every reaction has applied. */
  readonly applied: (producer: string, companyId: string, seq: number) => void;
}

/**
 * `gap`: an event before these has not been received. `unfinished`: the time of the transaction was
 * over; all of them are to be given again, and those that are applied are skipped.
 */
export type Outcome = 'applied' | 'gap' | 'unfinished';

/** Events of one company after one number up to another. */
export interface LogRange extends CursorKey {
  readonly after: number;
  readonly to: number;
  /** Those that are missing have no effect in the reactions that apply the range. */
  readonly deliveries: readonly Delivery[];
  /** Only these reactions apply it, and only up to where the others are. */
  readonly only?: ReadonlySet<string>;
}

/**
 * Longest time that a transaction spends on effects before it commits: requests that need the same
 * rows wait for it.
 */
export const TRANSACTION_MS = 100;

/** Applies events of one producer and company, each with the number after the one before. */
export async function applyEvents(
  options: ApplyOptions,
  deliveries: readonly Delivery[],
): Promise<Outcome> {
  const [first] = deliveries;
  if (!first) return 'applied';
  const { producer, companyId, seq } = first;
  const to = deliveries.at(-1)?.seq ?? seq;
  return applyRange(options, { producer, companyId, after: seq - 1, to, deliveries });
}

/**
 * One transaction for all events; if it fails, several, to find the event that fails. Throws where no
 * event is to blame, such as for a lock that another transaction holds.
 */
export async function applyRange(
  options: ApplyOptions,
  range: LogRange,
  attempt = 1,
): Promise<Outcome> {
  const tried: Tried = { failing: undefined, failures: new Map() };
  try {
    const applied = await attemptAgain(options.catchUpNow, (caughtUp) =>
      applyInTransaction(options, range, { caughtUp, tried }),
    );
    if (applied.outcome !== 'gap') recordApplied(options, range, applied);
    return applied.outcome;
  } catch (error) {
    const { failing, failures } = tried;
    if (!failing || !isFailureOfEvent(error)) throw error;
    const { event, reaction } = failing;
    if (range.deliveries.length > 1) return applyInParts(options, range, event.seq);
    // An effect that fails once may pass at once: only its second failure counts, or a slow one.
    const counts = attempt > 1 || isQueryCanceled(error);
    if (counts) {
      const failure = failures.get(reaction);
      const attemptsMet = failure?.seq === event.seq ? failure.attempts : 0;
      const failed: FailedEffect = { event, reaction, error, attemptsMet };
      await recordFailure(options, failed, ownOf(options, range.producer));
    }
    // The others apply it, or the same one once more.
    return applyRange(options, range, counts ? 1 : 2);
  }
}

/** The events before the one that fails, that one alone, and those after it. */
async function applyInParts(
  options: ApplyOptions,
  range: LogRange,
  failingSeq: number,
): Promise<Outcome> {
  const parts: LogRange[] = [];
  let { after } = range;
  for (const to of [failingSeq - 1, failingSeq, range.to]) {
    const deliveries = range.deliveries.filter(({ seq }) => seq > after && seq <= to);
    if (to > after) parts.push({ ...range, after, to, deliveries });
    after = Math.max(after, to);
  }
  for (const part of parts) {
    const outcome = await applyRange(options, part);
    if (outcome !== 'applied') return outcome;
  }
  return 'applied';
}

/** The state in which a try has failed. */
interface Tried {
  failing: { readonly reaction: string; readonly event: EventRecord } | undefined;
  failures: ReadonlyMap<string, Failure>;
}

export interface Applied {
  /** Events that a reaction has passed now. */
  readonly count: number;
  /** The last one that had effects. */
  readonly newest: EventRecord | undefined;
  /** The last event that every reaction has applied. */
  readonly seq: number;
}

type AppliedRange = Applied & { readonly outcome: Outcome };

async function applyInTransaction(
  options: ApplyOptions,
  range: LogRange,
  { caughtUp, tried }: { readonly caughtUp: CaughtUp; readonly tried: Tried },
): Promise<AppliedRange> {
  const own = ownOf(options, range.producer);
  let closing: Statement | undefined;
  const begun: Tracing['begun'] = (reaction, event) => (tried.failing = { reaction, event });
  const { result } = await write(options, {
    by: ofService(options.contract),
    scope: [range.companyId],
    caughtUp,
    work: async ({ db }, contextFor): Promise<AppliedRange> => {
      tried.failing = undefined;
      const positions = await lockCursor(db, range, own);
      const { lastSeq } = positions;
      if (lastSeq < range.after) return { outcome: 'gap', count: 0, newest: undefined, seq: 0 };
      const failures = (tried.failures = await knownFailures(db, range, positions));
      const movers = moversOf(own, positions, { range, failures });
      const to = range.only ? Math.min(range.to, lastSeq) : range.to;
      const effects = openEffects({ ...options, begun }, contextFor);
      const turn: Turn = { db, range: { ...range, to }, positions, movers, effects };
      const { position, newest } = await applyAll(turn);
      const moved = movedTo(positions, movers, position);
      closing = savePositionsStatement(range, moved);
      if (failures.size > 0) {
        await deleteFailures(db, range, { reactions: [...movers], to: position });
      }
      const passed = Math.min(lastSeq, ...[...movers].map((name) => positionOf(positions, name)));
      const count = range.deliveries.filter(({ seq }) => seq > passed && seq <= position).length;
      const seq = Math.min(moved.lastSeq, ...[...failures.values()].map((each) => each.seq - 1));
      return { outcome: position < to ? 'unfinished' : 'applied', count, newest, seq };
    },
    closing: () => closing,
  });
  return result;
}

/** Those that have applied what is before the range, and do not wait for a retry. */
const moversOf = (
  { names }: ReactionsOf,
  positions: Positions,
  {
    range: { after, only },
    failures,
  }: { readonly range: LogRange; readonly failures: ReadonlyMap<string, Failure> },
): ReadonlySet<string> =>
  new Set(
    names.filter(
      (name) =>
        failures.get(name)?.isWaiting !== true &&
        positionOf(positions, name) >= after &&
        (only?.has(name) ?? true),
    ),
  );

type Tracing = Parameters<typeof openEffects>[0];

/** Read only where a reaction lags: one that has failed does. */
const knownFailures = async (
  db: Db,
  key: CursorKey,
  { lagging }: Positions,
): Promise<ReadonlyMap<string, Failure>> =>
  Object.keys(lagging).length > 0 ? failuresOf(db, key) : new Map();

interface Turn {
  readonly db: Db;
  readonly range: LogRange;
  readonly positions: Positions;
  /** The reactions that apply the range. */
  readonly movers: ReadonlySet<string>;
  readonly effects: Effects;
}

/** @returns the last number that was reached when the time of the transaction was over, or the end */
async function applyAll(
  turn: Turn,
): Promise<{ position: number; newest: EventRecord | undefined }> {
  const { db, range, positions, movers, effects } = turn;
  const isLate = [...movers].some((name) => name in positions.lagging);
  const letters: ReadonlyMap<number, DeadLetter> = isLate
    ? await deadLettersOf(db, range, range)
    : new Map();
  const endAt = performance.now() + TRANSACTION_MS;
  let newest: EventRecord | undefined;
  for (const { seq, event, effects: all } of range.deliveries) {
    if (seq > range.to) break;
    const letter = letters.get(seq);
    const due = all.filter(
      ({ reaction }) =>
        movers.has(reaction) &&
        positionOf(positions, reaction) < seq &&
        !(letter?.isSkipped && isLetterOf(letter, reaction)),
    );
    if (!event || due.length === 0) continue;
    if (newest && performance.now() >= endAt) {
      await effects.rest();
      return { position: newest.seq, newest };
    }
    newest = event;
    await effects.apply(event, due);
    const ofLetter = due.flatMap(({ reaction }) =>
      letter?.reactions?.includes(reaction) ? [reaction] : [],
    );
    if (ofLetter.length > 0) {
      await effects.rest();
      await removeFromLetter(db, { ...range, seq }, ofLetter);
    }
  }
  await effects.rest();
  return { position: range.to, newest };
}

export function ownOf({ own }: Pick<ApplyOptions, 'own'>, producer: string): ReactionsOf {
  const found = own.get(producer);
  if (!found) throw new Error(`no reaction hears ${producer}`);
  return found;
}

export function recordApplied(
  { metrics, applied }: Pick<ApplyOptions, 'metrics' | 'applied'>,
  { producer, companyId }: CursorKey,
  { count, newest, seq }: Applied,
): void {
  metrics.eventsApplied.inc({ producer }, count);
  if (newest) {
    const lagMs = Math.max(0, Date.now() - Date.parse(newest.occurredAt));
    metrics.eventLag.observe({ producer }, lagMs / 1_000);
  }
  applied(producer, companyId, seq);
}
