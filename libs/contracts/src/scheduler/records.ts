/** Runs and their usage, as answers show them. */
import { z } from 'zod';
import {
  Id,
  JsonObject,
  PriceDate,
  PriceStatus,
  RunSource,
  RunStatus,
  Timestamp,
} from '../vocabulary.ts';

const tokens = {
  inputTokens: z.int().min(0).default(0),
  outputTokens: z.int().min(0).default(0),
  cachedInputTokens: z.int().min(0).default(0),
};
const ModelName = z.string().max(200).default('unknown');

/** Of a run in which some models have a price and some have none; each names its main model. */
const UsageParts = z.object({
  priced: z.object({
    ...tokens,
    model: ModelName,
    costCents: z.int().min(0),
    priceStatus: PriceStatus.exclude(['unknown']).describe('How reliable the price is.'),
    priceDate: PriceDate.optional(),
  }),
  unpriced: z.object({ ...tokens, model: ModelName }),
});

/** Cumulative for the run; the last report counts. A cost of null is an unknown price, not zero. */
export const Usage = z.object({
  ...tokens,
  costCents: z.int().min(0).nullable().default(null),
  provider: z.string().max(100).default('unknown'),
  model: ModelName,
  /** Absent: `measured` where there are cents, and otherwise `unknown`. */
  priceStatus: PriceStatus.optional(),
  /** Of the price list that the cents were calculated with. */
  priceDate: PriceDate.optional(),
  /** Absent where all models have a price or none has; with it `costCents` is null. */
  parts: UsageParts.optional(),
});
export type Usage = z.output<typeof Usage>;

/** As a remote agent reports it: its price and how reliable that is agree. */
export const UsageReport = Usage.omit({ parts: true }).superRefine(
  ({ costCents, priceStatus }, context) => {
    if (priceStatus === undefined || (costCents === null) === (priceStatus === 'unknown')) return;
    const message =
      costCents === null
        ? `a price that is ${priceStatus} has cents`
        : 'a price that is given is measured or estimated';
    context.addIssue({ code: 'custom', path: ['priceStatus'], message });
  },
);

/** Names of tools in a warning; `count` is of all refusals. */
export const REFUSED_TOOLS_MAX = 20;

/**
 * `usage_ignored`: it reported usage in a line of output that does not count. `tools_refused`: it
 * asked for tools that its operator does not allow. `usage_unknown`: it was ended before it said what it used.
 * `tasks_stopped`: tasks in its background were stopped before they had ended. `session_dropped`: the
 * session that it was to resume was of no use, and it began without one.
 * `work_left`: what it has left in its checkout is not all committed. `left_in_progress`: its issue is in
 * progress, and nothing brings the agent back.
 */
export const RunWarningCode = z.enum([
  'usage_ignored',
  'tools_refused',
  'usage_unknown',
  'tasks_stopped',
  'session_dropped',
  'work_left',
  'left_in_progress',
]);
export type RunWarningCode = z.output<typeof RunWarningCode>;

export const RunWarning = z.object({
  code: RunWarningCode,
  /** Of `tools_refused`: the names of the tools, each once. */
  tools: z.array(z.string()).optional(),
  /** Of `tools_refused`: how many times a tool was refused. */
  count: z.int().optional(),
  /** Of `work_left`: what is in no commit, and why. */
  message: z.string().optional(),
});
export type RunWarning = z.output<typeof RunWarning>;

/** A warning in events and between services: release 0.1.0 refuses codes that it does not know. */
export const SharedRunWarning = RunWarning.extend({
  code: RunWarningCode.extract(['usage_ignored', 'tools_refused', 'usage_unknown']),
});
type SharedRunWarning = z.output<typeof SharedRunWarning>;

export const isShared = (warning: RunWarning): warning is SharedRunWarning =>
  SharedRunWarning.shape.code.safeParse(warning.code).success;

/** Commits of a run that are named: the newest ones. */
export const WORK_COMMITS_SHOWN = 20;

/** What a run has added to the branch of its checkout. */
export const RunWork = z.object({
  branch: z.string(),
  /** Of all commits that are new on the branch. */
  commitCount: z.int(),
  /** Newest first. */
  commits: z.array(z.object({ sha: z.string(), subject: z.string() })).max(WORK_COMMITS_SHOWN),
  /** Files that differ between the beginning of the run and its end. */
  files: z.int(),
});
export type RunWork = z.output<typeof RunWork>;

export const Run = z.object({
  id: Id,
  companyId: Id,
  agentId: Id,
  source: RunSource,
  reason: z.string().nullable(),
  status: RunStatus,
  epoch: z.int(),
  issueId: Id.nullable(),
  wakeReason: z.string().nullable(),
  /** The wake-ups of this run, as the agent gets them. */
  context: JsonObject,
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
  exitCode: z.int().nullable(),
  signal: z.string().nullable(),
  error: z.string().nullable(),
  errorCode: z
    .string()
    .nullable()
    .describe('Why the run did not succeed; docs/errors.md says what to do about each code.'),
  usage: Usage.nullable(),
  resultSummary: z.string().nullable(),
  logBytes: z.int(),
  createdAt: Timestamp,
  /** Absent in answers of the release before. */
  warnings: z.array(RunWarning).optional(),
  /** Absent in answers of the release before; null for a run without a checkout of its own. */
  work: RunWork.nullable().optional(),
});
export type Run = z.output<typeof Run>;
