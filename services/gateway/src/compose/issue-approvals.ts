/**
 * The approvals of an issue and the issues of an approval. Whether the caller may see an issue is
 * known to issues, the links are kept by approvals. An issue never goes nor changes its company, so
 * what the first has answered still holds when the second acts on it.
 */
import { approvals, issues, Refusal, type Output } from '@muster/contracts';
import { decodeCursor, encodeCursor, pageOf, pageSize, type Rpc } from '@muster/service-kit';
import { ask } from './ask.ts';
import { asker } from './asker.ts';
import type { ComposedCall, OnBehalf } from './composed-calls.ts';

type Issue = Output<typeof issues, 'getIssue'>;
type Links = 'listApprovalsOfIssue' | 'linkApproval' | 'unlinkApproval';

/** Finds the issue for its caller, and passes on what approvals answers about it. */
const ofIssue = (name: Links) => (rpc: Rpc): ComposedCall =>
  async ({ issueId: ref, ...rest }, onBehalf) => {
    const found = await findIssue(rpc, ref, onBehalf);
    if (!found) throw new Refusal('issue_not_found');
    const { id: issueId, companyId } = found;
    return ask(rpc, approvals, name, { ...rest, companyId, issueId }, onBehalf);
  };

export const listIssueApprovals = ofIssue('listApprovalsOfIssue');
export const linkIssueApproval = ofIssue('linkApproval');
export const unlinkIssueApproval = ofIssue('unlinkApproval');

/** In the order of their ids, which no link and no unlinking changes from page to page. */
export const listApprovalIssues = (rpc: Rpc): ComposedCall =>
  async ({ approvalId, limit, cursor }, onBehalf) => {
    const read = asker(rpc, onBehalf);
    const about = await read(approvals, 'listIssuesOfApproval', { approvalId });
    const list = `issues-of-approval:${String(approvalId)}`;
    const [after] = decodeCursor(list, about.companyId, cursor as string | undefined, 1) ?? [''];
    const ids = about.issueIds.filter((id) => id > String(after)).toSorted();
    const { items, nextCursor } = pageOf(ids, pageSize(Number(limit)), (id) => id, (id) =>
      encodeCursor(list, about.companyId, [id]));
    const found = items.length === 0 ? [] : await read(issues, 'listIssuesById', { ids: items });
    return { body: JSON.stringify(found), nextCursor };
  };

async function findIssue(
  rpc: Rpc,
  issueId: unknown,
  onBehalf: OnBehalf,
): Promise<Issue | undefined> {
  try {
    return await asker(rpc, onBehalf)(issues, 'getIssue', { issueId });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'issue_not_found') return undefined;
    throw error;
  }
}
