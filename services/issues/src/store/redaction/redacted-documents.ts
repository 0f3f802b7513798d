/** Takes the text of one version of a document away. */
import { REDACTED_TEXT, type Document, type Redaction } from '@muster/contracts';
import { none, sql, type Db } from '@muster/service-kit';

export type LeftOfVersion = Pick<
  Document,
  'id' | 'companyId' | 'version' | 'title' | 'bytes' | 'sha256'
> & { readonly redacted: Redaction };

/** Its heading and what was said of the change go with the text. */
export const saveRedactedVersion = (db: Db, left: LeftOfVersion): Promise<void> =>
  none(
    db,
    sql`
    update document_versions
    set body = ${REDACTED_TEXT}, title = ${left.title}, note = null, bytes = ${left.bytes},
      sha256 = ${left.sha256}, redacted = ${JSON.stringify(left.redacted)}::jsonb
    where document_id = ${left.id} and company_id = ${left.companyId}
      and version = ${left.version}`,
  );
