import type { Document, DocumentText } from '@muster/contracts';
import { z } from 'zod';
import { cut, fit } from '../../domain/fit.ts';
import { reads, tool, type ToolCall } from '../../tool.ts';
import { of, ofOwner } from './owner.ts';

const MAX_BYTES = 12_000;
/** More of usual lines than an answer has room for. */
const LINES_MAX = 400;
/** There are never more. */
const LISTED_MAX = 100;
const SECTION_MAX = 200;

export const readDocument = tool({
  name: 'read_document',
  description: 'A document, or some of it, by its key. Without one: which there are.',
  input: z.strictObject({
    of,
    key: z.string().max(200).optional(),
    section: z.string().min(1).max(SECTION_MAX).optional().describe('heading'),
    fromLine: z.int().min(1).optional(),
  }),
  hints: reads,
  run: ({ of: ref, key, ...part }, call) =>
    key === undefined ? listAll(ref, call) : readOne(ref, { ...part, key }, call),
});

async function listAll(ref: string, call: ToolCall): Promise<string> {
  const { perform } = call;
  const page = { limit: LISTED_MAX };
  const { answer } = await ofOwner(ref, call, {
    issue: (issueId) => perform('listIssueDocuments', { issueId, ...page }),
    project: (projectId) => perform('listProjectDocuments', { projectId, ...page }),
    company: (companyId) => perform('listCompanyDocuments', { companyId, ...page }),
  });
  return fit<Document>({
    maxBytes: MAX_BYTES,
    items: answer,
    keep: 'first',
    build: (shown, textMax) => ({
      none: answer.length === 0 || undefined,
      documents: shown.map(({ key, version, bytes, title, authorName }) => ({
        key,
        version,
        bytes,
        said: { title: cut(title, textMax), by: cut(authorName, textMax) },
      })),
    }),
  });
}

interface Part {
  readonly key: string;
  readonly section?: string | undefined;
  readonly fromLine?: number | undefined;
}

async function readOne(ref: string, { key, ...part }: Part, call: ToolCall): Promise<string> {
  const { perform } = call;
  const asked = { document: key, ...part, lines: LINES_MAX };
  const { answer } = await ofOwner(ref, call, {
    issue: (issueId) => perform('getIssueDocument', { issueId, ...asked }),
    project: (projectId) => perform('getProjectDocument', { projectId, ...asked }),
    company: (companyId) => perform('getCompanyDocument', { companyId, ...asked }),
  });
  const lines = answer.toLine < answer.fromLine ? [] : answer.body.replace(/\n$/, '').split('\n');
  return fit<string>({
    maxBytes: MAX_BYTES,
    items: lines,
    keep: 'first',
    build: (shown, textMax) => ({
      document: answer.key,
      version: answer.version,
      bytes: answer.bytes,
      lines: linesShown(answer, shown.length),
      said: {
        by: cut(answer.authorName, textMax),
        text: shown.map((line) => cut(line, textMax) ?? '').join('\n'),
      },
      more: moreAfter(answer, lines.length, shown.length),
    }),
  });
}

const linesShown = ({ fromLine, lineCount }: DocumentText, shown: number): string =>
  shown === 0 ? `none of ${lineCount}` : `${fromLine} to ${fromLine + shown - 1} of ${lineCount}`;

/** Of a section as well, whose end the answer has reached if it has fewer lines than were asked for. */
const moreAfter = ({ fromLine }: DocumentText, read: number, shown: number) =>
  shown < read || read === LINES_MAX ? { next: { fromLine: fromLine + shown } } : undefined;
