/** Imports of packages: how they begin, are claimed and end. */
import {
  PACKAGE_IMPORTS_KEPT_DAYS,
  Refusal,
  type PackageImport,
  type Scope,
} from '@muster/contracts';
import {
  idOlderThan,
  inScope,
  many,
  maybeOne,
  none,
  one,
  sql,
  type Db,
  type OldRows,
} from '@muster/service-kit';

const columns = sql`
  i.id, i.company_id, i.plan_hash, i.status, i.by_user_id, i.created_at, i.ended_at, (
    select jsonb_build_object(
      'waiting', count(*) filter (where r.status = 'waiting'),
      'done', count(*) filter (where r.status = 'done'),
      'partial', count(*) filter (where r.status = 'partial'),
      'refused', count(*) filter (where r.status = 'refused')
    )
    from package_import_rows r where r.import_id = i.id and r.company_id = i.company_id
  ) as counts`;

export interface PackageImportKey {
  readonly companyId: string;
  readonly packageImportId: string;
}

/** Whether one of the company is running. The company is locked. */
export const isImporting = async (db: Db, companyId: string): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`select id from package_imports where company_id = ${companyId} and status = 'running'`,
  )) !== undefined;

interface NewImport extends PackageImportKey {
  readonly planHash: string;
  readonly byUserId: string;
  readonly now: string;
}

export const insertPackageImport = (
  db: Db,
  { companyId, packageImportId, planHash, byUserId, now }: NewImport,
): Promise<PackageImport> =>
  one<PackageImport>(
    db,
    sql`
    with i as (
      insert into package_imports (
        id, company_id, plan_hash, status, by_user_id, due_at, created_at
      )
      values (
        ${packageImportId}, ${companyId}, ${planHash}, 'running', ${byUserId}, ${now}, ${now}
      )
      returning *
    )
    select ${columns} from i`,
  );

export async function getPackageImportRow(
  db: Db,
  { companyId, packageImportId }: PackageImportKey,
): Promise<PackageImport> {
  const found = await maybeOne<PackageImport>(
    db,
    sql`
    select ${columns} from package_imports i
    where i.company_id = ${companyId} and i.id = ${packageImportId}`,
  );
  if (!found) throw new Refusal('package_import_not_found');
  return found;
}

export const findCompanyOfPackageImport = async (
  db: Db,
  scope: Scope,
  id: string,
): Promise<string | undefined> => {
  const found = await maybeOne<{ companyId: string }>(
    db,
    sql`select company_id from package_imports where id = ${id} and ${inScope(scope)}`,
  );
  return found?.companyId;
};

/** An import whose rows this process makes for a while. */
export interface ClaimedImport {
  readonly id: string;
  readonly companyId: string;
  readonly attempts: number;
  readonly byUserId: string;
  /** null: the person may import into the company no more. */
  readonly byName: string | null;
}

/** Those that have waited longest. */
export const claimImports = (
  db: Db,
  { most, seconds }: { readonly most: number; readonly seconds: number },
): Promise<ClaimedImport[]> =>
  many<ClaimedImport>(
    db,
    sql`
    with due as (
      select id, company_id from package_imports
      where status = 'running' and due_at <= now()
      order by due_at limit ${most} for no key update skip locked
    ), claimed as (
      update package_imports i
      set due_at = now() + make_interval(secs => ${seconds}::double precision),
        attempts = attempts + 1
      from due where i.id = due.id and i.company_id = due.company_id
      returning i.id, i.company_id, i.attempts, i.by_user_id
    )
    select c.id, c.company_id, c.attempts, c.by_user_id, (
      select u.name from users u
      where u.id = c.by_user_id and u.disabled_at is null and (u.instance_admin or exists (
        select from memberships m
        where m.company_id = c.company_id and m.user_id = u.id and m.role = 'owner'
      ))
    ) as by_name
    from claimed c order by c.id limit ${most}`,
  );

type Claimed = Pick<ClaimedImport, 'id' | 'companyId'>;

/** It is due again then; with progress, its attempts are counted anew. */
export const releaseImport = (
  db: Db,
  { id, companyId }: Claimed,
  { seconds, hasProgress }: { readonly seconds: number; readonly hasProgress: boolean },
): Promise<void> =>
  none(
    db,
    sql`
    update package_imports
    set due_at = now() + make_interval(secs => ${seconds}::double precision),
      attempts = case when ${hasProgress} then 0 else attempts end
    where id = ${id} and company_id = ${companyId} and status = 'running'`,
  );

/** Nothing if another process has ended it. */
export const endImport = (db: Db, { id, companyId }: Claimed): Promise<PackageImport | undefined> =>
  maybeOne<PackageImport>(
    db,
    sql`
    with i as (
      update package_imports set status = 'done', due_at = null, ended_at = now()
      where id = ${id} and company_id = ${companyId} and status = 'running'
      returning *
    )
    select ${columns} from i`,
  );

export const oldPackageImports: OldRows = {
  table: sql`package_imports`,
  ...idOlderThan(sql`id`, PACKAGE_IMPORTS_KEPT_DAYS),
};

export const oldPackageImportRows: OldRows = {
  table: sql`package_import_rows`,
  ...idOlderThan(sql`id`, PACKAGE_IMPORTS_KEPT_DAYS),
};
