/** Takes the name of a file away; its bytes are in the store. */
import { REDACTED_TEXT, type IssueFile, type Redaction, type Scope } from '@muster/contracts';
import { inScope, maybeOne, none, sql, type Db } from '@muster/service-kit';
import { getFileRow, type FileRow } from '../files/files.ts';

/** Locked, so that its bytes are deleted once. */
export async function lockFile(db: Db, scope: Scope, fileId: string): Promise<FileRow> {
  await maybeOne(
    db,
    sql`select id from files where id = ${fileId} and ${inScope(scope)} for no key update`,
  );
  return getFileRow(db, scope, fileId);
}

export const saveRedactedFile = (
  db: Db,
  {
    id,
    companyId,
    sha256,
    redacted,
  }: Pick<IssueFile, 'id' | 'companyId' | 'sha256'> & { readonly redacted: Redaction },
): Promise<void> =>
  none(
    db,
    sql`
    update files set name = ${REDACTED_TEXT}, bytes = 0, sha256 = ${sha256},
      redacted = ${JSON.stringify(redacted)}::jsonb
    where id = ${id} and company_id = ${companyId}`,
  );

export const redactEventsOfFile = (
  db: Db,
  { id, companyId }: Pick<IssueFile, 'id' | 'companyId'>,
): Promise<void> =>
  none(
    db,
    sql`
    update events set payload = payload || ${JSON.stringify({ name: REDACTED_TEXT })}::jsonb
    where company_id = ${companyId} and entity_type = 'file' and entity_id = ${id}`,
  );
