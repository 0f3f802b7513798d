/**
 * Lets reactions catch up that lag behind the others of their company: new ones, those that have failed,
 * and those that are to apply a dead letter again. Each company gets a page in turn, so that none waits
 * for the history of another one, and its new events do not wait at all.
 */
import { applyRange, ownOf, type LogRange } from './apply.ts';
import { readLog, type CatchUpOptions } from './catch-up-pages.ts';
import { listLaggingCursors, readCursor, type CursorKey } from './cursor-store.ts';
import { deliveryOf } from './delivery.ts';
import { failuresOf } from './failures/failure-store.ts';
import type { ReactionsOf } from './reaction.ts';
import { positionOf, withOwn, type Positions } from './positions.ts';
import { TURN_EVENTS_MAX } from './received-events.ts';

/** Interval at which reactions are looked for that can go on. */
const LOOK_MS = 2_000;
/** Cursors in one look. */
const CURSORS_MAX = 100;

export interface LaggingReactions {
  start(): void;
  /** Resolves when those that lag have caught up or wait for a retry. */
  look(): Promise<void>;
  drain(): Promise<void>;
}

export function openLaggingReactions(options: CatchUpOptions): LaggingReactions {
  const names = options.reactions.map(({ name }) => name);
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const look = (): Promise<void> => {
    running ??= catchUpAll(options, names, stopping.signal).finally(() => (running = undefined));
    return running;
  };
  const warn = (error: unknown): void =>
    options.log.warn({ err: error }, 'look for lagging reactions failed');
  return {
    start: () => void (timer = setInterval(() => void look().catch(warn), LOOK_MS)),
    look,
    async drain() {
      stopping.abort();
      clearInterval(timer);
      await running?.catch(warn);
    },
  };
}

/** Rounds of a page for each cursor, until no reaction can go on. */
async function catchUpAll(
  options: CatchUpOptions,
  names: readonly string[],
  stop: AbortSignal,
): Promise<void> {
  for (let isLeft = true; isLeft;) {
    isLeft = false;
    let after: CursorKey | undefined;
    do {
      const found = await listLaggingCursors(options.db, { names, after, limit: CURSORS_MAX });
      for (const key of found) {
        if (stop.aborted) return;
        isLeft = (await applyPageOf(options, key)) || isLeft;
      }
      after = found.length === CURSORS_MAX ? found.at(-1) : undefined;
    } while (after);
  }
}

/** Whether events are left. A failure to read or to lock is logged, and the next look goes on. */
async function applyPageOf(options: CatchUpOptions, key: CursorKey): Promise<boolean> {
  try {
    const page = await readPage(options, key);
    return (
      page !== undefined && (await applyRange(options, page)) !== 'gap' && page.after < page.to
    );
  } catch (error) {
    options.log.warn({ err: error, ...key }, 'lagging reactions of a company failed to go on');
    return false;
  }
}

/** The next events of the types that those reactions hear, up to where the others are. */
async function readPage(options: CatchUpOptions, key: CursorKey): Promise<LogRange | undefined> {
  const own = ownOf(options, key.producer);
  const positions = withOwn(await readCursor(options.db, key), own);
  const due = await dueReactions(options, key, { own, positions });
  if (due.length === 0) return undefined;
  const after = Math.min(...due.map(({ name }) => positionOf(positions, name)));
  const types = [...new Set(due.flatMap(({ events }) => events))];
  const read = await readLog(options, key, { after, types, limit: TURN_EVENTS_MAX });
  const events = read.filter(({ seq }) => seq <= positions.lastSeq);
  const to = read.length < TURN_EVENTS_MAX ? positions.lastSeq : (events.at(-1)?.seq ?? after);
  const deliveries = events.map((event) => deliveryOf(options.reactions, event));
  const only = new Set(due.map(({ name }) => name));
  return { ...key, after, to, deliveries, only };
}

async function dueReactions(
  { db }: Pick<CatchUpOptions, 'db'>,
  key: CursorKey,
  { own, positions }: { own: ReactionsOf; positions: Positions },
): Promise<ReactionsOf['reactions']> {
  const failures = await failuresOf(db, key);
  return own.reactions.filter(
    ({ name }) => name in positions.lagging && failures.get(name)?.isWaiting !== true,
  );
}
