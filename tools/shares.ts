/**
 * What one company can use up, how much of it it gets, and how it is told so. The page of security has
 * the table; a refusal for a limit that is in no row fails the build.
 */
import {
  AGENT_SKILLS_MAX,
  BULK_CHANGES_MAX,
  BULK_ISSUES_MAX,
  DOCUMENTS_MAX,
  FILES_MAX,
  HOOKS_MAX,
  MOMENTS_MAX,
  OPEN_QUESTIONS_MAX,
  PACKAGE_FILES_MAX,
  PACKAGE_MAX_BYTES,
  PENDING_DELIVERIES_MAX,
  ROUTINES_MAX,
  RUN_MESSAGES_MAX,
  RUN_MESSAGES_WAITING_MAX,
  SKILL_AGENTS_MAX,
  SKILLS_MAX,
  WAITS_MAX,
  type RefusalCode,
  type runErrors,
} from '@muster/contracts';

type LimitCode = RefusalCode | keyof typeof runErrors;

export interface Share {
  readonly resource: string;
  /** What one company, or one thing of it, gets. */
  readonly share: string;
  /** With which the rest is refused; without one it waits. */
  readonly codes: readonly LimitCode[];
  /** The file that tries it. */
  readonly test: string;
  /** Words of that test, where it names none of the codes. */
  readonly says?: string;
}

const KIT = 'libs/service-kit/test';
const GATEWAY = 'services/gateway/test';

export const shares: readonly Share[] = [
  {
    resource: 'requests in progress at the gateway',
    share:
      'three quarters of `REQUESTS_UNDER_WAY_MAX` while no other company needs them, then equal parts; half of them for one service',
    codes: ['overloaded'],
    test: `${GATEWAY}/in-flight-limit.test.ts`,
  },
  {
    resource: 'requests in progress at a service',
    share: 'three quarters of 256, then equal parts; half of them for one thing, such as an issue',
    codes: ['overloaded'],
    test: `${KIT}/shares.test.ts`,
  },
  {
    resource: 'connections for reads of a service',
    share:
      'all but one while others read, too; three quarters of 64 reads for each connection, which wait for five seconds',
    codes: ['overloaded'],
    test: `${KIT}/read-connections.test.ts`,
  },
  {
    resource: 'connections for long reads of a service, such as searches',
    share: 'half of `DB_LONG_READ_CONNECTIONS`, at least one; the next ones wait for two seconds',
    codes: ['overloaded'],
    test: `${KIT}/read-connections.test.ts`,
  },
  {
    resource: 'requests a second',
    share: '`RATE_LIMIT_PER_SECOND` of a caller, `COMPANY_RATE_LIMIT_PER_SECOND` of its agents',
    codes: ['rate_limited'],
    test: `${GATEWAY}/rate-limit.test.ts`,
  },
  {
    resource: 'event streams and long polls',
    share:
      '`FEED_STREAMS_PER_CALLER` of a caller; of `FEED_STREAMS_MAX` three quarters, then equal parts',
    codes: ['too_many_streams', 'overloaded'],
    test: 'services/gateway/src/feed/stream-slots.test.ts',
  },
  {
    resource: 'writes to one thing',
    share: 'two outside of the queue of its company; the next ones wait in their order',
    codes: [],
    test: 'libs/service-kit/src/rpc/bulkhead.test.ts',
    says: 'limits the work per key',
  },
  {
    resource: 'time of the database for one statement',
    share: 'five seconds, and no longer than its caller waits',
    codes: ['deadline_exceeded'],
    test: `${KIT}/write.test.ts`,
  },
  {
    resource: 'bytes of an answer',
    share: '768 KB; a page ends earlier, by the columns that it reads',
    codes: ['result_too_large'],
    test: `${KIT}/answers.test.ts`,
  },
  {
    resource: 'bytes of a request',
    share: '256 KB, or as many as the contract lets a text have',
    codes: ['body_too_large'],
    test: `${GATEWAY}/bad-input.test.ts`,
  },
  {
    resource: 'storage: bytes and entries of the log in a service',
    share: '`COMPANY_STORAGE_MB` and `COMPANY_STORAGE_ROWS`',
    codes: ['storage_quota_reached'],
    test: `${KIT}/storage-quota.test.ts`,
  },
  {
    resource: 'places of runs',
    share:
      'the next free place goes to the company with the fewest, the last quarter of a process and of `MUSTER_MAX_RUNS` ' +
      'to those that hold none; `MUSTER_MAX_RUNS_PER_COMPANY`',
    codes: [],
    test: 'services/scheduler/test/fair-shares.test.ts',
    says: 'leave the last quarter of the places to others',
  },
  {
    resource: 'programs of a runner',
    share: '`MUSTER_RUNNER_RUNS`, the last quarter of which is for companies that have none there',
    codes: ['runner_full'],
    test: 'runner/test/full.test.ts',
  },
  {
    resource: 'users of a runner',
    share:
      'three quarters of `MUSTER_RUNNER_UIDS`; given back when the home of an agent is removed',
    codes: ['agent_users_full'],
    test: 'runner/test/isolation/users.test.ts',
  },
  {
    resource: 'checkouts of an agent on a runner',
    share: '20; one without changes makes room',
    codes: ['worktrees_full'],
    test: 'runner/test/worktrees.test.ts',
  },
  {
    resource: 'hires by agents in a day',
    share: '`MUSTER_HIRES_PER_DAY` of a company',
    codes: ['too_many_hires'],
    test: 'services/agents/test/needs-board.test.ts',
  },
  {
    resource: 'levels of a tree of agents',
    share: '100',
    codes: ['tree_too_deep'],
    test: 'services/agents/test/org.test.ts',
  },
  {
    resource: 'skills',
    share: `${SKILLS_MAX} of a company`,
    codes: ['too_many_skills'],
    test: 'services/agents/test/skills.test.ts',
  },
  {
    resource: 'skills of agents',
    share: `${AGENT_SKILLS_MAX} of an agent, within a number of bytes; one for ${SKILL_AGENTS_MAX} agents`,
    codes: ['skills_too_large', 'skill_of_too_many_agents'],
    test: 'services/agents/test/agent-skills.test.ts',
  },
  {
    resource: 'open questions',
    share: `${OPEN_QUESTIONS_MAX} of an issue`,
    codes: ['too_many_questions'],
    test: 'services/issues/test/questions.test.ts',
  },
  {
    resource: 'messages to a run',
    share: `${RUN_MESSAGES_MAX}; of an agent ${RUN_MESSAGES_WAITING_MAX} that wait`,
    codes: ['too_many_run_messages'],
    test: 'services/scheduler/test/run-messages.test.ts',
  },
  {
    resource: 'open waits',
    share: `${WAITS_MAX} of an issue`,
    codes: ['too_many_waits'],
    test: 'services/issues/test/waits.test.ts',
  },
  {
    resource: 'changes of many issues',
    share: `${BULK_CHANGES_MAX} of a company at once`,
    codes: ['too_many_bulk_changes'],
    test: 'services/issues/test/bulk-changes.test.ts',
  },
  {
    resource: 'issues of one such change',
    share: String(BULK_ISSUES_MAX),
    codes: ['too_many_issues'],
    test: 'services/issues/test/bulk-limit.test.ts',
  },
  {
    resource: 'files',
    share:
      `${FILES_MAX} of an issue, each of \`FILE_MAX_MB\` at most; of a company \`COMPANY_FILES_MB\`, ` +
      'and `COMPANY_FILES_MONTH_MB` in a month',
    codes: ['file_too_large', 'too_many_files', 'file_quota_reached'],
    test: 'services/issues/test/files.test.ts',
  },
  {
    resource: 'documents',
    share: `${DOCUMENTS_MAX} of an issue, a project or a company, within a number of bytes`,
    codes: ['too_many_documents', 'documents_too_large'],
    test: 'services/issues/test/document-bounds.test.ts',
  },
  {
    resource: 'routines',
    share: `${ROUTINES_MAX} of a company`,
    codes: ['too_many_routines'],
    test: 'services/issues/test/routine-limit.test.ts',
  },
  {
    resource: 'turns of the sweep that fires routines',
    share: '5 of a company in each hundred that are due; the others of it come in the next pass',
    codes: [],
    test: 'services/issues/test/routine-limit.test.ts',
    says: 'a routine does not wait for all of a company whose moments came before',
  },
  {
    resource: 'moments of one backfill of a routine',
    share: String(MOMENTS_MAX),
    codes: ['too_many_moments'],
    test: 'services/issues/test/routines.test.ts',
  },
  {
    resource: 'workspaces',
    share: '100 of a project',
    codes: ['too_many_workspaces'],
    test: 'e2e/surface/work/planning/workspaces.ts',
  },
  {
    resource: 'issues of an approval',
    share: '200',
    codes: ['too_many_links'],
    test: 'services/approvals/test/comments-and-links.test.ts',
  },
  {
    resource: 'hooks',
    share: `${HOOKS_MAX} of a company`,
    codes: ['too_many_hooks'],
    test: `${GATEWAY}/hook-limit.test.ts`,
  },
  {
    resource: 'deliveries of a hook that wait for their effect',
    share: `${PENDING_DELIVERIES_MAX} of a hook`,
    codes: ['rate_limited'],
    test: `${GATEWAY}/hook-limit.test.ts`,
  },
  {
    resource: 'turns of the effects of hooks',
    share:
      'one turn of a company at a time: 5 deliveries, or two seconds; the others of it come in the next turn',
    codes: [],
    test: `${GATEWAY}/hook-turns.test.ts`,
    says: 'makes the delivery of a company after a few of another one that has 2,000 before it',
  },
  {
    resource: 'files of a company package',
    share: `${PACKAGE_FILES_MAX} files with ${PACKAGE_MAX_BYTES} bytes of text together`,
    codes: ['package_too_large'],
    test: 'e2e/stories/company-packages.test.ts',
  },
  {
    resource: 'webhooks',
    share: '20 of a company',
    codes: ['too_many_webhooks'],
    test: `${GATEWAY}/webhook-limit.test.ts`,
  },
];

/** Limits that are of nobody's share, with why. */
export const ofNobody: Readonly<Partial<Record<LimitCode, string>>> = {
  unavailable: 'a server or a service is away, for all alike',
  provider_quota: 'the quota is of the company at its model provider, not ours',
  context_full: "the context is that of the agent's own model",
  file_store_full: 'the store of files has no room, for all alike',
  file_store_unavailable: 'the store of files is away, for all alike',
};

/** Whether a code says that something is used up. */
export const isOfLimit = (code: string, status?: number): boolean =>
  status === 429 || status === 503 || /(^|_)(too_(many|deep)|quota|full)(_|$)/.test(code);
