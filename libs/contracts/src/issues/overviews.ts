/** Summaries of work: the inbox of an agent, counts of a company, the context of a heartbeat. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { moreWaits, WaitingCount } from '../inbox-limits.ts';
import { WaitingRoutine } from './routine-records.ts';
import { WaitingQuestion } from './question-records.ts';
import {
  BoardIssue,
  BoardIssueReason,
  OverdueIssue,
  IssueContext,
  IssueSummary,
} from './records.ts';
import { IssueCounts } from './snapshots.ts';
import { stored } from '../storage-quota.ts';
import { Id, IssueRef, page } from '../vocabulary.ts';

const inbox = (path: 'inbox' | 'inbox-lite') =>
  operation({
    http: `GET /api/agents/me/${path}`,
    summary:
      'Open issues of the calling agent: in progress first, then todo, then blocked. Those that wait for ' +
      'open issues, or that the board holds, are left out, unless `blocked=true` asks for them; `Left-Out` counts them. ' +
      '`reviews=true` asks for the issues in review that the agent decides.',
    who: ['agent'],
    input: z.object({
      /** Instead, those that open issues block; what is in progress is not among them. */
      blocked: z.boolean().default(false),
      /** Instead, issues in review, whoever's they are, of which the calling agent is the reviewer. */
      reviews: z.boolean().default(false),
      ...page,
    }),
    output: z.array(
      IssueSummary.pick({
        id: true,
        identifier: true,
        title: true,
        status: true,
        priority: true,
        parentId: true,
        projectId: true,
        updatedAt: true,
      }),
    ),
    paged: true,
    sends: ['Left-Out'],
    refusals: [],
  });

export const overviewOperations = {
  getInbox: inbox('inbox'),
  getInboxLite: inbox('inbox-lite'),
  listIssuesOfBoard: operation({
    kind: 'read',
    summary: 'Issues of all companies of the caller that wait for the caller.',
    who: ['board'],
    input: z.object({}),
    output: z.object({
      counts: z.array(WaitingCount.extend({ reason: BoardIssueReason })),
      rows: z.array(BoardIssue),
      ...moreWaits,
      /** Left out by the release before, like the questions. */
      overdue: z
        .object({ counts: z.array(WaitingCount), rows: z.array(OverdueIssue), ...moreWaits })
        .optional(),
      questions: z
        .object({
          counts: z.array(WaitingCount),
          rows: z.array(WaitingQuestion),
          ...moreWaits,
        })
        .optional(),
      routines: z
        .object({ counts: z.array(WaitingCount), rows: z.array(WaitingRoutine), ...moreWaits })
        .optional(),
    }),
    refusals: [],
  }),
  countIssues: operation({
    kind: 'read',
    summary: 'Counts of the issues of a company by status, and the stale issues.',
    who: ['agent', 'board'],
    input: z.object({ companyId: Id }),
    output: IssueCounts.extend(stored),
    refusals: [],
  }),
  getHeartbeatContext: operation({
    kind: 'read',
    summary:
      'The part of a heartbeat context that issues has: the issue, its project, goal and ancestors.',
    who: ['agent', 'board'],
    input: z.object({ issueId: IssueRef }),
    output: IssueContext,
    refusals: ['issue_not_found'],
  }),
} as const;
