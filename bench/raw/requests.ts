/** The requests behind each row: which service owns it, what it is asked, and who asks. */
import type { Actor } from '@muster/contracts';
import { COMMENT, newClaim, newCost, newIssue } from '../bodies.ts';
import type { RawRow } from '../rows.ts';
import { COMMON_WORD, type AgentKey, type Issue } from '../seed.ts';
import type { RecordedOwner } from './services.ts';

/** What the recorded requests are about. */
export interface Sample {
  readonly companyId: string;
  readonly agent: AgentKey;
  /** Of the company as well. */
  readonly rival: AgentKey;
  readonly issue: Issue;
}

export interface RecordedRequest {
  readonly service: RecordedOwner;
  readonly operation: string;
  readonly input: (sample: Sample) => object;
  readonly actor: (sample: Sample) => Actor;
  /** Asked before, about the same. */
  readonly after?: RecordedRequest;
  readonly refusedAs?: string;
}

/** The priority of the patch that is recorded; no other text has the word. */
export const PATCHED_PRIORITY = 'critical';

const byAgent = ({ agent: { id, name }, companyId }: Sample): Actor => ({
  type: 'agent',
  id,
  name,
  companyId,
});
const byRival = (sample: Sample): Actor => byAgent({ ...sample, agent: sample.rival });

const ofAgent = (
  operation: string,
  input: RecordedRequest['input'],
  service: RecordedOwner = 'issues',
): RecordedRequest => ({ service, operation, input, actor: byAgent });

/** Asked about the company as a whole. */
const ofCompany = (
  operation: string,
  query: (sample: Sample) => object = () => ({}),
  service?: RecordedOwner,
): RecordedRequest =>
  ofAgent(operation, (sample) => ({ companyId: sample.companyId, ...query(sample) }), service);

const claim = ofAgent('checkoutIssue', ({ issue, agent }) => ({
  issueId: issue.id,
  ...newClaim(agent.id),
}));
const lateClaim: RecordedRequest = {
  ...claim,
  input: ({ issue, rival }) => ({ issueId: issue.id, ...newClaim(rival.id) }),
  actor: byRival,
  after: claim,
  refusedAs: 'issue_owned_by_another_agent',
};

export const REQUESTS: Readonly<Record<RawRow, readonly RecordedRequest[]>> = {
  raw_create: [ofAgent('createIssue', ({ companyId }) => ({ companyId, ...newIssue(0) }))],
  raw_comment: [ofAgent('addComment', ({ issue }) => ({ issueId: issue.id, ...COMMENT }))],
  raw_patch: [
    ofAgent('updateIssue', ({ issue }) => ({ issueId: issue.id, priority: PATCHED_PRIORITY })),
  ],
  raw_checkout: [claim],
  raw_cost: [
    ofAgent(
      'recordCost',
      ({ companyId, agent, issue }) => ({ companyId, ...newCost(agent.id, issue.id) }),
      'billing',
    ),
  ],
  raw_dashboard: [
    ofCompany('countAgents', undefined, 'agents'),
    ofCompany('countIssues'),
    ofCompany('getCostSummary', undefined, 'billing'),
    ofCompany('countPendingApprovals', undefined, 'approvals'),
    ofCompany('countRuns', undefined, 'scheduler'),
  ],
  raw_race: [claim, lateClaim],
  raw_get: [ofAgent('getIssue', ({ issue }) => ({ issueId: issue.id }))],
  raw_me: [ofAgent('getOwnAgent', () => ({}), 'agents')],
  raw_inbox: [ofAgent('getInbox', () => ({}))],
  raw_list: [ofCompany('listIssues')],
  raw_search_common: [ofCompany('listIssues', () => ({ q: COMMON_WORD }))],
  raw_search_rare: [ofCompany('listIssues', ({ issue }) => ({ q: issue.rareWord }))],
};
