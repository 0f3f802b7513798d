/** What a run has claimed, changed, said, asked for, spent and was refused, in one read. */
import { z } from 'zod';
import { CostsOfRun } from '../billing/costs-of-one.ts';
import { operation } from '../define.ts';
import { Run } from '../scheduler/records.ts';
import { ApprovalType, Id, IssueStatus, PathId, Timestamp } from '../vocabulary.ts';

/** Entries in each list of a receipt. */
export const RECEIPT_LIST_MAX = 50;
/** Kinds of refused calls on a receipt. */
export const RECEIPT_REFUSALS_MAX = 20;
/** Events of a run that are read from each service: the newest ones. */
export const RECEIPT_EVENTS_MAX = 500;

/** `count` is of all entries; the list has the first ones, in the order in which they happened. */
const listOf = <T extends z.ZodType>(entry: T) =>
  z.object({ count: z.int(), items: z.array(entry), more: z.boolean() });

const issue = { issueId: Id, identifier: z.string(), title: z.string() };

export const IssuesOfReceipt = z.object({
  checkedOut: listOf(z.object({ ...issue, at: Timestamp })),
  released: listOf(z.object({ ...issue, at: Timestamp })),
  created: listOf(z.object({ ...issue, at: Timestamp })),
  /** Each issue once, with what the run has changed of it in total. */
  changed: listOf(
    z.object({
      ...issue,
      /** Names of the fields that were changed, in alphabetical order. */
      fields: z.array(z.string()),
      /** From the first change of the status to the last one; null where it was not changed. */
      status: z.object({ from: IssueStatus, to: IssueStatus }).nullable(),
      at: Timestamp.describe('Of the last change.'),
    }),
  ),
  comments: listOf(z.object({ ...issue, commentId: Id, excerpt: z.string(), at: Timestamp })),
});

export const ApprovalsOfReceipt = listOf(
  z.object({ approvalId: Id, type: ApprovalType, issueIds: z.array(Id), at: Timestamp }),
);

export const RefusalsOfReceipt = z.object({
  /** Of all refused calls. */
  count: z.int(),
  byCode: z.array(z.object({ code: z.string(), count: z.int() })),
  items: z.array(
    z.object({ operation: z.string(), code: z.string(), count: z.int(), lastAt: Timestamp }),
  ),
  more: z.boolean(),
});

const Parts = z.enum(['issues', 'approvals', 'cost']);

export const RunReceipt = z.object({
  run: Run.pick({
    id: true,
    companyId: true,
    agentId: true,
    issueId: true,
    status: true,
    errorCode: true,
    error: true,
    resultSummary: true,
    createdAt: true,
    startedAt: true,
    finishedAt: true,
    warnings: true,
    work: true,
  }),
  /** null: see `unavailable`. */
  issues: IssuesOfReceipt.nullable(),
  /** The approvals that the run has asked for. null: see `unavailable`. */
  approvals: ApprovalsOfReceipt.nullable(),
  /** What is booked so far. null: see `unavailable`. */
  cost: CostsOfRun.nullable(),
  refusals: RefusalsOfReceipt,
  incomplete: z
    .array(Parts.exclude(['cost']))
    .optional()
    .describe(
      `Present if a run has done more than a receipt reads: in these parts it has the newest ` +
        `events, ${RECEIPT_EVENTS_MAX} at most, and the counts are of those.`,
    ),
  unavailable: z
    .array(Parts)
    .optional()
    .describe('Present if a service could not answer: these parts are null and can be read later.'),
});
export type RunReceipt = z.output<typeof RunReceipt>;

export const composedRunReceipt = {
  getRunReceipt: operation({
    http: 'GET /api/heartbeat-runs/:runId/receipt',
    summary:
      'The receipt of a run: the issues that it claimed, changed and commented on, the approvals ' +
      'that it asked for, what it has cost, what its calls were refused, and how it ended.',
    who: ['agent', 'board'],
    input: z.object({ runId: PathId }),
    output: RunReceipt,
    refusals: ['run_not_found'],
  }),
} as const;
