/**
 * Operations on the files of an issue. The bytes pass between the gateway and the store; the service is asked
 * before they come, and told when they are there.
 */
import { z } from 'zod';
import { event, operation } from '../../define.ts';
import { DocumentKey } from '../document-records.ts';
import { FileName, FileSnapshot, FileType, IssueFile, Sha256 } from './file-records.ts';
import { RedactionReason } from '../../redaction.ts';
import { Id, IssueRef, page, PathId } from '../../vocabulary.ts';

/** What an upload says besides its bytes. */
export const uploadFields = {
  name: FileName,
  type: FileType.optional(),
  sha256: Sha256.optional().describe(
    'The SHA-256 of the bytes, in hexadecimal: what arrives otherwise is refused.',
  ),
  document: DocumentKey.optional().describe(
    'The key of a document of the issue: the file is deleted with it.',
  ),
};

export const fileOperations = {
  admitFile: operation({
    kind: 'write',
    summary: 'Room for a file that comes: rights and limits are decided before its bytes.',
    who: ['agent', 'board'],
    stores: true,
    whilePaused: true,
    input: z.object({
      companyId: Id,
      issueId: IssueRef,
      bytes: z.int().min(0),
      name: uploadFields.name,
      type: FileType.default('application/octet-stream'),
      document: uploadFields.document,
    }),
    output: z.object({ fileId: Id, companyId: Id }),
    refusals: [
      'issue_not_found',
      'document_not_found',
      'agent_paused',
      'company_paused',
      'file_too_large',
      'too_many_files',
      'file_quota_reached',
    ],
  }),
  completeFile: operation({
    kind: 'write',
    summary: 'The bytes of an admitted file are in the store: from now on there is the file.',
    who: ['agent', 'board'],
    whilePaused: true,
    // What the client says of the file, too: a repeat with its key that says something else is refused.
    input: z.object({
      companyId: Id,
      issueId: IssueRef,
      fileId: Id,
      ...uploadFields,
      sha256: Sha256,
    }),
    filledIn: ['fileId'],
    output: IssueFile,
    refusals: ['file_not_found', 'agent_paused', 'company_paused'],
    emits: ['file.added'],
  }),
  dropFile: operation({
    kind: 'write',
    summary: 'An admitted file does not come.',
    who: ['agent', 'board'],
    whilePaused: true,
    input: z.object({ companyId: Id, fileId: Id }),
    output: z.object({ dropped: z.boolean() }),
    refusals: ['agent_paused', 'company_paused'],
  }),
  findFile: operation({
    kind: 'read',
    summary: 'A file, for whoever has its signed address.',
    who: ['service'],
    input: z.object({ companyId: Id, fileId: Id }),
    output: IssueFile,
    refusals: ['file_not_found'],
  }),
  listIssueFiles: operation({
    http: 'GET /api/issues/:issueId/files',
    summary: 'The files of an issue, newest first, without their bytes.',
    who: ['agent', 'board'],
    input: z.object({ issueId: IssueRef, ...page }),
    output: z.array(IssueFile),
    paged: true,
    refusals: ['issue_not_found'],
  }),
  getFile: operation({
    http: 'GET /api/files/:fileId',
    summary: 'What is known of a file; its bytes are at /api/files/:fileId/content.',
    who: ['agent', 'board'],
    input: z.object({ fileId: PathId }),
    output: IssueFile,
    refusals: ['file_not_found'],
  }),
  redactFile: operation({
    http: 'POST /api/files/:fileId/redact',
    summary:
      'Take away the bytes and the name of a file for good, such as a secret: a live run of its author or the ' +
      'board. The bytes are gone from the store when this is answered; who has done so, and when, stays.',
    who: ['agent', 'board'],
    whilePaused: true,
    input: z.object({ fileId: PathId, reason: RedactionReason.optional() }),
    output: IssueFile,
    refusals: ['file_not_found', 'not_the_author', 'file_store_unavailable'],
    emits: ['file.redacted'],
  }),
  deleteFile: operation({
    http: 'DELETE /api/files/:fileId',
    summary: 'Delete a file. It cannot be restored.',
    who: ['board'],
    input: z.object({ fileId: PathId }),
    output: IssueFile,
    refusals: ['file_not_found'],
    emits: ['file.deleted'],
  }),
} as const;

const fileEvent = (summary: string) =>
  event({ entity: 'file', version: 1, summary, payload: FileSnapshot });

export const fileEvents = {
  'file.added': fileEvent('An issue has a new file.'),
  'file.redacted': fileEvent('The bytes and the name of a file were taken away for good.'),
  'file.deleted': fileEvent('A file of an issue was deleted.'),
} as const;
