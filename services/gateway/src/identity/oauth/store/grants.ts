/**
 * The token of a program: a row of the board tokens, whose secret a refresh replaces. So a person sees one
 * token for each program, and what ends it ends all secrets that it ever had.
 */
import type { TokenLimits } from '@muster/contracts';
import { maybeOne, sql, type Db } from '@muster/service-kit';
import type { TokenParts } from '../../authentication/token.ts';
import type { TokenResource } from '../domain/parameters.ts';

export interface Granted extends Omit<TokenLimits, 'companies'> {
  readonly tokenId: string;
  readonly userId: string;
  readonly expiresInSeconds: number;
}

export interface NewSecrets {
  readonly access: TokenParts;
  readonly refresh: TokenParts | undefined;
  /** Null: as long as what the person has allowed. */
  readonly accessSeconds: number | null;
}

const expiresIn = sql`
  extract(epoch from least(expires_at, secret_expires_at) - now())::integer as expires_in_seconds`;

/** Undefined where the code has come again meanwhile, or its person has left. */
export const insertGrant = (
  db: Db,
  {
    tokenId,
    authorizationId,
    access,
    refresh,
    accessSeconds,
  }: NewSecrets & { tokenId: string; authorizationId: string },
): Promise<Granted | undefined> =>
  maybeOne<Granted>(
    db,
    sql`
    with allowed as (
      update oauth_authorizations a set token_id = ${tokenId} from users u
      where a.id = ${authorizationId} and a.replayed_at is null and a.token_id is null
        and u.id = a.user_id and u.disabled_at is null
      returning a.*
    ), token as (
      insert into board_tokens (
        id, user_id, name, lookup, token_hash, from_environment, created_at, expires_at,
        secret_expires_at, company_ids, read_only, may_decide, resource
      )
      select ${tokenId}::uuid, user_id, client_name, ${access.lookup}::text,
        ${access.secretHash}::bytea, false, now(), grant_expires_at,
        now() + make_interval(secs => ${accessSeconds}), company_ids, read_only,
        may_decide, resource
      from allowed returning *
    ), granted as (
      insert into oauth_grants (token_id, client_id, refresh_lookup, refresh_hash)
      select ${tokenId}::uuid, client_id, ${refresh?.lookup ?? null}::text,
        ${refresh?.secretHash ?? null}::bytea
      from allowed
    ), noted as (
      insert into account_activity (user_id, actor_id, action, subject_id)
      select user_id, user_id, 'token_created', id from token
    )
    select id as token_id, user_id, read_only, may_decide, ${expiresIn} from token`,
  );

export interface Refreshed extends Granted {
  readonly resource: TokenResource;
}

/** Both secrets change. Undefined: the token is not valid, or not the newest of its family. */
export const refreshGrant = (
  db: Db,
  {
    shown,
    clientId,
    resource,
    access,
    refresh,
    accessSeconds,
  }: {
    shown: TokenParts;
    clientId: string;
    resource: TokenResource | undefined;
    access: TokenParts;
    refresh: TokenParts;
    accessSeconds: number;
  },
): Promise<Refreshed | undefined> =>
  maybeOne<Refreshed>(
    db,
    sql`
    with renewed as (
      update oauth_grants g set refresh_hash = ${refresh.secretHash}, refreshed_at = now()
      from board_tokens t join users u on u.id = t.user_id
      where g.refresh_lookup = ${shown.lookup} and g.refresh_hash = ${shown.secretHash}
        and g.client_id = ${clientId} and t.id = g.token_id and t.revoked_at is null
        and t.expires_at > now() and u.disabled_at is null
        and coalesce(${resource ?? null}, t.resource) = t.resource
      returning g.token_id
    )
    update board_tokens t set lookup = ${access.lookup}, token_hash = ${access.secretHash},
      secret_expires_at = now() + make_interval(secs => ${accessSeconds})
    from renewed where t.id = renewed.token_id
    returning t.id as token_id, t.user_id, t.read_only, t.may_decide, t.resource, ${expiresIn}`,
  );

export interface EndedGrant {
  readonly tokenId: string;
  readonly userId: string;
}

const ended = (which: ReturnType<typeof sql>) => sql`
  with ended as (
    update board_tokens t set revoked_at = now() from oauth_grants g
    where g.token_id = t.id and t.revoked_at is null and ${which}
    returning t.id as token_id, t.user_id
  ), noted as (
    insert into account_activity (user_id, actor_id, action, subject_id)
    select user_id, user_id, 'token_revoked', token_id from ended
  )
  select token_id, user_id from ended`;

export const endGrant = (db: Db, tokenId: string): Promise<EndedGrant | undefined> =>
  maybeOne<EndedGrant>(db, ended(sql`t.id = ${tokenId}`));

/**
 * A refresh token of a family that goes on with another one was copied: its name is known only to who had
 * one of the family.
 */
export const endReusedGrant = (db: Db, shown: TokenParts): Promise<EndedGrant | undefined> =>
  maybeOne<EndedGrant>(
    db,
    ended(sql`g.refresh_lookup = ${shown.lookup} and g.refresh_hash <> ${shown.secretHash}`),
  );

/** By either of its tokens, which the program gives back. */
export const endGrantOf = (
  db: Db,
  kind: 'access' | 'refresh',
  shown: TokenParts,
): Promise<EndedGrant | undefined> =>
  maybeOne<EndedGrant>(
    db,
    ended(
      kind === 'access'
        ? sql`t.lookup = ${shown.lookup} and t.token_hash = ${shown.secretHash}`
        : sql`g.refresh_lookup = ${shown.lookup} and g.refresh_hash = ${shown.secretHash}`,
    ),
  );
