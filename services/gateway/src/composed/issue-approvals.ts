/**
 * The approvals of an issue and the issues of an approval. The issues service decides whether the
 * caller may see an issue; the approvals service stores the links. An issue is never deleted and
 * never changes its company, so the first answer is still valid when the second service acts.
 */
import { approvals, issues, Refusal, type Output } from '@muster/contracts';
import { decodeCursor, encodeCursor, IdKey, pageOf, pageSize, type Rpc } from '@muster/service-kit';
import { ask } from '../upstream/ask.ts';
import { readAs } from '../upstream/read-as.ts';
import type { ComposedCall, CallContext } from '../upstream/composed-call.ts';

type Issue = Output<typeof issues, 'getIssue'>;
type Links = 'listApprovalsOfIssue' | 'linkApproval' | 'unlinkApproval';

/** Finds the issue as the caller, then passes the answer of the approvals service on. */
const ofIssue =
  (name: Links) =>
  (rpc: Rpc): ComposedCall =>
  async ({ issueId: ref, ...rest }, call) => {
    const found = await findIssue(rpc, ref, call);
    if (!found) throw new Refusal('issue_not_found');
    const { id: issueId, companyId } = found;
    return ask(rpc, approvals, name, { ...rest, companyId, issueId }, call);
  };

export const listIssueApprovals = ofIssue('listApprovalsOfIssue');
export const linkIssueApproval = ofIssue('linkApproval');
export const unlinkIssueApproval = ofIssue('unlinkApproval');

/** Ordered by id, so that linking and unlinking do not shift pages. */
export const listApprovalIssues =
  (rpc: Rpc): ComposedCall =>
  async ({ approvalId, limit, cursor }, call) => {
    const read = readAs(rpc, call);
    const links = await read(approvals, 'listIssuesOfApproval', { approvalId });
    const list = `issues-of-approval:${String(approvalId)}`;
    const [after] = decodeCursor(list, links.companyId, cursor as string | undefined, IdKey) ?? [
      '',
    ];
    const ids = links.issueIds.filter((id) => id > after).toSorted();
    const { items, nextCursor } = pageOf(
      ids,
      pageSize(Number(limit)),
      (id) => id,
      (id) => encodeCursor(list, links.companyId, [id]),
    );
    const found = items.length === 0 ? [] : await read(issues, 'listIssuesById', { ids: items });
    return { body: JSON.stringify(found), nextCursor };
  };

async function findIssue(
  rpc: Rpc,
  issueId: unknown,
  call: CallContext,
): Promise<Issue | undefined> {
  try {
    return await readAs(rpc, call)(issues, 'getIssue', { issueId });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'issue_not_found') return undefined;
    throw error;
  }
}
