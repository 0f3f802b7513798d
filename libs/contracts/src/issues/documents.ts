/** Operations on documents, which an issue, a project and a company have alike. */
import { z } from 'zod';
import { event, operation } from '../define.ts';
import {
  Document,
  DOCUMENT_JSON_MAX_BYTES,
  DOCUMENT_VERSIONS_KEPT,
  DocumentBody,
  DocumentDifference,
  DocumentKey,
  DocumentNote,
  DocumentSnapshot,
  DocumentText,
} from './document-records.ts';
import type { RefusalCode } from '../refusals/refusals.ts';
import { RedactionReason } from '../redaction.ts';
import { IssueRef, page, PathId, Version } from '../vocabulary.ts';

/** The largest text with all its escapes, and what else a request says. */
const WRITE_MAX_BYTES = DOCUMENT_JSON_MAX_BYTES + 8_192;
/** Longest heading that is looked for. */
const SECTION_MAX = 200;
/** Where a document may be new, the rule that its key breaks is told; see `requireDocumentKey`. */
const NewKey = z
  .string()
  .max(200)
  .regex(/^\P{Cc}+$/u)
  .describe('The key: lower-case letters, digits, dashes.');
/** 0: there is no document of that key. */
const IfVersion = z.int().min(0).optional();

interface Owner<Path extends string, Shape extends z.ZodRawShape> {
  readonly path: Path;
  readonly inPath: Shape;
  /** As summaries name it. */
  readonly named: string;
  /** Who may write, as the summary says. */
  readonly writers: string;
  readonly refusals: readonly RefusalCode[];
  readonly refusalsOfWriting: readonly RefusalCode[];
  /** Whether an agent that is paused may write what it has in hand. */
  readonly whilePaused?: true;
}

function readingOf<Path extends string, Shape extends z.ZodRawShape>({
  path,
  inPath,
  named,
  refusals,
}: Owner<Path, Shape>) {
  const list = `/api/${path}/documents` as const;
  const one = `${list}/:document` as const;
  const oneInPath = { ...inPath, document: DocumentKey };
  return {
    list: operation({
      http: `GET ${list}`,
      summary: `The documents of ${named} in the order of their keys, without their texts.`,
      who: ['agent', 'board'],
      input: z.object({ ...inPath, ...page }),
      output: z.array(Document),
      paged: true,
      refusals,
    }),
    read: operation({
      http: `GET ${one}`,
      summary: `A document of ${named}: all of it, some lines, or one section; as it is or was at a version.`,
      who: ['agent', 'board'],
      input: z.object({
        ...oneInPath,
        version: Version.optional().describe('An earlier version; the newest by default.'),
        fromLine: z.int().min(1).optional().describe('The first line to read, counted from 1.'),
        lines: z.int().min(1).optional().describe('How many lines to read; all by default.'),
        section: z
          .string()
          .min(1)
          .max(SECTION_MAX)
          .optional()
          .describe('A heading: only what stands under it, with what is below that.'),
      }),
      output: DocumentText,
      refusals: [...refusals, 'document_not_found', 'revision_not_found', 'section_not_found'],
    }),
  };
}

function historyOf<Path extends string, Shape extends z.ZodRawShape>({
  path,
  inPath,
  named,
  refusals,
}: Owner<Path, Shape>) {
  const one = `/api/${path}/documents/:document` as const;
  const oneInPath = { ...inPath, document: DocumentKey };
  return {
    revisions: operation({
      http: `GET ${one}/revisions`,
      summary: `The last ${DOCUMENT_VERSIONS_KEPT} versions of a document of ${named}, newest first, without texts.`,
      who: ['agent', 'board'],
      input: z.object({ ...oneInPath, ...page }),
      output: z.array(Document),
      paged: true,
      refusals: [...refusals, 'document_not_found'],
    }),
    compare: operation({
      http: `GET ${one}/diff`,
      summary: `The difference between two versions of a document of ${named}.`,
      who: ['agent', 'board'],
      input: z.object({
        ...oneInPath,
        from: Version.optional().describe('By default the version before `to`.'),
        to: Version.optional().describe('By default the newest version.'),
      }),
      output: DocumentDifference,
      refusals: [...refusals, 'document_not_found', 'revision_not_found'],
    }),
  };
}

function writingOf<Path extends string, Shape extends z.ZodRawShape>({
  path,
  inPath,
  named,
  writers,
  refusals,
  refusalsOfWriting,
  whilePaused,
}: Owner<Path, Shape>) {
  const one = `/api/${path}/documents/:document` as const;
  return {
    write: operation({
      http: `PUT ${one}`,
      summary:
        `Write a document of ${named}: ${writers}. A new version of one that exists needs the version ` +
        'that it is made from, in `If-Match`; `If-None-Match: *` makes only a new document.',
      who: ['agent', 'board'],
      ...(whilePaused ? { whilePaused } : {}),
      bodyMaxBytes: WRITE_MAX_BYTES,
      input: z.object({
        ...inPath,
        document: NewKey,
        body: DocumentBody,
        note: DocumentNote.optional(),
        ifVersion: IfVersion,
      }),
      output: Document,
      refusals: [
        ...refusals,
        ...refusalsOfWriting,
        'document_exists',
        'too_many_documents',
        'documents_too_large',
      ],
      emits: ['document.written'],
    }),
    delete: operation({
      http: `DELETE ${one}`,
      summary: `Delete a document of ${named} with its versions. It cannot be restored.`,
      who: ['board'],
      input: z.object({ ...inPath, document: DocumentKey, ifVersion: IfVersion }),
      output: Document,
      refusals: [...refusals, 'document_not_found'],
      emits: ['document.deleted'],
    }),
  };
}

function redactingOf<Path extends string, Shape extends z.ZodRawShape>({
  path,
  inPath,
  named,
  refusals,
}: Owner<Path, Shape>) {
  const one = `/api/${path}/documents/:document` as const;
  return {
    redact: operation({
      http: `POST ${one}/redact`,
      summary:
        `Take away the text of one version of a document of ${named} for good, such as a secret: a live run of ` +
        'its author or the board. It is gone from the versions, from search and from stored answers; who has ' +
        'done so, and when, stays.',
      who: ['agent', 'board'],
      whilePaused: true,
      input: z.object({
        ...inPath,
        document: DocumentKey,
        version: Version.describe('The version whose text goes; others may have the words, too.'),
        reason: RedactionReason.optional(),
      }),
      output: Document,
      refusals: [...refusals, 'document_not_found', 'revision_not_found', 'not_the_author'],
      emits: ['document.redacted'],
    }),
  };
}

const documentsOf = <Path extends string, Shape extends z.ZodRawShape>(
  owner: Owner<Path, Shape>,
) => ({
  ...readingOf(owner),
  ...historyOf(owner),
  ...writingOf(owner),
  ...redactingOf(owner),
});

const ofIssue = documentsOf({
  path: 'issues/:issueId',
  inPath: { issueId: IssueRef },
  named: 'an issue',
  writers: 'whoever may comment on it',
  refusals: ['issue_not_found'],
  refusalsOfWriting: ['agent_paused', 'company_paused'],
  whilePaused: true,
});
const ofProject = documentsOf({
  path: 'projects/:projectId',
  inPath: { projectId: PathId },
  named: 'a project',
  writers: 'whoever may change it',
  refusals: ['project_not_found'],
  refusalsOfWriting: [],
});
const ofCompany = documentsOf({
  path: 'companies/:companyId',
  inPath: { companyId: PathId },
  named: 'a company',
  writers: 'the board and the CEO',
  refusals: [],
  refusalsOfWriting: ['ceo_only'],
});

export const documentOperations = {
  listIssueDocuments: ofIssue.list,
  getIssueDocument: ofIssue.read,
  writeIssueDocument: ofIssue.write,
  redactIssueDocument: ofIssue.redact,
  listIssueDocumentRevisions: ofIssue.revisions,
  compareIssueDocument: ofIssue.compare,
  deleteIssueDocument: ofIssue.delete,
  listProjectDocuments: ofProject.list,
  getProjectDocument: ofProject.read,
  writeProjectDocument: ofProject.write,
  redactProjectDocument: ofProject.redact,
  listProjectDocumentRevisions: ofProject.revisions,
  compareProjectDocument: ofProject.compare,
  deleteProjectDocument: ofProject.delete,
  listCompanyDocuments: ofCompany.list,
  getCompanyDocument: ofCompany.read,
  writeCompanyDocument: ofCompany.write,
  redactCompanyDocument: ofCompany.redact,
  listCompanyDocumentRevisions: ofCompany.revisions,
  compareCompanyDocument: ofCompany.compare,
  deleteCompanyDocument: ofCompany.delete,
} as const;

const documentEvent = (summary: string) =>
  event({ entity: 'document', version: 1, summary, payload: DocumentSnapshot });

export const documentEvents = {
  'document.written': documentEvent('A document has a new version, or is new.'),
  'document.redacted': documentEvent(
    'The text of one version of a document was taken away for good.',
  ),
  'document.deleted': documentEvent('A document was deleted.'),
} as const;
