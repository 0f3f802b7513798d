/** Comments on issues. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { Comment } from './comment-records.ts';
import { RedactionReason } from '../redaction.ts';
import { Id, IssueRef, NonEmptyText, page, PathId } from '../vocabulary.ts';

/** Comments of which an answer of several services has the beginnings. */
const EXCERPTS_MAX = 50;

export const commentOperations = {
  addComment: operation({
    http: 'POST /api/issues/:issueId/comments',
    summary: 'Comment on an issue; @AgentName wakes that agent.',
    who: ['agent', 'board'],
    stores: true,
    whilePaused: true,
    status: 201,
    location: '/api/issues/:issueId/comments/:commentId',
    input: z.object({ issueId: IssueRef, body: NonEmptyText }),
    output: Comment,
    refusals: ['issue_not_found', 'agent_paused', 'company_paused'],
    emits: ['issue.commented'],
  }),
  listComments: operation({
    http: 'GET /api/issues/:issueId/comments',
    summary: 'The comments on an issue.',
    who: ['agent', 'board'],
    input: z.object({
      issueId: IssueRef,
      order: z.enum(['asc', 'desc']).default('asc'),
      /** Only comments written after this one. */
      after: Id.optional(),
      ...page,
    }),
    output: z.array(Comment),
    paged: true,
    refusals: ['issue_not_found', 'comment_not_found'],
  }),
  getComment: operation({
    http: 'GET /api/issues/:issueId/comments/:commentId',
    summary: 'One comment.',
    who: ['agent', 'board'],
    input: z.object({ issueId: IssueRef, commentId: PathId }),
    output: Comment,
    refusals: ['issue_not_found', 'comment_not_found'],
  }),
  redactComment: operation({
    http: 'POST /api/issues/:issueId/comments/:commentId/redact',
    summary:
      'Take away the text of a comment for good, such as a secret: a live run of its author or the board. ' +
      'It is gone from the thread, from search and from stored answers; who has done so, and when, stays.',
    who: ['agent', 'board'],
    whilePaused: true,
    input: z.object({ issueId: IssueRef, commentId: PathId, reason: RedactionReason.optional() }),
    output: Comment,
    refusals: ['issue_not_found', 'comment_not_found', 'not_the_author'],
    emits: ['issue.comment_redacted'],
  }),
  listExcerpts: operation({
    kind: 'read',
    summary: 'The beginnings of the comments with these ids that the caller may see.',
    who: ['agent', 'board'],
    input: z.object({ commentIds: z.array(Id).max(EXCERPTS_MAX) }),
    output: z.array(z.object({ commentId: Id, excerpt: z.string() })),
    refusals: [],
  }),
  findComment: operation({
    kind: 'read',
    summary: 'One comment by its id alone.',
    who: ['agent', 'board'],
    input: z.object({ commentId: Id }),
    output: Comment,
    refusals: ['comment_not_found'],
  }),
} as const;
