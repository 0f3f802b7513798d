/** Documents as rows: one a document, and one a version with its text. */
import {
  DOCUMENT_VERSIONS_KEPT,
  DOCUMENT_VERSIONS_MAX_BYTES,
  DOCUMENTS_SHOWN,
  Refusal,
  type Document,
  type DocumentsInContext,
  showRedaction,
  type Redactable,
} from '@muster/contracts';
import {
  many,
  maybeOne,
  newId,
  none,
  one,
  sql,
  type Db,
  type Statement,
} from '@muster/service-kit';
import type { Shelf } from '../../domain/documents/document-rules.ts';
import type { IssueKey } from '../issue-rows.ts';
import { isOf, type DocumentOwner } from './document-owners.ts';

export type WrittenDocument = Document & { readonly body: string };
type StoredDocument = Redactable<Document>;
type StoredText = Redactable<WrittenDocument>;

const documentColumns = sql`
  d.id, d.company_id, d.issue_id, d.project_id, d.key, v.title, v.version, v.bytes, v.sha256, v.note,
  v.author_agent_id, v.author_user_id, v.author_name, v.run_id, v.created_at as updated_at,
  v.redacted`;
const itsNewest = sql`
  join document_versions v on v.document_id = d.id and v.version = d.version`;

interface KeyPage {
  readonly after: string | undefined;
  readonly limit: number;
}

/** By key, after the given one. */
export const documentsStatement = (
  owner: DocumentOwner,
  { after, limit }: KeyPage,
): Statement => sql`
  select ${documentColumns} from documents d ${itsNewest}
  where ${isOf(owner)} and d.deleted_at is null
    and (${after ?? null}::text is null or d.key collate "C" > ${after ?? null}::text)
  order by d.key collate "C" limit ${limit}`;

export const listDocumentRows = async (
  db: Db,
  owner: DocumentOwner,
  asked: KeyPage,
): Promise<Document[]> => {
  const rows = await many<StoredDocument>(db, documentsStatement(owner, asked));
  return rows.map(showRedaction);
};

export const contextStatement = ({ id, companyId }: IssueKey): Statement => sql`
  select d.key, v.bytes, v.version, count(*) over ()::integer as count
  from documents d ${itsNewest}
  where d.company_id = ${companyId} and d.issue_id = ${id} and d.project_id is null
    and d.deleted_at is null
  order by v.created_at desc, d.key limit ${DOCUMENTS_SHOWN}`;

type ShownDocument = DocumentsInContext['items'][number];

/** The latest changes to documents of an issue first; nothing without documents. */
export async function findDocumentsInContext(
  db: Db,
  { id, companyId }: IssueKey,
): Promise<DocumentsInContext | undefined> {
  const rows = await many<ShownDocument & { readonly count: number }>(
    db,
    contextStatement({ id, companyId }),
  );
  const [first] = rows;
  return first && { count: first.count, items: rows.map(({ count: _, ...shown }) => shown) };
}

export const documentStatement = (owner: DocumentOwner, key: string): Statement => sql`
  select ${documentColumns}, v.body from documents d ${itsNewest}
  where ${isOf(owner)} and d.key = ${key} and d.deleted_at is null`;

export const findDocument = async (
  db: Db,
  owner: DocumentOwner,
  key: string,
): Promise<WrittenDocument | undefined> => {
  const row = await maybeOne<StoredText>(db, documentStatement(owner, key));
  return row && showRedaction(row);
};

export async function getDocumentRow(
  db: Db,
  owner: DocumentOwner,
  key: string,
): Promise<WrittenDocument> {
  const found = await findDocument(db, owner, key);
  if (!found) throw new Refusal('document_not_found', { key });
  return found;
}

/** The document as it was at a version; a version that is kept no more is refused. */
export async function getVersion(
  db: Db,
  document: WrittenDocument,
  version: number,
): Promise<WrittenDocument> {
  if (version === document.version) return document;
  const earlier = await maybeOne<StoredText>(
    db,
    sql`
    select ${documentColumns}, v.body from documents d
    join document_versions v on v.document_id = d.id and v.version = ${version}
    where d.id = ${document.id} and d.company_id = ${document.companyId}`,
  );
  if (!earlier) {
    const hint = 'read one of its revisions, which are at the address of the document, /revisions';
    throw new Refusal('revision_not_found', { newest: document.version }, hint);
  }
  return showRedaction(earlier);
}

/** Newest first, before the given version. */
export const listVersions = async (
  db: Db,
  { id, companyId }: Document,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<Document[]> => {
  const rows = await many<StoredDocument>(
    db,
    sql`
    select ${documentColumns} from documents d join document_versions v on v.document_id = d.id
    where d.id = ${id} and d.company_id = ${companyId}
      and (${before ?? null}::integer is null or v.version < ${before ?? null}::integer)
    order by v.version desc limit ${limit}`,
  );
  return rows.map(showRedaction);
};

export const measureShelf = (db: Db, owner: DocumentOwner): Promise<Shelf> =>
  one<Shelf>(
    db,
    sql`
    select count(*)::integer as count, coalesce(sum(v.bytes), 0)::integer as bytes
    from documents d ${itsNewest}
    where ${isOf(owner)} and d.deleted_at is null`,
  );

export type NewVersion = Pick<
  Document,
  'title' | 'bytes' | 'sha256' | 'note' | 'authorAgentId' | 'authorUserId' | 'authorName' | 'runId'
> & { readonly body: string };

/** The caller holds the owner. A key that was deleted goes on with its versions. */
export async function saveDocument(
  db: Db,
  owner: DocumentOwner,
  { key, present }: { readonly key: string; readonly present: Document | undefined },
  written: NewVersion,
  now: string,
): Promise<Document> {
  const id = present?.id ?? newId();
  const { version } = present
    ? await one<{ version: number }>(
        db,
        sql`
        update documents set version = version + 1
        where id = ${id} and company_id = ${owner.companyId} returning version`,
      )
    : await one<{ version: number }>(
        db,
        sql`
        insert into documents (id, company_id, issue_id, project_id, key, version, created_at)
        select ${id}, ${owner.companyId}, ${owner.issueId}, ${owner.projectId}, ${key},
          1 + coalesce((
            select max(d.version) from documents d
            where ${isOf(owner)} and d.key = ${key} and d.deleted_at is not null
          ), 0), ${now}
        returning version`,
      );
  await none(
    db,
    sql`
    insert into document_versions (
      document_id, company_id, version, title, body, bytes, sha256, note, author_agent_id,
      author_user_id, author_name, run_id, created_at
    ) values (
      ${id}, ${owner.companyId}, ${version}, ${written.title}, ${written.body}, ${written.bytes},
      ${written.sha256}, ${written.note}, ${written.authorAgentId}, ${written.authorUserId},
      ${written.authorName}, ${written.runId}, ${now}
    )`,
  );
  if (present) await dropOldVersions(db, owner.companyId, id, version);
  const { body: _, ...rest } = written;
  const { companyId, issueId, projectId } = owner;
  return { id, companyId, issueId, projectId, key, version, ...rest, updatedAt: now };
}

/** The newest is kept in any case. */
const dropOldVersions = (db: Db, companyId: string, id: string, version: number): Promise<void> =>
  none(
    db,
    sql`
    delete from document_versions v using (
      select o.version, sum(o.bytes) over (order by o.version desc) as bytes
      from document_versions o
      where o.document_id = ${id} and o.company_id = ${companyId} and o.version < ${version}
    ) old
    where v.document_id = ${id} and v.company_id = ${companyId} and v.version = old.version
      and (old.version <= ${version - DOCUMENT_VERSIONS_KEPT}
        or old.bytes > ${DOCUMENT_VERSIONS_MAX_BYTES})`,
  );

export interface Deletion {
  readonly byUserId: string | null;
  readonly byName: string;
  readonly at: string;
}

/** Its versions go with the row, by age. */
export const markDeleted = (db: Db, { id, companyId }: Document, by: Deletion): Promise<void> =>
  none(
    db,
    sql`
    update documents
    set deleted_at = ${by.at}, deleted_by_user_id = ${by.byUserId}, deleted_by_name = ${by.byName}
    where id = ${id} and company_id = ${companyId}`,
  );

/** The issue stands first among those that were changed lately; no field of it has changed. */
export const touchIssue = (db: Db, { issueId, companyId }: DocumentOwner, now: string) =>
  issueId === null
    ? undefined
    : none(
        db,
        sql`
        update issues set updated_at = greatest(updated_at, ${now})
        where id = ${issueId} and company_id = ${companyId}`,
      );
