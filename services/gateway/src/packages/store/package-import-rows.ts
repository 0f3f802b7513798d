/** Rows of imports: what is made, in its order, and what has become of it. */
import { PACKAGE_FILES_MAX, type PackageImportRow } from '@muster/contracts';
import { many, none, sql, type Db } from '@muster/service-kit';
import type { PlannedStep, Step } from '../domain/steps.ts';
import type { PackageImportKey } from './package-imports.ts';

export interface NewRow extends PlannedStep {
  readonly id: string;
}

/** Before their import begins, since a request to the service that begins it would be too large with them. */
export const insertRows = (
  db: Db,
  { companyId, packageImportId }: PackageImportKey,
  rows: readonly NewRow[],
): Promise<void> =>
  none(
    db,
    sql`
    insert into package_import_rows (
      id, import_id, company_id, position, kind, slug, step, status
    )
    select r.id, ${packageImportId}, ${companyId}, r.position, r.step->>'kind', r.slug, r.step,
      'waiting'
    from jsonb_to_recordset(${JSON.stringify(rows.map(numbered))}::jsonb) as r(
      id uuid, position integer, slug text, step jsonb
    )
    order by r.position`,
  );

const numbered = ({ id, slug, step }: NewRow, position: number) => ({ id, position, slug, step });

/** Of an import that did not begin. */
export const deleteRows = (
  db: Db,
  { companyId, packageImportId }: PackageImportKey,
): Promise<void> =>
  none(
    db,
    sql`
    delete from package_import_rows
    where import_id = ${packageImportId} and company_id = ${companyId}`,
  );

export const listRows = (
  db: Db,
  { companyId, packageImportId }: PackageImportKey,
): Promise<PackageImportRow[]> =>
  many<PackageImportRow>(
    db,
    sql`
    select kind, slug, status, code, thing_id from package_import_rows
    where import_id = ${packageImportId} and company_id = ${companyId}
    order by position limit ${PACKAGE_FILES_MAX}`,
  );

export interface WaitingRow {
  readonly id: string;
  readonly slug: string;
  readonly step: Step;
}

export const listWaitingRows = (
  db: Db,
  { companyId, packageImportId }: PackageImportKey,
  most: number,
): Promise<WaitingRow[]> =>
  many<WaitingRow>(
    db,
    sql`
    select id, slug, step from package_import_rows
    where import_id = ${packageImportId} and company_id = ${companyId} and status = 'waiting'
    order by position limit ${most}`,
  );

export type EndedRow = Pick<PackageImportRow, 'status' | 'code' | 'thingId'>;

export const endRow = (
  db: Db,
  companyId: string,
  id: string,
  { status, code, thingId }: EndedRow,
): Promise<void> =>
  none(
    db,
    sql`
    update package_import_rows
    set status = ${status}, code = ${code}, thing_id = ${thingId}, step = null
    where id = ${id} and company_id = ${companyId} and status = 'waiting'`,
  );

export interface MadeThing {
  readonly kind: string;
  readonly slug: string;
  readonly thingId: string;
}

/** What the import has made. */
export const listMade = (
  db: Db,
  { companyId, packageImportId }: PackageImportKey,
): Promise<MadeThing[]> =>
  many<MadeThing>(
    db,
    sql`
    select kind, slug, thing_id from package_import_rows
    where import_id = ${packageImportId} and company_id = ${companyId} and thing_id is not null
    order by position limit ${PACKAGE_FILES_MAX}`,
  );

/** Tasks that earlier imports have made issues of: nothing else tells that they are those of a package. */
export const listImportedTasks = (db: Db, companyId: string): Promise<MadeThing[]> =>
  many<MadeThing>(
    db,
    sql`
    select distinct on (slug) kind, slug, thing_id from package_import_rows
    where company_id = ${companyId} and kind = 'task' and thing_id is not null
    order by slug, id desc limit ${PACKAGE_FILES_MAX}`,
  );
