/** Writing and deleting documents, whatever they are of. */
import { hash } from 'node:crypto';
import { agents, Refusal, requireInHand, type Document, type issues } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { authorOf } from '../domain/author.ts';
import {
  requireBasis,
  requireDocumentKey,
  requireRoom,
  requireVersion,
} from '../domain/documents/document-rules.ts';
import { titleOf } from '../domain/documents/markdown.ts';
import { documentEvent } from '../events.ts';
import { requireWritableCompany } from '../store/companies.ts';
import {
  lockOwner,
  type DocumentOwner,
  type OwnerRef,
} from '../store/documents/document-owners.ts';
import {
  findDocument,
  getDocumentRow,
  markDeleted,
  measureShelf,
  saveDocument,
  touchIssue,
} from '../store/documents/documents.ts';
import {
  removeDocumentWords,
  saveDocumentWords,
  wordsOfDocument,
} from '../store/documents/document-words.ts';
import { markFilesOfDocumentDeleted } from '../store/files/files.ts';
import { findRoleOf } from '../store/roster.ts';

export interface Writing {
  readonly document: string;
  readonly body: string;
  readonly note?: string | undefined;
  readonly ifVersion?: number | undefined;
}

/** The same text again is no change, makes no version and needs none. */
export async function writeDocument(
  ref: OwnerRef,
  { document: key, body, note, ifVersion }: Writing,
  context: Context<typeof issues>,
): Promise<Document> {
  const { db, scope, actor, runId, now, emit } = context;
  const words = 'issueId' in ref ? await wordsOfDocument(body) : [];
  const owner = await lockOwner(db, scope, ref);
  requireDocumentKey(key);
  await requireWritableCompany(db, owner.companyId);
  await requireWriter(owner, context);
  const found = await findDocument(db, owner, key);
  if (found?.body === body && (ifVersion ?? found.version) === found.version) {
    const { body: _, ...present } = found;
    return present;
  }
  requireBasis(found, ifVersion);
  const bytes = Buffer.byteLength(body);
  requireRoom(await measureShelf(db, owner), found, bytes);
  const author = authorOf(actor, runId);
  const version = {
    title: titleOf(body, key),
    body,
    bytes,
    sha256: hash('sha256', body),
    note: note ?? null,
    authorAgentId: author.agentId,
    authorUserId: author.userId,
    authorName: actor.name,
    runId,
  };
  const place = { key, present: found };
  const saved = await saveDocument(db, owner, place, version, now);
  await touchIssue(db, owner, now);
  const { issueId, companyId } = owner;
  if (issueId) await saveDocumentWords(db, { issueId, companyId, documentId: saved.id }, words);
  emit('document.written', documentEvent(saved, owner.identifier));
  return saved;
}

/**
 * An issue's, as comments: everybody in the company, and of those who are paused only who has the issue in
 * hand. A project's, everybody who may change it. A company's stand for all that it does: its CEO, and the board.
 */
async function requireWriter(
  { companyId, issueId, projectId, assigneeAgentId }: DocumentOwner,
  { db, actor, lookAgain }: Context<typeof issues>,
): Promise<void> {
  requireInHand(actor, assigneeAgentId);
  if (actor.type !== 'agent' || (issueId ?? projectId) !== null) return;
  const role = await findRoleOf(db, companyId, actor.id);
  if (role === undefined) lookAgain(agents, companyId);
  if (role !== 'ceo') throw new Refusal('ceo_only');
}

export async function deleteDocument(
  ref: OwnerRef,
  { document: key, ifVersion }: Pick<Writing, 'document' | 'ifVersion'>,
  { db, scope, actor, now, emit }: Context<typeof issues>,
): Promise<Document> {
  const owner = await lockOwner(db, scope, ref);
  await requireWritableCompany(db, owner.companyId);
  const { body: _, ...found } = await getDocumentRow(db, owner, key);
  requireVersion(found, ifVersion);
  const byUserId = actor.type === 'user' ? actor.id : null;
  await markDeleted(db, found, { byUserId, byName: actor.name, at: now });
  await markFilesOfDocumentDeleted(db, found, now);
  await touchIssue(db, owner, now);
  const { issueId, companyId } = owner;
  if (issueId) await removeDocumentWords(db, { issueId, companyId, documentId: found.id });
  emit('document.deleted', documentEvent(found, owner.identifier));
  return found;
}
