/** Takes the text of one version of a document away, whatever the document is of. */
import { hash } from 'node:crypto';
import {
  REDACTED_TEXT,
  requireAuthorOrBoard,
  type Document,
  type issues,
  redactionBy,
} from '@muster/contracts';
import { redactAnswers, type Context } from '@muster/service-kit';
import { documentEvent } from '../events.ts';
import { removeDocumentWords } from '../store/documents/document-words.ts';
import { lockOwner, type OwnerRef } from '../store/documents/document-owners.ts';
import { getDocumentRow, getVersion, touchIssue } from '../store/documents/documents.ts';
import { saveRedactedVersion } from '../store/redaction/redacted-documents.ts';

export interface RedactionAsked {
  readonly document: string;
  readonly version: number;
  readonly reason?: string | undefined;
}

/** A second redaction changes nothing: the first one stays as what is known of it. */
export async function redactVersion(
  ref: OwnerRef,
  { document: key, version, reason }: RedactionAsked,
  { db, scope, actor, now, emit }: Context<typeof issues>,
): Promise<Document> {
  const owner = await lockOwner(db, scope, ref);
  const newest = await getDocumentRow(db, owner, key);
  const { body: _, ...found } = await getVersion(db, newest, version);
  requireAuthorOrBoard(actor, [found.authorAgentId]);
  if (found.redacted) return found;
  const left = {
    ...found,
    title: key,
    note: null,
    bytes: REDACTED_TEXT.length,
    sha256: hash('sha256', REDACTED_TEXT),
    redacted: redactionBy(actor, now, reason),
  };
  await saveRedactedVersion(db, left);
  const { id, companyId, issueId, updatedAt: createdAt } = found;
  const title = found.title === key ? null : found.title;
  await redactAnswers(db, { id, companyId, createdAt }, [title, found.note]);
  // Search has the words of the newest version only.
  if (issueId !== null && version === newest.version) {
    await removeDocumentWords(db, { issueId, companyId, documentId: id });
  }
  await touchIssue(db, owner, now);
  emit('document.redacted', documentEvent(left, owner.identifier));
  return left;
}
