/** Files as rows: a file that comes, one that is there, and one that nothing refers to any more. */
import { Refusal, type IssueFile, type Scope, type Redactable } from '@muster/contracts';
import {
  inScope,
  many,
  maybeOne,
  none,
  one,
  sql,
  type Db,
  type Statement,
} from '@muster/service-kit';
import type { FileUse } from '../../domain/files/file-limits.ts';
import type { IssueKey } from '../issue-rows.ts';

const fileColumns = sql`
  f.id, f.company_id, f.issue_id, f.document_key, f.name, f.type, f.bytes, f.sha256,
  f.author_agent_id, f.author_user_id, f.author_name, f.run_id, f.created_at, f.redacted`;

/** With the identifier of its issue, for events. */
export type StoredFile = Redactable<IssueFile>;
export type FileRow = StoredFile & { readonly identifier: string };

export type ComingFile = Omit<IssueFile, 'sha256' | 'redacted'> & {
  readonly documentId: string | null;
};

/** It counts from now on; uploads of a company wait here for each other, so that none exceeds its quota. */
export async function insertComingFile(db: Db, file: ComingFile): Promise<FileUse> {
  const { monthBytes } = await one<{ readonly monthBytes: number }>(
    db,
    sql`
    insert into file_months as m (company_id, month, bytes)
    values (${file.companyId}, date_trunc('month', ${file.createdAt}::timestamptz at time zone 'UTC'),
      ${file.bytes})
    on conflict (company_id, month) do update set bytes = m.bytes + excluded.bytes
    returning bytes as month_bytes`,
  );
  await none(
    db,
    sql`
    insert into files (
      id, company_id, issue_id, document_id, document_key, name, type, bytes, author_agent_id,
      author_user_id, author_name, run_id, created_at, left_at
    ) values (
      ${file.id}, ${file.companyId}, ${file.issueId}, ${file.documentId}, ${file.documentKey},
      ${file.name}, ${file.type}, ${file.bytes}, ${file.authorAgentId}, ${file.authorUserId},
      ${file.authorName}, ${file.runId}, ${file.createdAt}, ${file.createdAt}
    )`,
  );
  const use = await one<Omit<FileUse, 'monthBytes'>>(db, useStatement(file));
  return { ...use, monthBytes };
}

export const useStatement = ({
  companyId,
  issueId,
}: Pick<IssueFile, 'companyId' | 'issueId'>): Statement => sql`
  select
    (select coalesce(sum(f.bytes), 0)::bigint from files f where f.company_id = ${companyId})
      as company_bytes,
    (select count(*)::integer + 1 from files f
      where f.company_id = ${companyId} and f.issue_id = ${issueId} and f.left_at is null)
      as files_of_issue`;

/** An upload takes an hour at most; what has come later is the sweep's. */
const stillComing = (fileId: string, companyId: string): Statement => sql`
  f.id = ${fileId} and f.company_id = ${companyId} and f.sha256 is null
  and f.left_at > now() - interval '2 hours'`;

/** Nothing where no such file is awaited. */
export const saveWholeFile = (
  db: Db,
  { fileId, companyId, sha256 }: Record<'fileId' | 'companyId' | 'sha256', string>,
): Promise<FileRow | undefined> =>
  maybeOne<FileRow>(
    db,
    sql`
    with f as (
      update files f set sha256 = ${sha256}, left_at = null
      where ${stillComing(fileId, companyId)} returning *
    )
    select ${fileColumns}, i.identifier from f join issues i on i.id = f.issue_id`,
  );

/** The month gets back what has not come. Nothing where no such file is awaited. */
export const deleteComingFile = (
  db: Db,
  fileId: string,
  companyId: string,
): Promise<{ readonly month: string } | undefined> =>
  maybeOne(
    db,
    sql`
    with gone as (
      delete from files f where ${stillComing(fileId, companyId)} returning f.bytes, f.created_at
    )
    update file_months m set bytes = greatest(0, m.bytes - gone.bytes) from gone
    where m.company_id = ${companyId}
      and m.month = date_trunc('month', gone.created_at at time zone 'UTC')
    returning m.month::text`,
  );

export const fileStatement = (scope: Scope, fileId: string): Statement => sql`
  select ${fileColumns}, i.identifier from files f join issues i on i.id = f.issue_id
  where f.id = ${fileId} and ${inScope(scope, sql`f.company_id`)} and f.left_at is null`;

export async function getFileRow(db: Db, scope: Scope, fileId: string): Promise<FileRow> {
  const found = await maybeOne<FileRow>(db, fileStatement(scope, fileId));
  if (!found) throw new Refusal('file_not_found');
  return found;
}

export const findCompanyOfFile = async (
  db: Db,
  scope: Scope,
  fileId: string,
): Promise<string | undefined> =>
  (await maybeOne<FileRow>(db, fileStatement(scope, fileId)))?.companyId;

/** Newest first, before the given one. */
export const filesStatement = (
  { id, companyId }: IssueKey,
  before: string | undefined,
  limit: number,
): Statement => sql`
  select ${fileColumns} from files f
  where f.company_id = ${companyId} and f.issue_id = ${id} and f.left_at is null
    and (${before ?? null}::uuid is null or f.id < ${before ?? null}::uuid)
  order by f.id desc limit ${limit}`;

export const listFileRows = (
  db: Db,
  issue: IssueKey,
  before: string | undefined,
  limit: number,
): Promise<StoredFile[]> => many<StoredFile>(db, filesStatement(issue, before, limit));

/** Nothing where another has deleted it meanwhile. */
export const markFileDeleted = (
  db: Db,
  { id, companyId }: Pick<IssueFile, 'id' | 'companyId'>,
  now: string,
): Promise<{ readonly id: string } | undefined> =>
  maybeOne(
    db,
    sql`
    update files set left_at = ${now}
    where id = ${id} and company_id = ${companyId} and left_at is null returning id`,
  );

/** The files of a document go with it. */
export const markFilesOfDocumentDeleted = (
  db: Db,
  { id, companyId }: { readonly id: string; readonly companyId: string },
  now: string,
): Promise<void> =>
  none(
    db,
    sql`
    update files set left_at = ${now}
    where document_id = ${id} and company_id = ${companyId} and left_at is null`,
  );
