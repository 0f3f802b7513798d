import { Refusal, requireInHand, type issues } from '@muster/contracts';
import { newId, type Context, type Handler } from '@muster/service-kit';
import { fileLimitsOf } from '../../config.ts';
import { authorOf } from '../../domain/author.ts';
import { requireRoomForFile, requireSize } from '../../domain/files/file-limits.ts';
import { requireWritableCompany } from '../../store/companies.ts';
import { getOwner, type DocumentOwner } from '../../store/documents/document-owners.ts';
import { getDocumentRow } from '../../store/documents/documents.ts';
import { insertComingFile } from '../../store/files/files.ts';

export const admitFile: Handler<typeof issues, 'admitFile'> = async (
  { companyId, issueId, bytes, name, type, document },
  context,
) => {
  const { db, scope, actor, runId, now } = context;
  const owner = await getOwner(db, scope, { issueId });
  if (owner.companyId !== companyId || owner.issueId === null) throw new Refusal('issue_not_found');
  await requireWritableCompany(db, companyId);
  requireInHand(actor, owner.assigneeAgentId);
  const limits = fileLimitsOf(context);
  requireSize(bytes, limits);
  const author = authorOf(actor, runId);
  const file = {
    id: newId(),
    companyId,
    issueId: owner.issueId,
    documentId: await documentIdOf(owner, document, context),
    documentKey: document ?? null,
    name,
    type: type.toLowerCase(),
    bytes,
    authorAgentId: author.agentId,
    authorUserId: author.userId,
    authorName: actor.name,
    runId,
    createdAt: now,
  };
  requireRoomForFile(await insertComingFile(db, file), limits);
  return { fileId: file.id, companyId };
};

const documentIdOf = async (
  owner: DocumentOwner,
  key: string | undefined,
  { db }: Context<typeof issues>,
): Promise<string | null> => (key === undefined ? null : (await getDocumentRow(db, owner, key)).id);
