/**
 * What waits for a board user, in all companies of the user. It is made of states, not of messages: what
 * is done leaves it by itself.
 */
import { z } from 'zod';
import { StoppedAgent } from '../agents/stopped-agents.ts';
import { WaitingApproval } from '../approvals/records.ts';
import { operation, serviceNames } from '../define.ts';
import { FailingWebhook, WaitingJoinRequest } from '../gateway/inbox.ts';
import { INBOX_ROWS_MAX, INBOX_COUNT_MAX } from '../inbox-limits.ts';
import { WaitingQuestion } from '../issues/question-records.ts';
import { WaitingRoutine } from '../issues/routine-records.ts';
import { BoardIssue, OverdueIssue } from '../issues/records.ts';
import { Id, MemberRole, PathId, Permission } from '../vocabulary.ts';

const upTo = (what: string) =>
  `${what}, counted up to ${INBOX_COUNT_MAX}: that number means as many or more.`;

export const InboxCompany = z.object({
  companyId: Id,
  /** null: an instance admin without a membership, who may do what an owner may. */
  role: MemberRole.nullable(),
  /** What the caller may do there; an owner has all of them. */
  permissions: z.array(Permission),
  counts: z
    .object({
      approvals: z.int().describe(upTo('Pending approvals')),
      joinRequests: z.int().describe(upTo('Pending join requests')),
      assigned: z.int().describe(upTo('Open issues of the caller')),
      inReview: z
        .int()
        .describe(upTo('Issues in review that the caller has created, or that no agent decides')),
      stuck: z
        .int()
        .describe(
          upTo(
            'Blocked issues that no open issue blocks, and open ones of agents that are held as they fail',
          ),
        ),
      overdue: z.int().optional().describe(upTo('Open issues whose `dueAt` has passed')),
      questions: z.int().optional().describe(upTo('Open questions to the caller or to the board')),
      routines: z
        .int()
        .optional()
        .describe(upTo('Routines that are proposed, or paused because they fail')),
      agents: z.int().describe(upTo('Agents stopped by a budget, a loop or an error')),
      webhooks: z.int().describe(upTo('Webhooks disabled because their receivers fail')),
    })
    .describe('0 in parts that `unavailable` names.'),
});

export const BoardInbox = z.object({
  /** Companies in which something waits. */
  companies: z.array(InboxCompany),
  approvals: z
    .array(WaitingApproval)
    .describe('Pending approvals that the caller has the right to decide, newest first.'),
  joinRequests: z.array(WaitingJoinRequest).describe('Join requests to decide, newest first.'),
  issues: z
    .array(BoardIssue)
    .describe(
      `Open issues of the caller, issues to review and issues without progress: at most ` +
        `${INBOX_ROWS_MAX} for each reason, those of the highest priority first.`,
    ),
  overdue: z
    .array(OverdueIssue)
    .optional()
    .describe('Open issues whose `dueAt` has passed, whoever has them.'),
  questions: z
    .array(WaitingQuestion)
    .optional()
    .describe('Open questions to the caller or to the board, newest first.'),
  routines: z
    .array(WaitingRoutine)
    .optional()
    .describe('Routines that agents propose, or that are paused because they fail.'),
  agents: z.array(StoppedAgent).describe('Agents that do not work until somebody acts.'),
  webhooks: z.array(FailingWebhook).describe('Only of companies that the caller owns.'),
  more: z
    .boolean()
    .optional()
    .describe(
      'Present if more waits than is counted: the newest is there, and `companies` lacks some.',
    ),
  unavailable: z
    .array(z.enum(serviceNames))
    .optional()
    .describe('Present if a service could not answer: what it knows is missing.'),
});
export type BoardInbox = z.output<typeof BoardInbox>;

export const composedInbox = {
  getBoardInbox: operation({
    http: 'GET /api/inbox',
    summary:
      'What waits for the caller in all of its companies: approvals, join requests, issues, questions, ' +
      `stopped agents and failing webhooks; at most ${INBOX_ROWS_MAX} of each.`,
    who: ['board'],
    agentsSend: 'GET /api/agents/me/inbox',
    aboutCaller: true,
    input: z.object({}),
    output: BoardInbox,
    refusals: [],
  }),
  getCompanyInbox: operation({
    http: 'GET /api/companies/:companyId/inbox',
    summary: 'What waits for the caller in one company, as in the inbox of all companies.',
    who: ['board'],
    input: z.object({ companyId: PathId }),
    output: BoardInbox,
    refusals: ['company_not_found'],
  }),
} as const;
