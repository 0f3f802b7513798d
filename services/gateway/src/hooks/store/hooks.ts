/** Hooks as the board sees and changes them, and as a delivery finds them. */
import { Refusal, type Hook, type Scope } from '@muster/contracts';
import { inScope, many, maybeOne, none, one, sql, type Db } from '@muster/service-kit';

export type HookRow = Omit<Hook, 'path'>;
export interface HookKey {
  readonly companyId: string;
  readonly hookId: string;
}

export const hookColumns = sql`
  id, company_id, name, form, effect, filters, enabled,
  case when previous_secret_until > now() then previous_secret_until end as previous_secret_until,
  by_user_id, created_at, updated_at, version`;

export type NewHook = Pick<
  HookRow,
  'id' | 'companyId' | 'name' | 'form' | 'effect' | 'filters' | 'enabled' | 'byUserId' | 'createdAt'
> & { readonly sealedSecret: Buffer };

export const insertHook = (db: Db, hook: NewHook): Promise<HookRow> =>
  one<HookRow>(
    db,
    sql`
    insert into hooks (
      id, company_id, name, form, effect, filters, enabled, sealed_secret, by_user_id, created_at,
      updated_at
    ) values (
      ${hook.id}, ${hook.companyId}, ${hook.name}, ${hook.form},
      ${JSON.stringify(hook.effect)}::jsonb, ${JSON.stringify(hook.filters)}::jsonb,
      ${hook.enabled}, ${hook.sealedSecret}, ${hook.byUserId}, ${hook.createdAt}, ${hook.createdAt}
    )
    returning ${hookColumns}`,
  );

export const countHooks = async (db: Db, companyId: string): Promise<number> =>
  (
    await one<{ count: number }>(
      db,
      sql`select count(*)::integer as count from hooks where company_id = ${companyId}`,
    )
  ).count;

export const listHookRows = (
  db: Db,
  companyId: string,
  before: string | undefined,
  limit: number,
): Promise<HookRow[]> =>
  many<HookRow>(
    db,
    sql`
    select ${hookColumns} from hooks
    where company_id = ${companyId}
      and (${before ?? null}::uuid is null or id < ${before ?? null}::uuid)
    order by id desc limit ${limit}`,
  );

export const findCompanyOfHook = async (
  db: Db,
  scope: Scope,
  id: string,
): Promise<string | undefined> => {
  const found = await maybeOne<{ companyId: string }>(
    db,
    sql`select company_id from hooks where id = ${id} and ${inScope(scope)}`,
  );
  return found?.companyId;
};

export async function getHookRow(db: Db, { companyId, hookId }: HookKey): Promise<HookRow> {
  const found = await maybeOne<HookRow>(
    db,
    sql`select ${hookColumns} from hooks where company_id = ${companyId} and id = ${hookId}`,
  );
  if (!found) throw new Refusal('hook_not_found');
  return found;
}

export async function lockHook(db: Db, { companyId, hookId }: HookKey): Promise<HookRow> {
  const found = await maybeOne<HookRow>(
    db,
    sql`
    select ${hookColumns} from hooks
    where company_id = ${companyId} and id = ${hookId} for no key update`,
  );
  if (!found) throw new Refusal('hook_not_found');
  return found;
}

export const saveHook = (db: Db, hook: HookRow, now: string): Promise<HookRow> =>
  one<HookRow>(
    db,
    sql`
    update hooks set name = ${hook.name}, effect = ${JSON.stringify(hook.effect)}::jsonb,
      filters = ${JSON.stringify(hook.filters)}::jsonb, enabled = ${hook.enabled},
      by_user_id = ${hook.byUserId}, updated_at = ${now}, version = version + 1
    where company_id = ${hook.companyId} and id = ${hook.id}
    returning ${hookColumns}`,
  );

export const rotateHook = (
  db: Db,
  { companyId, hookId }: HookKey,
  sealed: Buffer,
  { now, until }: { readonly now: string; readonly until: string },
): Promise<HookRow> =>
  one<HookRow>(
    db,
    sql`
    update hooks set previous_secret = sealed_secret, previous_secret_until = ${until},
      sealed_secret = ${sealed}, updated_at = ${now}, version = version + 1
    where company_id = ${companyId} and id = ${hookId}
    returning ${hookColumns}`,
  );

export const deleteHookRow = (db: Db, { companyId, hookId }: HookKey): Promise<void> =>
  none(db, sql`delete from hooks where company_id = ${companyId} and id = ${hookId}`);

/** What a delivery is verified by, and what is taken of it. */
export interface ReceivingHook extends Pick<
  HookRow,
  'id' | 'companyId' | 'form' | 'effect' | 'filters' | 'enabled'
> {
  readonly sealedSecret: Buffer;
  readonly previousSecret: Buffer | null;
}

/** By its id alone: the caller is outside of all companies. */
export const findReceivingHook = (db: Db, id: string): Promise<ReceivingHook | undefined> =>
  maybeOne<ReceivingHook>(
    db,
    sql`
    select id, company_id, form, effect, filters, enabled, sealed_secret,
      case when previous_secret_until > now() then previous_secret end as previous_secret
    from hooks where id = ${id}`,
  );
