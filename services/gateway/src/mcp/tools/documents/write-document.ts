import { DocumentBody, DocumentNote } from '@muster/contracts';
import { z } from 'zod';
import { asAnswer } from '../../as-answer.ts';
import { makeOnce } from '../../make-once.ts';
import { moves, tool } from '../../tool.ts';
import { of, ofOwner } from './owner.ts';

export const writeDocument = tool({
  name: 'write_document',
  description:
    'Write a document whole: a plan, a report, what is too long for a comment. To replace one, send ' +
    'the version that you have read.',
  input: z.strictObject({
    of,
    key: z.string().max(200).describe('e.g. plan'),
    body: DocumentBody.describe('markdown'),
    note: DocumentNote.optional().describe('what changed'),
    version: z.int().min(1).optional(),
  }),
  // What it replaces is kept as a version.
  hints: moves,
  async run({ of: ref, key: document, version, ...written }, call) {
    const { perform, keyOf } = call;
    const input = {
      document,
      ...written,
      ...(version === undefined ? {} : { ifVersion: version }),
    };
    const { answer, replayed } = await ofOwner(ref, call, {
      issue: (issueId) =>
        makeOnce(keyOf('issue'), (options) =>
          perform('writeIssueDocument', { issueId, ...input }, options),
        ),
      project: (projectId) =>
        makeOnce(keyOf('project'), (options) =>
          perform('writeProjectDocument', { projectId, ...input }, options),
        ),
      company: (companyId) =>
        makeOnce(keyOf('company'), (options) =>
          perform('writeCompanyDocument', { companyId, ...input }, options),
        ),
    });
    return asAnswer({
      document: answer.key,
      version: answer.version,
      bytes: answer.bytes,
      repeated: replayed || undefined,
    });
  },
});
