/** SQL of the cursors: how far this service has applied each producer's log, per company. */
import { many, maybeOne, none, one, sql, type Db, type Statement } from '../postgres/sql.ts';
import type { LaggingCompany } from './consumer-lag.ts';
import { NIL_UUID } from '../postgres/ids-by-time.ts';
import { withOwn, type OwnReactions, type Positions } from './positions.ts';

/** The cursor of one company in the log of one producer. */
export interface CursorKey {
  readonly producer: string;
  readonly companyId: string;
}

export interface Cursor extends Positions {
  /** The last event of which every reaction has had its effect, as far as some have failed. */
  readonly appliedSeq: number;
}

const cursorColumns = sql`last_seq, in_step, lagging`;

/** Before the first event it has no row. */
export async function readCursor(db: Db, { producer, companyId }: CursorKey): Promise<Cursor> {
  const found = await maybeOne<Cursor>(
    db,
    sql`
    select ${cursorColumns}, least(last_seq, (
        select min(f.seq) - 1 from failures f
        where f.producer = c.producer and f.company_id = c.company_id
      )) as applied_seq
    from cursors c where producer = ${producer} and company_id = ${companyId}`,
  );
  return found ?? { lastSeq: 0, inStep: null, lagging: {}, appliedSeq: 0 };
}

/** Locks the cursor's row, whose holder alone applies this company's events. */
export async function lockCursor(
  db: Db,
  { producer, companyId }: CursorKey,
  own: OwnReactions,
): Promise<Positions> {
  const locked = await maybeOne<Positions>(
    db,
    sql`
    select ${cursorColumns} from cursors
    where producer = ${producer} and company_id = ${companyId} for update`,
  );
  return withOwn(locked ?? (await insertCursor(db, { producer, companyId })), own);
}

/** The release before takes a cursor without a subscription for one that it has to go through again. */
const insertCursor = (db: Db, { producer, companyId }: CursorKey): Promise<Positions> =>
  one(
    db,
    sql`
    insert into cursors as c (producer, company_id, subscription_id)
    values (${producer}, ${companyId}, (
      select id from subscriptions where producer = ${producer} order by id desc limit 1
    ))
    on conflict (producer, company_id) do update set last_seq = c.last_seq
    returning ${cursorColumns}`,
  );

/** Locks those that exist and that no other transaction holds, without waiting. */
export const lockCursors = (
  db: Db,
  keys: readonly CursorKey[],
): Promise<(Positions & CursorKey)[]> =>
  many(
    db,
    sql`
    select c.producer, c.company_id, ${cursorColumns}
    from unnest(
      ${keys.map(({ producer }) => producer)}::text[],
      ${keys.map(({ companyId }) => companyId)}::uuid[]
    ) as k (producer, company_id)
    join cursors c on c.producer = k.producer and c.company_id = k.company_id
    for update of c skip locked`,
  );

/** A cursor whose reactions are all in step, and where it goes. */
export interface CursorMove extends CursorKey {
  readonly to: number;
}

/** The caller holds their locks. As a statement, to be pipelined with COMMIT. */
export const moveCursorsStatement = (moves: readonly CursorMove[]): Statement => sql`
  update cursors c set last_seq = m.seq, subscription_seq = m.seq
  from unnest(
    ${moves.map(({ producer }) => producer)}::text[],
    ${moves.map(({ companyId }) => companyId)}::uuid[], ${moves.map(({ to }) => to)}::bigint[]
  ) as m (producer, company_id, seq)
  where c.producer = m.producer and c.company_id = m.company_id`;

/** A move past events that have no effect. */
export interface IdleMove extends CursorMove {
  /** The number of the first of these events. */
  readonly first: number;
  readonly own: Pick<OwnReactions, 'names'>;
}

/** Moves the cursors that are right before these events, or within them; returns those that it has moved. */
export const moveIdleCursors = (db: Db, moves: readonly IdleMove[]): Promise<CursorKey[]> =>
  many(
    db,
    sql`
    update cursors c set last_seq = m.seq, subscription_seq = m.seq
    from unnest(
      ${moves.map(({ producer }) => producer)}::text[],
      ${moves.map(({ companyId }) => companyId)}::uuid[],
      ${moves.map(({ first }) => first)}::bigint[], ${moves.map(({ to }) => to)}::bigint[],
      ${moves.map(({ own }) => own.names.join(' '))}::text[]
    ) as m (producer, company_id, first, seq, names)
    where c.producer = m.producer and c.company_id = m.company_id
      and c.last_seq between m.first - 1 and m.seq - 1
      and array_to_string(c.in_step, ' ') = m.names
    returning c.producer, c.company_id`,
  );

/** The caller holds its lock. As a statement, to be pipelined with COMMIT. */
export const savePositionsStatement = (
  { producer, companyId }: CursorKey,
  { lastSeq, inStep, lagging }: Positions,
): Statement => sql`
  update cursors
  set last_seq = ${lastSeq}, in_step = ${[...(inStep ?? [])]}::text[],
    lagging = ${JSON.stringify(lagging)}::jsonb,
    subscription_seq = ${lastSeq}, attempts = 0, last_error = null, retry_at = null, failed_event = null
  where producer = ${producer} and company_id = ${companyId}`;

export const savePositions = (db: Db, key: CursorKey, positions: Positions): Promise<void> =>
  none(db, savePositionsStatement(key, positions));

/** The last number in a company's log. */
export interface Head {
  readonly companyId: string;
  readonly seq: number;
}

/** Companies whose cursor is before the producer's head. */
export const listLagging = (
  db: Db,
  producer: string,
  heads: readonly Head[],
): Promise<LaggingCompany[]> =>
  many(
    db,
    sql`
    select h.company_id, h.seq as head, coalesce(c.last_seq, 0) as last_seq
    from unnest(
      ${heads.map((head) => head.companyId)}::uuid[], ${heads.map((head) => head.seq)}::bigint[]
    ) as h (company_id, seq)
    left join cursors c on c.producer = ${producer} and c.company_id = h.company_id
    where h.seq > coalesce(c.last_seq, 0)`,
  );

/**
 * Gives the cursors of these companies a number for each reaction of this release. Those that only the
 * release before has moved have one for all of them.
 */
export const addReactions = (
  db: Db,
  producer: string,
  { names, withHistory }: OwnReactions,
  companyIds: readonly string[],
): Promise<void> => {
  const late = names.filter((name) => withHistory.has(name));
  const atHead = names.filter((name) => !withHistory.has(name));
  return none(
    db,
    sql`
    update cursors c
    set in_step = array(
        select distinct n collate "C" as name from unnest(c.in_step || ${atHead}::text[]) as n
        where not c.lagging ? n order by name
      ),
      lagging = c.lagging || coalesce((
        select jsonb_object_agg(n, 0) from unnest(${late}::text[]) as n
        where n <> all (c.in_step) and not c.lagging ? n
      ), '{}')
    where producer = ${producer} and company_id = any(${companyIds}::uuid[]) and last_seq > 0
      and in_step is not null
      and not (${[...names]}::text[] <@ (c.in_step || array(select jsonb_object_keys(c.lagging))))`,
  );
};

/** Cursors with a reaction of these that can go on. */
export const listLaggingCursors = (
  db: Db,
  {
    names,
    after,
    limit,
  }: { names: readonly string[]; after: CursorKey | undefined; limit: number },
): Promise<CursorKey[]> =>
  many(
    db,
    sql`
    select c.producer, c.company_id from cursors c
    where c.lagging <> '{}'
      and (c.company_id, c.producer) > (${after?.companyId ?? NIL_UUID}::uuid, ${after?.producer ?? ''})
      and exists (
        select from jsonb_object_keys(c.lagging) as n
        where n = any(${[...names]}::text[]) and not exists (
          select from failures f
          where f.producer = c.producer and f.company_id = c.company_id and f.reaction = n
            and f.retry_at > now()
        )
      )
    order by c.company_id, c.producer limit ${limit}`,
  );
