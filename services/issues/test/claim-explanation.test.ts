/** The SQL that decides a claim and the function that explains it agree in every case. */
import {
  AgentStatus,
  approvals,
  CompanyStatus,
  IssueStatus,
  Refusal,
  type AgentRole,
} from '@muster/contracts';
import { newId, none, sql, type Db } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainClaim } from '../src/domain/claim.ts';
import { claimableStatuses } from '../src/domain/issue-machine.ts';
import { issuesService } from '../src/service.ts';
import { claimIssue } from '../src/store/claim.ts';
import { findIssueForDecision } from '../src/store/issues-for-decisions.ts';
import { type Review, reviewerOf, reviews } from './fixtures/claim-reviews.ts';
import { approvedStrategy, type IssuesStage } from './team.ts';

const CASES_TIMEOUT_MS = 180_000;

const owners = ['nobody', 'the claimer', 'another agent', 'a board user'] as const;
type Owner = (typeof owners)[number];
const callers = ['the board', 'the claimer', 'another agent'] as const;
type Caller = (typeof callers)[number];
const roles = ['engineer', 'ceo'] as const satisfies readonly AgentRole[];

interface Claimer {
  readonly agentId: string;
  readonly name: string;
}

interface ClaimCompany {
  readonly companyId: string;
  readonly name: string;
  readonly claimers: readonly Claimer[];
}

interface State {
  readonly status: IssueStatus;
  readonly owner: Owner;
  /** What the issue that blocks it has come to; no issue does if it is absent. */
  readonly blocker?: 'todo' | 'done';
  /** Inherited if it is absent. */
  readonly review?: Review;
  /** The claimer has handed it over. */
  readonly isHandedOver?: boolean;
}

interface ClaimCase extends State {
  readonly claimer: Claimer;
  readonly caller: Caller;
}

const someAgent = newId();
const boardUser = newId();

/** Work in progress has an owner: a constraint refuses it otherwise. */
const free: State[] = IssueStatus.options.flatMap((status) =>
  owners
    .filter((owner) => status !== 'in_progress' || owner !== 'nobody')
    .map((owner) => ({ status, owner })),
);
const states: State[] = [
  ...free,
  { status: 'todo', owner: 'nobody', blocker: 'todo' },
  { status: 'todo', owner: 'nobody', blocker: 'done' },
  { status: 'blocked', owner: 'the claimer', blocker: 'todo' },
  { status: 'in_progress', owner: 'the claimer', blocker: 'todo' },
  ...reviews.flatMap((review) =>
    [true, false].map((isHandedOver): State => ({
      status: 'in_review',
      owner: 'nobody',
      review,
      isHandedOver,
    })),
  ),
];

const ownerIds: Readonly<Record<Owner, (claimer: Claimer) => [string | null, string | null]>> = {
  nobody: () => [null, null],
  'the claimer': ({ agentId }) => [agentId, null],
  'another agent': () => [someAgent, null],
  'a board user': () => [null, boardUser],
};

const callerIds: Readonly<Record<Caller, (claimer: Claimer) => string | null>> = {
  'the board': () => null,
  'the claimer': ({ agentId }) => agentId,
  'another agent': () => someAgent,
};

const identifierOf = (
  { agentId }: Claimer,
  { status, owner, blocker, review, isHandedOver }: State,
) =>
  [agentId, status, owner, blocker, review?.policy, review?.names, isHandedOver]
    .map((part) => part ?? '')
    .join('/')
    .toUpperCase();

async function openCompany(
  stage: IssuesStage,
  status: CompanyStatus,
  hasStrategy: boolean,
  foreigner: Claimer,
): Promise<ClaimCompany> {
  const { companyId } = await stage.given.company({ status });
  if (hasStrategy) await stage.receive(approvals, 'approval.approved', approvedStrategy(companyId));
  const claimers: Claimer[] = [foreigner, { agentId: newId(), name: 'an unknown agent' }];
  for (const agentStatus of AgentStatus.options) {
    for (const role of roles) {
      const { agentId } = await stage.given.agent(companyId, { status: agentStatus, role });
      claimers.push({ agentId, name: `${role}, ${agentStatus}` });
    }
  }
  const name = `${status} company ${hasStrategy ? 'with' : 'without'} a strategy`;
  return { companyId, name, claimers };
}

/** An issue for each claimer and each state that it may have. */
async function insertIssues(db: Db, { companyId, claimers }: ClaimCompany): Promise<void> {
  const rows = claimers.flatMap((claimer) => states.map((state) => ({ claimer, state })));
  const assignees = rows.map(({ claimer, state }) => ownerIds[state.owner](claimer));
  const reviewers = rows.map(({ claimer, state: { review } }) =>
    reviewerOf(review, { claimer: claimer.agentId, agent: someAgent, user: boardUser }),
  );
  const blockers = { todo: newId(), done: newId() };
  await none(
    db,
    sql`
    insert into issues (
      id, company_id, issue_number, identifier, title, status, priority, completed_at, created_at,
      updated_at
    )
    select b.id, ${companyId}, 1000000 + b.n, b.id::text, 'Before', b.status, 'medium',
      case when b.status = 'done' then now() end, now(), now()
    from unnest(
      ${Object.values(blockers)}::uuid[], ${Object.keys(blockers)}::issue_status[]
    ) with ordinality as b (id, status, n)`,
  );
  await none(
    db,
    sql`
    insert into issues (
      id, company_id, issue_number, identifier, title, status, priority, assignee_agent_id,
      assignee_user_id, started_at, completed_at, cancelled_at, created_at, updated_at,
      blocked_by_issue_ids, review_policy, reviewer_agent_id, reviewer_user_id,
      review_handed_by_id, review_rounds
    )
    select uuidv7(), ${companyId}, r.n, r.identifier, 'Work', r.status, 'medium', r.agent_id,
      r.user_id, now(), case when r.status = 'done' then now() end,
      case when r.status = 'cancelled' then now() end, now(), now(),
      case when r.blocker_id is null then '{}' else array[r.blocker_id] end,
      r.policy, r.reviewer_agent_id, r.reviewer_user_id, r.handed_by_id,
      case when r.policy is null then 0 else 1 end
    from unnest(
      ${rows.map(({ claimer, state }) => identifierOf(claimer, state))}::text[],
      ${rows.map(({ state }) => state.status)}::issue_status[],
      ${assignees.map(([agentId]) => agentId)}::uuid[],
      ${assignees.map(([, userId]) => userId)}::uuid[],
      ${rows.map(({ state }) => state.blocker && blockers[state.blocker]).map((id) => id ?? null)}::uuid[],
      ${rows.map(({ state }) => state.review?.policy ?? null)}::review_policy[],
      ${reviewers.map(({ agentId }) => agentId)}::uuid[],
      ${reviewers.map(({ userId }) => userId)}::uuid[],
      ${rows.map(({ claimer, state }) => (state.isHandedOver ? claimer.agentId : null))}::uuid[]
    ) with ordinality as r (
      identifier, status, agent_id, user_id, blocker_id, policy, reviewer_agent_id,
      reviewer_user_id, handed_by_id, n
    )`,
  );
}

const casesOf = ({ claimers }: ClaimCompany): ClaimCase[] =>
  claimers.flatMap((claimer) =>
    callers.flatMap((caller) => states.map((state) => ({ claimer, caller, ...state }))),
  );

const userOf = (callerAgentId: string | null) => (callerAgentId === null ? boardUser : null);

/** Reads the issue once and explains claims of it by the statuses that they expect. */
async function explain(db: Db, companyId: string, one: ClaimCase) {
  const { agentId } = one.claimer;
  const ref = identifierOf(one.claimer, one);
  const callerAgentId = callerIds[one.caller](one.claimer);
  const caller = { agentId: callerAgentId, userId: userOf(callerAgentId), owned: [] };
  const found = await findIssueForDecision(db, [companyId], ref, caller, agentId);
  if (!found) throw new Error(`no issue ${ref}`);
  return (expectedStatuses: readonly IssueStatus[]): string => {
    const reason = explainClaim(found.issue, { agentId, expectedStatuses }, found.facts);
    return reason instanceof Refusal ? reason.code : reason;
  };
}

/** Claims, and takes the claim back, so that no case changes another one. */
async function claim(
  db: Db,
  companyId: string,
  one: ClaimCase,
  expectedStatuses: readonly IssueStatus[],
) {
  const callerAgentId = callerIds[one.caller](one.claimer);
  const claimed = await claimIssue(db, [companyId], {
    ref: identifierOf(one.claimer, one),
    agentId: one.claimer.agentId,
    from: claimableStatuses.filter((status) => expectedStatuses.includes(status)),
    callerAgentId,
    callerUserId: userOf(callerAgentId),
    owned: [],
    runId: null,
    now: new Date().toISOString(),
  });
  if (claimed) await none(db, sql`rollback to savepoint untouched`);
  return claimed;
}

describe('checkoutIssue: the claim and its explanation', () => {
  let stage: IssuesStage;
  let db: Db;
  const companies: ClaimCompany[] = [];
  beforeAll(async () => {
    stage = await openStage(issuesService);
    db = await stage.admin();
    const other = await stage.given.company();
    const { agentId } = await stage.given.agent(other.companyId);
    const foreigner = { agentId, name: 'an agent of another company' };
    for (const status of CompanyStatus.options) {
      for (const hasStrategy of [true, false]) {
        companies.push(await openCompany(stage, status, hasStrategy, foreigner));
      }
    }
    for (const company of companies) await insertIssues(db, company);
    await none(db, sql`begin`);
    await none(db, sql`savepoint untouched`);
  });
  afterAll(() => stage.close());

  const explanations = new Map<string, number>();
  const disagreements: unknown[] = [];

  async function compare(company: ClaimCompany, one: ClaimCase) {
    const { companyId } = company;
    const explanationOf = await explain(db, companyId, one);
    for (const isExpected of [true, false]) {
      const expected = IssueStatus.options.filter((each) => (each === one.status) === isExpected);
      const explanation = explanationOf(expected);
      const claimed = await claim(db, companyId, one, expected);
      explanations.set(explanation, (explanations.get(explanation) ?? 0) + 1);
      const agrees =
        explanation === 'claimable'
          ? claimed?.status === 'in_progress' && claimed.assigneeAgentId === one.claimer.agentId
          : claimed === undefined;
      if (!agrees) disagreements.push({ company: company.name, ...one, isExpected, explanation });
    }
  }

  it(
    'succeeds exactly if the explanation finds nothing that prevents it',
    async () => {
      for (const company of companies) {
        for (const one of casesOf(company)) await compare(company, one);
      }
      expect(disagreements.slice(0, 5)).toEqual([]);
      expect([...explanations.values()].reduce((sum, count) => sum + count)).toBe(
        6 * 14 * 3 * 43 * 2,
      );
    },
    CASES_TIMEOUT_MS,
  );

  it('has a case for each reason', () => {
    expect([...explanations.keys()].toSorted()).toEqual([
      'acting_as_another_agent',
      'agent_not_assignable',
      'agent_not_found',
      'agent_paused',
      'already_claimed',
      'claimable',
      'company_archived',
      'company_paused',
      'illegal_transition',
      'issue_blocked',
      'issue_owned_by_another_agent',
      'review_not_yours',
      'strategy_not_approved',
      'unexpected_status',
    ]);
  });
});
