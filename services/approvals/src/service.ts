/** The approvals service: requests to the board and its decisions. */
import { approvals } from '@muster/contracts';
import { agentsIn, defineService, eraseCompanyOfOwner } from '@muster/service-kit';
import { copiedThings } from './copied-things.ts';
import { locate } from './locate.ts';
import { addApprovalComment } from './operations/add-approval-comment.ts';
import { approveApproval } from './operations/approve-approval.ts';
import { cancelApproval } from './operations/cancel-approval.ts';
import { countPendingApprovals } from './operations/count-pending-approvals.ts';
import { createApproval } from './operations/create-approval.ts';
import { getApproval } from './operations/get-approval.ts';
import { linkApproval } from './operations/link-approval.ts';
import { listApprovalComments } from './operations/list-approval-comments.ts';
import { listApprovalsOfIssue } from './operations/list-approvals-of-issue.ts';
import { listApprovals } from './operations/list-approvals.ts';
import { listIssuesOfApproval } from './operations/list-issues-of-approval.ts';
import { listWaitingApprovals } from './operations/list-waiting-approvals.ts';
import { redactApprovalComment } from './operations/redact-approval-comment.ts';
import { redactApproval } from './operations/redact-approval.ts';
import { rejectApproval } from './operations/reject-approval.ts';
import { requestRevision } from './operations/request-revision.ts';
import { resubmitApproval } from './operations/resubmit-approval.ts';
import { unlinkApproval } from './operations/unlink-approval.ts';
import { cancelChangesOfTerminatedAgent } from './reactions/cancel-changes-of-terminated-agent.ts';
import { cancelApprovalOfTerminatedHire } from './reactions/cancel-approval-of-terminated-hire.ts';
import { copyCompanies } from './reactions/copy-companies.ts';
import { copyIssues } from './reactions/copy-issues.ts';
import { copyLimits } from './reactions/copy-limits.ts';
import { copyRoster } from './reactions/copy-roster.ts';
import { copySecrets } from './reactions/copy-secrets.ts';
import { markStaleChanges } from './reactions/mark-stale-changes.ts';
import { openApprovalOfChange } from './reactions/open-approval-of-change.ts';
import { openApprovalOfHire } from './reactions/open-approval-of-hire.ts';
import { openOverrideOfSpentBudget } from './reactions/open-override-of-spent-budget.ts';
import { recordEffectOfChange } from './reactions/record-effect-of-change.ts';
import { withdrawOverrideOfRestoredBudget } from './reactions/withdraw-override-of-restored-budget.ts';
import { withdrawOverrideOfTerminatedAgent } from './reactions/withdraw-override-of-terminated-agent.ts';

export const approvalsService = defineService({
  contract: approvals,
  migrations: new URL('../migrations/', import.meta.url),
  operations: {
    createApproval,
    listApprovals,
    countPendingApprovals,
    listWaitingApprovals,
    getApproval,
    approveApproval,
    rejectApproval,
    requestRevision,
    resubmitApproval,
    cancelApproval,
    addApprovalComment,
    listApprovalComments,
    redactApproval,
    redactApprovalComment,
    listIssuesOfApproval,
    listApprovalsOfIssue,
    linkApproval,
    unlinkApproval,
  },
  reactions: {
    copyCompanies,
    eraseCompanyOfOwner,
    copyRoster,
    copyLimits,
    copyIssues,
    copySecrets,
    openApprovalOfHire,
    openApprovalOfChange,
    markStaleChanges,
    cancelChangesOfTerminatedAgent,
    recordEffectOfChange,
    cancelApprovalOfTerminatedHire,
    openOverrideOfSpentBudget,
    withdrawOverrideOfRestoredBudget,
    withdrawOverrideOfTerminatedAgent,
  },
  erasure: { agentsOf: agentsIn('agents') },
  locate,
  copiedThings,
});
