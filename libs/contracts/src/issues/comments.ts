/** Comments on issues. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { Comment } from './comment-records.ts';
import { Id, IssueRef, NonEmptyText, page, PathId } from '../vocabulary.ts';

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
  findComment: operation({
    kind: 'read',
    summary: 'One comment by its id alone.',
    who: ['agent', 'board'],
    input: z.object({ commentId: Id }),
    output: Comment,
    refusals: ['comment_not_found'],
  }),
} as const;
