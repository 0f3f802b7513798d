/** One change of many issues: counted first, made in steps, with one receipt. */
import { z } from 'zod';
import { event, operation } from '../define.ts';
import { listFilters } from './list-filters.ts';
import { issueFields, LINKS_MAX } from './operations.ts';
import { Id, IssueStatus, PathId, Timestamp } from '../vocabulary.ts';

/** Most issues of one change. */
export const BULK_ISSUES_MAX = 10_000;
/** Changes of a company that run at once: each takes its turn among the effects of all companies. */
export const BULK_CHANGES_MAX = 5;
/** Refused issues that a receipt names; all are counted. */
export const BULK_REFUSED_NAMED_MAX = 20;
/** Issues that a dry run decides, the first ones; all are counted. */
export const BULK_DECIDED_MAX = 100;

const { priority, assigneeAgentId, assigneeUserId, projectId, goalId } = issueFields;
const labels = z.array(Id).min(1).max(LINKS_MAX);

const BulkChange = z
  .object({
    status: IssueStatus,
    priority,
    assigneeAgentId,
    assigneeUserId,
    projectId,
    goalId,
    addLabelIds: labels.describe('Labels that each issue gets besides its own.'),
    removeLabelIds: labels.describe('Labels that each issue loses.'),
  })
  .partial();
export type BulkChange = z.output<typeof BulkChange>;

/** What has become of the issues so far. */
const Receipt = z.object({
  /** Null for a dry run, which changes nothing. */
  bulkChangeId: Id.nullable(),
  companyId: Id,
  state: z.enum(['dry_run', 'running', 'done']),
  matched: z.int().describe('Issues that pass the filter when the change is asked for.'),
  changed: z.int().describe('Of a dry run: of the first 100, how many would be changed.'),
  unchanged: z.int().describe('Issues that are already as the change would make them.'),
  refused: z
    .record(z.string(), z.int())
    .describe('How many issues are refused with which code, each for itself.'),
  firstRefused: z
    .array(
      z.object({
        issueId: Id,
        identifier: z.string(),
        code: z.string().describe('The stable code of the refusal.'),
        error: z.string(),
      }),
    )
    .describe('The first 20 of them.'),
  createdAt: Timestamp.nullable().describe('Null for a dry run, as is the next.'),
  finishedAt: Timestamp.nullable(),
});
export type BulkReceipt = z.output<typeof Receipt>;

export const bulkOperations = {
  changeIssues: operation({
    http: 'POST /api/companies/:companyId/issues/bulk',
    summary:
      `Change all issues that pass a filter, up to ${BULK_ISSUES_MAX}. Each is changed like by a ` +
      'request of its own, and refused for itself; the change goes on after a crash. With `dryRun` ' +
      'nothing is changed, and the answer says how many there are and what the first would answer.',
    who: ['board'],
    input: z.object({
      companyId: PathId,
      filter: z
        .object(listFilters)
        .describe('The filters of the list of issues; without any, all issues of the company.'),
      change: BulkChange,
      dryRun: z.boolean().default(false),
    }),
    output: Receipt,
    refusals: [
      'too_many_issues',
      'too_many_bulk_changes',
      'agent_not_found',
      'user_not_found',
      'project_not_found',
      'goal_not_found',
      'label_not_found',
    ],
    emits: ['bulk_change.started'],
  }),
  getBulkChange: operation({
    http: 'GET /api/companies/:companyId/issues/bulk/:bulkChangeId',
    summary: 'How far a change of many issues has come, and which it has refused.',
    who: ['board'],
    input: z.object({ companyId: PathId, bulkChangeId: PathId }),
    output: Receipt,
    refusals: ['bulk_change_not_found'],
  }),
} as const;

const bulkEvent = (summary: string) =>
  event({
    entity: 'bulk_change',
    version: 1,
    summary,
    payload: Receipt.pick({ matched: true, changed: true, unchanged: true, refused: true }).extend({
      bulkChangeId: Id,
      change: BulkChange,
    }),
  });

export const bulkEvents = {
  'bulk_change.started': bulkEvent('A change of many issues has begun; each tells of itself.'),
  'bulk_change.finished': bulkEvent('A change of many issues has come to its last one.'),
} as const;
