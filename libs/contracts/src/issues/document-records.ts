/** Documents of an issue, a project or a company: Markdown under a key, with its versions. */
import { z } from 'zod';
import { Redaction } from '../redaction.ts';
import { Id, Timestamp, Version } from '../vocabulary.ts';

/** A document in UTF-8: one answer has it whole. */
export const DOCUMENT_MAX_BYTES = 524_288;
/** The same as JSON, which writes a quote or a line break as two bytes: an answer has at most 768 KB. */
export const DOCUMENT_JSON_MAX_BYTES = 720_000;
/** Documents of one issue, project or company. */
export const DOCUMENTS_MAX = 100;
/** Newest versions of all documents of one issue, project or company in UTF-8: 64 of the largest. */
export const DOCUMENTS_MAX_BYTES = 33_554_432;
/** Versions that are kept of a document: so many, and of long ones fewer. */
export const DOCUMENT_VERSIONS_KEPT = 50;
/** Kept versions of a document in UTF-8, besides the newest. */
export const DOCUMENT_VERSIONS_MAX_BYTES = 4_194_304;
/** Documents in the context of a heartbeat, the latest change first: with the longest keys, 1 KB. */
export const DOCUMENTS_SHOWN = 10;
/** Difference between two versions in characters: what a model reads at once. */
export const DOCUMENT_DIFF_MAX = 100_000;

const KEY_MAX = 64;
const TITLE_MAX = 200;
const NOTE_MAX = 500;

export const DocumentKey = z
  .string()
  .max(KEY_MAX)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'lower-case letters and digits, joined by single dashes')
  .describe('The key of the document, such as `plan` or `report`.');

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

export const DocumentBody = z
  .string()
  .max(DOCUMENT_MAX_BYTES)
  .regex(/\S/, { error: 'blank: write a text', abort: true })
  .regex(/^[\t\n\r\P{Cc}]*$/u, {
    error: 'no control characters but tab and line breaks',
    abort: true,
  })
  .refine((text) => text.isWellFormed(), { error: 'Unicode without lone surrogates', abort: true })
  .refine((text) => bytesOf(text) <= DOCUMENT_MAX_BYTES, {
    error: `at most ${DOCUMENT_MAX_BYTES} bytes in UTF-8`,
    abort: true,
  })
  .refine((text) => bytesOf(JSON.stringify(text)) <= DOCUMENT_JSON_MAX_BYTES, {
    error: `at most ${DOCUMENT_JSON_MAX_BYTES} bytes as JSON, with all escapes`,
  })
  .describe('Markdown, at most 512 KB in UTF-8.');
export const DocumentNote = z
  .string()
  .trim()
  .min(1)
  .max(NOTE_MAX)
  .describe('What the change is for; revisions show it.');

/** A version of a document, without its text. */
export const Document = z.object({
  id: Id,
  companyId: Id,
  /** The issue or the project that it is of; both null: the company. */
  issueId: Id.nullable(),
  projectId: Id.nullable(),
  key: z.string().describe('What it is read by: one of the issue, the project or the company.'),
  title: z.string().max(TITLE_MAX).describe('The first heading of the text; without one the key.'),
  version: Version,
  bytes: z.int().min(1).describe('Length of the text in UTF-8.'),
  sha256: z.string().describe('Of the text in UTF-8, in hexadecimal.'),
  note: z.string().nullable().describe('What its author has said about the change.'),
  authorAgentId: Id.nullable().describe('The agent that has written this version.'),
  authorUserId: Id.nullable().describe('The board user who has written it.'),
  authorName: z.string(),
  runId: Id.nullable().describe('The run in which it was written.'),
  updatedAt: Timestamp.describe('When this version was written.'),
  redacted: Redaction.optional().describe(
    'Only where the text was redacted: it is `[redacted]` then.',
  ),
});
export type Document = z.output<typeof Document>;
export const DOCUMENT_TITLE_MAX = TITLE_MAX;

/** A document, or some lines of it. */
export const DocumentText = Document.extend({
  body: z.string().describe('The text or the lines, in Markdown.'),
  fromLine: z.int().min(1).describe('The first line of `body`, counted from 1.'),
  toLine: z.int().min(0).describe('The last line of `body`; less than `fromLine` for none.'),
  lineCount: z.int().min(1).describe('Lines of the whole document.'),
});
export type DocumentText = z.output<typeof DocumentText>;

export const DocumentDifference = z.object({
  documentId: Id.describe('The document.'),
  from: Version.describe('The version that is compared.'),
  to: Version.describe('The version with which it is compared.'),
  added: z.int().min(0).describe('Lines that `to` has and `from` has not.'),
  removed: z.int().min(0).describe('Lines that `from` has and `to` has not.'),
  diff: z.string().describe('Unified, with three lines of context; empty if they are equal.'),
  truncated: z
    .boolean()
    .describe(`Whether \`diff\` ends early: it has ${DOCUMENT_DIFF_MAX} characters.`),
});
export type DocumentDifference = z.output<typeof DocumentDifference>;

/** A document in events: what has changed, never its words. */
export const DocumentSnapshot = Document.pick({
  issueId: true,
  projectId: true,
  key: true,
  version: true,
  bytes: true,
  sha256: true,
}).extend({
  documentId: Id,
  identifier: z.string().nullable().describe('Of the issue; null for a project and a company.'),
});
export type DocumentSnapshot = z.output<typeof DocumentSnapshot>;

/** Where a search has found an issue; in every view, and not among the fields that are chosen. */
export const FoundInDocuments = z
  .array(z.string())
  .describe(
    'Only in a search: the keys of its documents, at most three, that have the words, where its title, ' +
      'identifier and description have them not.',
  );

/** Documents of an issue as an agent that works on it sees them first. */
export const DocumentsInContext = z.object({
  count: z.int().min(1).describe('How many documents the issue has.'),
  items: z
    .array(Document.pick({ key: true, bytes: true, version: true }))
    .describe('Those that were changed last, at most ten.'),
});
export type DocumentsInContext = z.output<typeof DocumentsInContext>;
