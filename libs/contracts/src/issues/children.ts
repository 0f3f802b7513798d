/** The children of an issue: handing on parts of it at once, and how far they are. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { childStatusCounts, IssueLink, IssueSummary } from './records.ts';
import { Id, IssueRef, IssueStatus, page } from '../vocabulary.ts';
import { issueFields, issueOperations, LINKS_MAX } from './operations.ts';

/** Most issues of one request: with their events, what one transaction does in some 100 ms. */
export const NEW_CHILDREN_MAX = 50;

/** A name within one request. */
const ChildKey = z.string().regex(/^[0-9A-Za-z][0-9A-Za-z._-]{0,63}$/);

const { parentId: _, blockedByIssueIds: __, ...fields } = issueFields;
const { priority } = issueOperations.createIssue.input.shape;

export const NewChild = z.object({
  ...z.object(fields).partial().shape,
  title: issueFields.title,
  key: ChildKey.optional().describe('Names it in `blockedBy` of the others and in the answer.'),
  status: IssueStatus.default('todo').describe('Other than alone, a child may be begun at once.'),
  priority,
  blockedBy: z
    .array(z.string().min(1).max(200))
    .max(LINKS_MAX)
    .optional()
    .describe('Keys of other children of the request, and ids or identifiers of issues.'),
});

export const childrenOperations = {
  createChildren: operation({
    http: 'POST /api/issues/:issueId/children',
    summary: 'Create children of an issue, all of them or none.',
    who: ['agent', 'board'],
    stores: true,
    status: 201,
    input: z.object({
      issueId: IssueRef,
      children: z.array(NewChild).min(1).max(NEW_CHILDREN_MAX),
    }),
    output: z.object({
      parentId: Id,
      /** In the order of the request. */
      children: z.array(
        IssueSummary.extend({ key: z.string().optional(), note: z.string().optional() }),
      ),
      /** The new issue of each key. */
      keys: z.record(z.string(), z.object({ id: Id, identifier: z.string() })),
    }),
    refusals: ['issue_not_found', 'child_refused', 'company_paused', 'agent_paused'],
    emits: ['issue.created', 'issue.assigned'],
  }),
  listChildren: operation({
    http: 'GET /api/issues/:issueId/children',
    summary:
      'The issues whose parent it is, the open ones first, and how many of them have which status.',
    who: ['agent', 'board'],
    input: z.object({ issueId: IssueRef, ...page }),
    output: z.object({
      parentId: Id,
      children: z.array(IssueLink),
      /** For `cursor`; absent on the last page. */
      nextCursor: z.string().optional(),
      counts: childStatusCounts,
      /** Those that are neither done nor cancelled. */
      open: z.int(),
      /** Whether there are more than the first 1,000, which are counted. */
      more: z.boolean(),
    }),
    refusals: ['issue_not_found'],
  }),
} as const;
