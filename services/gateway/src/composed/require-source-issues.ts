/**
 * A hire may name the issues that it was made for, and so may a change of an agent. Only the issues
 * service can look them up.
 */
import { agents, issues, Refusal, scopeOf } from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import type { BodyCheck } from '../upstream/body-check.ts';
import { readAs } from '../upstream/read-as.ts';

const { hireAgent, requestAgentChange } = agents.operations;

export const requireSourceIssues =
  (rpc: Rpc): BodyCheck =>
  async (input, call) => {
    const hire = hireAgent.input.safeParse(input).data;
    if (!hire) return;
    const { companyId, sourceIssueId, sourceIssueIds = [] } = hire;
    const ids = [...(sourceIssueId ? [sourceIssueId] : []), ...sourceIssueIds];
    const issueIds = await absentIssues(rpc, companyId, ids, call);
    if (issueIds.length === 0) return;
    const field = sourceIssueIds.some((id) => issueIds.includes(id))
      ? 'sourceIssueIds'
      : 'sourceIssueId';
    throw new Refusal('issue_not_found', { field, issueIds });
  };

export const requireIssuesOfChange =
  (rpc: Rpc): BodyCheck =>
  async (input, call) => {
    const change = requestAgentChange.input.safeParse(input).data;
    if (!change) return;
    const issueIds = await absentIssues(rpc, change.companyId, change.issueIds, call);
    if (issueIds.length > 0) throw new Refusal('issue_not_found', { field: 'issueIds', issueIds });
  };

/** Of these issues, those that the company does not have. */
async function absentIssues(
  rpc: Rpc,
  companyId: string,
  named: readonly string[],
  call: Parameters<BodyCheck>[1],
): Promise<string[]> {
  const ids = [...new Set(named)];
  // A company outside the caller's scope is refused as absent by the agents service.
  const scope = scopeOf(call.actor);
  if (ids.length === 0 || (scope !== 'all' && !scope.includes(companyId))) return [];
  const visible = await readAs(rpc, call)(issues, 'listIssuesById', { ids });
  const known = new Set(visible.filter((one) => one.companyId === companyId).map(({ id }) => id));
  return ids.filter((id) => !known.has(id.toLowerCase()));
}
