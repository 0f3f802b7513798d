/** What may be written as a document, and whether it is new or a version of what its author has read. */
import {
  DOCUMENTS_MAX,
  DOCUMENTS_MAX_BYTES,
  DocumentKey,
  invalidField,
  Refusal,
  type Document,
} from '@muster/contracts';

type Present = Pick<Document, 'version' | 'authorName' | 'updatedAt'>;

/** All documents of an issue, a project or a company. */
export interface Shelf {
  readonly count: number;
  /** Of their newest versions. */
  readonly bytes: number;
}

export function requireDocumentKey(key: string): void {
  const [issue] = DocumentKey.safeParse(key).error?.issues ?? [];
  if (issue) throw invalidField(['document'], issue.message);
}

/** What exists is only overwritten by who has read it; 0 stands for what does not exist. */
export function requireBasis(present: Present | undefined, ifVersion: number | undefined): void {
  const version = present?.version ?? 0;
  const by = present && { updatedAt: present.updatedAt, authorName: present.authorName };
  if (present && ifVersion === undefined) throw new Refusal('document_exists', { version, ...by });
  requireVersion(present, ifVersion);
}

export function requireVersion(present: Present | undefined, ifVersion: number | undefined): void {
  const version = present?.version ?? 0;
  const by = present && { updatedAt: present.updatedAt, authorName: present.authorName };
  if ((ifVersion ?? version) !== version) throw new Refusal('version_mismatch', { version, ...by });
}

/** Refuses a document more than there may be, and more bytes. */
export function requireRoom(
  shelf: Shelf,
  present: Pick<Document, 'bytes'> | undefined,
  bytes: number,
): void {
  if (!present && shelf.count >= DOCUMENTS_MAX) {
    throw new Refusal('too_many_documents', { max: DOCUMENTS_MAX });
  }
  const total = shelf.bytes - (present?.bytes ?? 0) + bytes;
  if (total > DOCUMENTS_MAX_BYTES && bytes > (present?.bytes ?? 0)) {
    throw new Refusal('documents_too_large', { bytes: total, bytesMax: DOCUMENTS_MAX_BYTES });
  }
}
