/** Files to which nothing refers: deleted ones, and those whose upload has broken off. */
import { many, none, sql, type Db, type Statement } from '@muster/service-kit';

export interface LeftFile {
  readonly id: string;
  readonly companyId: string;
  readonly leftAt: string;
}

/** Longer than any upload takes. */
export const leftFilesStatement = (after: LeftFile | undefined, limit: number): Statement => sql`
  select id, company_id, left_at from files
  where left_at < now() - interval '1 day'
    and (left_at, id) > (
      ${after?.leftAt ?? '-infinity'}::timestamptz,
      ${after?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid
    )
  order by left_at, id limit ${limit}`;

export const listLeftFiles = (
  db: Db,
  after: LeftFile | undefined,
  limit: number,
): Promise<LeftFile[]> => many(db, leftFilesStatement(after, limit));

/** When their bytes are deleted. */
export const deleteLeftFiles = (db: Db, companyId: string, ids: readonly string[]): Promise<void> =>
  none(
    db,
    sql`
    delete from files
    where id = any(${ids}::uuid[]) and company_id = ${companyId} and left_at is not null`,
  );

/** Of a company that is erased, whatever refers to them. */
export const listFilesOfCompany = async (
  db: Db,
  companyId: string,
  limit: number,
): Promise<string[]> =>
  (
    await many<{ id: string }>(
      db,
      sql`select id from files where company_id = ${companyId} order by id limit ${limit}`,
    )
  ).map(({ id }) => id);

export const deleteFilesOfCompany = (
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<void> =>
  none(db, sql`delete from files where id = any(${ids}::uuid[]) and company_id = ${companyId}`);
