/**
 * What a person has allowed a program, until the program has fetched its token: by a code that the browser
 * brings, or by that of a device, which exists before anybody has allowed anything. Only hashes are stored.
 */
import type { TokenLimits } from '@muster/contracts';
import { maybeOne, none, sql, type Db, type OldRows } from '@muster/service-kit';
import type { TokenParts } from '../../authentication/token.ts';
import type { TokenResource } from '../domain/parameters.ts';

/** A browser goes straight to the program. */
const CODE_SECONDS = 60;
/** A person has to walk to another screen. */
export const DEVICE_SECONDS = 600;
/** How often a device may ask. */
export const POLL_SECONDS = 5;
/** For so long, a code that comes again ends what it was used for. */
const REMEMBERED_HOURS = 24;

interface Asked {
  readonly id: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly resource: TokenResource;
}

export interface Allowed {
  readonly userId: string;
  readonly limits: TokenLimits;
  readonly grantExpiresAt: string;
}

/** Of a person who has allowed it in the browser of the program. */
export const insertAllowed = (
  db: Db,
  {
    id,
    clientId,
    clientName,
    resource,
    ...given
  }: Asked & Allowed & { code: TokenParts; redirectUri: string; challenge: string },
): Promise<void> =>
  none(
    db,
    sql`
    insert into oauth_authorizations (
      id, lookup, secret_hash, client_id, client_name, resource, redirect_uri, challenge, user_id,
      company_ids, read_only, may_decide, grant_expires_at, expires_at
    ) values (
      ${id}, ${given.code.lookup}, ${given.code.secretHash}, ${clientId}, ${clientName},
      ${resource}, ${given.redirectUri}, ${given.challenge}, ${given.userId},
      ${given.limits.companies}::uuid[], ${given.limits.readOnly}, ${given.limits.mayDecide},
      ${given.grantExpiresAt}, now() + make_interval(secs => ${CODE_SECONDS})
    )`,
  );

export const insertDevice = (
  db: Db,
  device: Asked & { code: TokenParts; userCodeHash: Buffer; scope: string | null },
): Promise<void> =>
  none(
    db,
    sql`
    insert into oauth_authorizations (
      id, lookup, secret_hash, user_code_hash, client_id, client_name, resource, scope, expires_at
    ) values (
      ${device.id}, ${device.code.lookup}, ${device.code.secretHash}, ${device.userCodeHash},
      ${device.clientId}, ${device.clientName}, ${device.resource}, ${device.scope},
      now() + make_interval(secs => ${DEVICE_SECONDS})
    )`,
  );

/** A device that waits for the answer of a person. */
export const findWaitingDevice = (
  db: Db,
  userCodeHash: Buffer,
): Promise<(Asked & { scope: string | null }) | undefined> =>
  maybeOne(
    db,
    sql`
    select id, client_id, client_name, resource, scope from oauth_authorizations
    where user_code_hash = ${userCodeHash} and user_id is null and refused_at is null
      and expires_at > now()`,
  );

/** One of many answers counts. */
export const answerDevice = async (
  db: Db,
  id: string,
  allowed: Allowed | undefined,
): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`
    update oauth_authorizations set
      user_id = ${allowed?.userId ?? null},
      company_ids = ${allowed?.limits.companies ?? null}::uuid[],
      read_only = ${allowed?.limits.readOnly ?? false},
      may_decide = ${allowed?.limits.mayDecide ?? null},
      grant_expires_at = ${allowed?.grantExpiresAt ?? null},
      refused_at = case when ${allowed === undefined} then now() end
    where id = ${id} and user_id is null and refused_at is null and expires_at > now()
    returning id`,
  )) !== undefined;

export interface UsedCode extends Asked {
  readonly redirectUri: string | null;
  readonly challenge: string | null;
}

/** One of many attempts gets it: a code that is shown by a wrong program is used all the same. */
export const useCode = (db: Db, code: TokenParts): Promise<UsedCode | undefined> =>
  maybeOne<UsedCode>(
    db,
    sql`
    update oauth_authorizations set used_at = now()
    where lookup = ${code.lookup} and secret_hash = ${code.secretHash}
      and redirect_uri is not null and used_at is null and expires_at > now()
    returning id, client_id, client_name, resource, redirect_uri, challenge`,
  );

/** Ends the token that a code was used for, now or as soon as it is made. */
export const noteReplay = (
  db: Db,
  code: TokenParts,
): Promise<{ tokenId: string | null; userId: string } | undefined> =>
  maybeOne(
    db,
    sql`
    update oauth_authorizations set replayed_at = now()
    where lookup = ${code.lookup} and secret_hash = ${code.secretHash} and used_at is not null
      and replayed_at is null and user_id is not null
    returning token_id, user_id`,
  );

export interface PolledDevice extends Asked {
  readonly isAllowed: boolean;
  readonly isRefused: boolean;
  readonly isExpired: boolean;
  /** Whether it asks more often than it may. */
  readonly isHasty: boolean;
}

/** Of this program only, and until its token is fetched. */
export const pollDevice = (
  db: Db,
  code: TokenParts,
  clientId: string,
): Promise<PolledDevice | undefined> =>
  maybeOne<PolledDevice>(
    db,
    sql`
    with before as (
      select id, polled_at from oauth_authorizations
      where lookup = ${code.lookup} and secret_hash = ${code.secretHash}
        and redirect_uri is null and client_id = ${clientId} and used_at is null
      for update
    )
    update oauth_authorizations a set
      polled_at = now(),
      used_at = case when a.user_id is not null and a.expires_at > now() then now() end
    from before where a.id = before.id
    returning a.id, a.client_id, a.client_name, a.resource, a.user_id is not null as is_allowed,
      a.refused_at is not null as is_refused, a.expires_at <= now() as is_expired,
      coalesce(before.polled_at > now() - make_interval(secs => ${POLL_SECONDS - 1}), false)
        as is_hasty`,
  );

export const oldAuthorizations: OldRows = {
  table: sql`oauth_authorizations`,
  by: sql`expires_at`,
  below: sql`now() - make_interval(hours => ${REMEMBERED_HOURS})`,
};
