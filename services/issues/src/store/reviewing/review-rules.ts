/** The policies of reviews that an issue inherits, whom they name, and the links that they ask for. */
import { Refusal, type AgentStatus } from '@muster/contracts';
import { maybeOne, one, sql, type Db, type Statement } from '@muster/service-kit';
import type { IssueState } from '../../domain/issue-state.ts';
import { LINK_PATTERN } from '../../domain/reviewing/evidence.ts';
import type { OwnRule, ReviewRule } from '../../domain/reviewing/review-rule.ts';
import { isAssignableUser } from '../members.ts';

/** Of the company `c` and the project `rp`, which may be absent. */
export const inheritedRule: Statement = sql`
  coalesce(rp.review_policy, c.review_policy) as inherited_policy,
  case when rp.review_policy is null then c.reviewer_agent_id else rp.reviewer_agent_id end
    as inherited_agent_id,
  rp.reviewer_user_id as inherited_user_id,
  coalesce(rp.review_evidence, c.review_evidence) as inherited_evidence`;

/** The columns above as they are read. */
export interface InheritedRow {
  readonly inheritedPolicy: ReviewRule['policy'];
  readonly inheritedAgentId: string | null;
  readonly inheritedUserId: string | null;
  readonly inheritedEvidence: ReviewRule['evidence'];
}

export const inheritedOf = (row: InheritedRow): ReviewRule => ({
  policy: row.inheritedPolicy,
  agentId: row.inheritedAgentId,
  userId: row.inheritedUserId,
  evidence: row.inheritedEvidence,
});

/** What an issue of the project inherits, or one without a project. */
export const getInheritedRule = async (
  db: Db,
  companyId: string,
  projectId: string | null,
): Promise<ReviewRule> => {
  const row = await maybeOne<InheritedRow>(
    db,
    sql`
    select ${inheritedRule} from companies c
    left join projects rp on rp.id = ${projectId}::uuid and rp.company_id = c.company_id
    where c.company_id = ${companyId}`,
  );
  if (!row) throw new Refusal('company_not_found');
  return inheritedOf(row);
};

/** Refuses another reviewer that is not of the company, or is terminated. */
export async function requireReviewer(
  db: Db,
  companyId: string,
  before: OwnRule,
  { reviewerAgentId, reviewerUserId }: OwnRule,
  callerUserId: string | null,
): Promise<void> {
  if (reviewerAgentId !== null && reviewerAgentId !== before.reviewerAgentId) {
    const found = await maybeOne<{ status: AgentStatus }>(
      db,
      sql`
      select status from roster
      where agent_id = ${reviewerAgentId} and company_id = ${companyId}`,
    );
    const field = { field: 'reviewerAgentId' };
    if (!found) throw new Refusal('agent_not_found', field);
    if (found.status === 'terminated') throw new Refusal('agent_not_assignable', field);
  }
  if (reviewerUserId !== null && reviewerUserId !== before.reviewerUserId) {
    if (!(await isAssignableUser(db, companyId, reviewerUserId, [callerUserId]))) {
      throw new Refusal('user_not_found', { field: 'reviewerUserId' });
    }
  }
}

/** Whether who has the issue, or hands it over, has written a comment with a link. */
export const hasLinkInComments = async (
  db: Db,
  { id, companyId, assigneeAgentId, assigneeUserId }: IssueState,
  callerId: string | null,
): Promise<boolean> => {
  const authors = [assigneeAgentId, assigneeUserId, callerId].filter((each) => each !== null);
  const { found } = await one<{ found: boolean }>(
    db,
    sql`
    select exists (
      select from comments
      where issue_id = ${id} and company_id = ${companyId}
        and coalesce(author_agent_id, author_user_id) = any(${authors}::uuid[])
        and body ~* ${LINK_PATTERN}
    ) as found`,
  );
  return found;
};

const documentsOf = sql`documents where deleted_at is null`;
const filesOf = sql`files where left_at is null`;

/** Whether the issue has a document, or a file, whose bytes are there then. */
export const hasOwn = async (
  db: Db,
  { id, companyId }: Pick<IssueState, 'id' | 'companyId'>,
  evidence: 'document' | 'file',
): Promise<boolean> => {
  const { found } = await one<{ found: boolean }>(
    db,
    sql`
    select exists (
      select from ${evidence === 'document' ? documentsOf : filesOf}
        and issue_id = ${id} and company_id = ${companyId}
    ) as found`,
  );
  return found;
};
