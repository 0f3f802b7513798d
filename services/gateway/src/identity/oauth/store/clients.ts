/** Programs that have registered themselves. Anybody may, so there is a bound, and what is unused goes. */
import { maybeOne, none, sql, type Db, type OldRows } from '@muster/service-kit';

/** More than one installation has programs; each is a row of at most some kilobytes. */
const CLIENTS_MAX = 2_000;
/** A person who has begun a sign-in ends it on the same day. */
const UNUSED_HOURS = 24;
/** Longer than what a person may allow. */
const UNUSED_DAYS = 400;

export interface RegisteredClient {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
}

/** The longest unused one makes room. False: there is none, every program is in use. */
export const insertClient = async (db: Db, client: RegisteredClient): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`
    with space as (
      delete from oauth_clients where id = (
        select id from oauth_clients where used_at is null order by created_at limit 1
      ) and (select count(*) from oauth_clients) >= ${CLIENTS_MAX}
      returning id
    )
    insert into oauth_clients (id, name, redirect_uris)
    select ${client.id}, ${client.name}, ${client.redirectUris}::text[]
    where exists (select 1 from space) or (select count(*) from oauth_clients) < ${CLIENTS_MAX}
    returning id`,
  )) !== undefined;

export const findClient = (db: Db, id: string): Promise<RegisteredClient | undefined> =>
  maybeOne<RegisteredClient>(
    db,
    sql`select id, name, redirect_uris from oauth_clients where id = ${id}`,
  );

export const clientUsed = (db: Db, id: string): Promise<void> =>
  none(db, sql`update oauth_clients set used_at = now() where id = ${id}`);

export const clientsNeverUsed: OldRows = {
  table: sql`oauth_clients`,
  by: sql`created_at`,
  below: sql`now() - make_interval(hours => ${UNUSED_HOURS})`,
  where: sql`used_at is null`,
};

export const clientsLongUnused: OldRows = {
  table: sql`oauth_clients`,
  by: sql`used_at`,
  below: sql`now() - make_interval(days => ${UNUSED_DAYS})`,
  where: sql`used_at is not null`,
};
