/** The subscriptions of this process, and those that others have left at the cursors. */
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Db } from '../../postgres/sql.ts';
import { transaction } from '../../postgres/transaction.ts';
import { lockCursor, type Cursor } from '../cursor-store.ts';
import type { NamedReaction } from '../reaction.ts';
import { entriesOf, includesAll, isTakenOver, type OwnSubscription } from './subscription.ts';
import {
  lockCursorsToTakeOver,
  NO_SUBSCRIPTION,
  saveSubscription,
  TAKE_OVER_MAX,
} from './subscription-store.ts';
import { openKnownSubscriptions, takeOver, type KnownSubscriptions } from './take-over.ts';

export interface Subscriptions {
  readonly producers: readonly string[];
  /** What this process applies; saved before it is first used. */
  own(producer: string): Promise<OwnSubscription>;
  /** Ids of the subscriptions whose entries are all in this process's own. */
  lesser(producer: string): Promise<number[]>;
  /** Locks the company's cursor and takes it over if another subscription has moved it. */
  lockCursor(db: Db, producer: string, companyId: string): Promise<Cursor>;
  /**
   * Locks the company's cursor, and takes it over if one of these subscriptions has moved it; `isOwn`
   * says whether it is this process's then.
   */
  lockCursorIf(
    db: Db,
    key: { producer: string; companyId: string },
    movers: readonly number[],
  ): Promise<{ lastSeq: number; isOwn: boolean }>;
  takeOver(producer: string, companyId: string): Promise<void>;
  /** Takes over the cursors of companies at rest that have been moved by lesser subscriptions. */
  takeOverAtRest(producer: string): Promise<void>;
}

export interface SubscriptionsOptions {
  readonly pool: Pool;
  readonly reactions: readonly NamedReaction[];
  /** Called when a transaction makes backfills, before it commits. */
  readonly backfilled: () => void;
}

export function openSubscriptions(options: SubscriptionsOptions): Subscriptions {
  const { pool, reactions, backfilled } = options;
  const known = openKnownSubscriptions();
  const own = saveOnce((producer) => saveOwn(pool, reactions, producer));
  const lockOwn: Subscriptions['lockCursor'] = async (db, producer, companyId) => {
    const mine = await own(producer);
    const cursor = await lockCursor(db, producer, companyId);
    if (isTakenOver(cursor, mine.id)) return cursor;
    await takeOver(db, known, { own: mine, cursors: [{ companyId, ...cursor }] });
    backfilled();
    const { lastSeq } = cursor;
    return { ...cursor, subscriptionId: mine.id, subscriptionSeq: lastSeq, backfilling: true };
  };
  return {
    producers: [...new Set(reactions.map(({ producer }) => producer.name))],
    own,
    lockCursor: lockOwn,
    async lesser(producer) {
      const { entries } = await own(producer);
      if (known.of(producer).size === 0) {
        const read = async (db: Db) => ({ result: await known.read(db, producer) });
        await transaction(pool, read, 'all');
      }
      return idsWhere(known.of(producer), (others) => includesAll(entries, others));
    },
    async lockCursorIf(db, { producer, companyId }, movers) {
      const mine = await own(producer);
      const cursor = await lockCursor(db, producer, companyId);
      const isOwn = movers.includes(cursor.subscriptionId ?? NO_SUBSCRIPTION);
      if (isOwn && !isTakenOver(cursor, mine.id)) {
        await takeOver(db, known, { own: mine, cursors: [{ companyId, ...cursor }] });
        backfilled();
      }
      return { lastSeq: cursor.lastSeq, isOwn };
    },
    async takeOver(producer, companyId) {
      await own(producer);
      const locked = async (db: Db) => ({ result: await lockOwn(db, producer, companyId) });
      await transaction(pool, locked, [companyId]);
    },
    async takeOverAtRest(producer) {
      const mine = await own(producer);
      const some = async (db: Db) => ({ result: await takeOverSome(db, known, mine) });
      for (;;) {
        const { result } = await transaction(pool, some, 'all');
        if (result < TAKE_OVER_MAX) return;
      }
    },
  };
}

const idsWhere = (
  known: ReadonlyMap<number, ReadonlySet<string>>,
  holds: (entries: ReadonlySet<string>) => boolean,
): number[] => [...known].flatMap(([id, entries]) => (holds(entries) ? [id] : []));

/** Returns how many cursors it has taken over. */
async function takeOverSome(
  db: Db,
  known: KnownSubscriptions,
  own: OwnSubscription,
): Promise<number> {
  const { producer, entries } = own;
  const all = await known.read(db, producer);
  const sufficient = idsWhere(all, (others) => includesAll(others, entries));
  const lacking = { producer, entries: [...entries], sufficient };
  const cursors = await lockCursorsToTakeOver(db, lacking);
  if (cursors.length > 0) await takeOver(db, known, { own, cursors });
  return cursors.length;
}

/** Once per producer; a failure is not remembered. */
function saveOnce(
  save: (producer: string) => Promise<OwnSubscription>,
): (producer: string) => Promise<OwnSubscription> {
  const saved = new Map<string, Promise<OwnSubscription>>();
  return (producer) => {
    let saving = saved.get(producer);
    if (!saving) {
      saving = save(producer);
      saved.set(producer, saving);
      saving.catch(() => saved.delete(producer));
    }
    return saving;
  };
}

async function saveOwn(
  pool: Pool,
  reactions: readonly NamedReaction[],
  producer: string,
): Promise<OwnSubscription> {
  const entries = entriesOf(reactions, producer);
  const withHistory = reactions.filter(({ history }) => history !== 'none');
  const fingerprint = createHash('sha256').update(JSON.stringify(entries)).digest('hex');
  const { result: id } = await transaction(
    pool,
    async (db) => ({ result: await saveSubscription(db, { producer, fingerprint, entries }) }),
    'all',
  );
  return {
    producer,
    id,
    entries: new Set(entries),
    withHistory: new Set(entriesOf(withHistory, producer)),
  };
}
