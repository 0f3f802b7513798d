/** What documents are of: an issue, a project or a company. */
import { Refusal, type Scope } from '@muster/contracts';
import { inScope, maybeOne, sql, type Db, type Statement } from '@muster/service-kit';
import { isIssue } from '../issue-rows.ts';

/** As a request names it. */
export type OwnerRef =
  | { readonly issueId: string }
  | { readonly projectId: string }
  | { readonly companyId: string };

export interface DocumentOwner {
  readonly companyId: string;
  readonly issueId: string | null;
  readonly projectId: string | null;
  /** Of an issue. */
  readonly identifier: string | null;
  readonly assigneeAgentId: string | null;
}

function ownerStatement(scope: Scope, ref: OwnerRef, lock: Statement): Statement {
  if ('issueId' in ref) {
    return sql`
    select i.company_id, i.id as issue_id, null::uuid as project_id, i.identifier,
      i.assignee_agent_id
    from issues i where ${isIssue(ref.issueId, scope)} limit 1 ${lock}`;
  }
  if ('projectId' in ref) {
    return sql`
    select p.company_id, null::uuid as issue_id, p.id as project_id, null as identifier,
      null::uuid as assignee_agent_id
    from projects p where p.id = ${ref.projectId} and ${inScope(scope, sql`p.company_id`)} ${lock}`;
  }
  return sql`
    select c.company_id, null::uuid as issue_id, null::uuid as project_id, null as identifier,
      null::uuid as assignee_agent_id
    from companies c
    where c.company_id = ${ref.companyId} and ${inScope(scope, sql`c.company_id`)} ${lock}`;
}

const absence = (ref: OwnerRef): Refusal => {
  if ('issueId' in ref) return new Refusal('issue_not_found');
  return new Refusal('projectId' in ref ? 'project_not_found' : 'company_not_found');
};

async function getLocked(
  db: Db,
  scope: Scope,
  ref: OwnerRef,
  lock: Statement,
): Promise<DocumentOwner> {
  const owner = await maybeOne<DocumentOwner>(db, ownerStatement(scope, ref, lock));
  if (!owner) throw absence(ref);
  return owner;
}

export const getOwner = (db: Db, scope: Scope, ref: OwnerRef): Promise<DocumentOwner> =>
  getLocked(db, scope, ref, sql``);

/** Whoever writes one of its documents waits for the other, so versions have no gaps. */
export const lockOwner = (db: Db, scope: Scope, ref: OwnerRef): Promise<DocumentOwner> =>
  getLocked(db, scope, ref, sql`for no key update`);

/** The documents called `d` of an owner. */
export const isOf = ({ companyId, issueId, projectId }: DocumentOwner): Statement => sql`
  d.company_id = ${companyId}
  and ${issueId === null ? sql`d.issue_id is null` : sql`d.issue_id = ${issueId}`}
  and ${projectId === null ? sql`d.project_id is null` : sql`d.project_id = ${projectId}`}`;
