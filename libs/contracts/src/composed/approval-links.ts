/** Issues and the approvals that they are linked to. */
import { z } from 'zod';
import { Approval, approvals } from '../approvals/contract.ts';
import { operation } from '../define.ts';
import { IssueSummary } from '../issues/records.ts';
import { Id, IssueRef, page, PathId } from '../vocabulary.ts';

const { linkApproval, unlinkApproval } = approvals.operations;

export const approvalLinks = {
  listIssueApprovals: operation({
    http: 'GET /api/issues/:issueId/approvals',
    summary: 'The approvals that an issue is linked to, newest first.',
    who: ['agent', 'board'],
    input: z.object({ issueId: IssueRef, ...page }),
    output: z.array(Approval),
    paged: true,
    refusals: ['issue_not_found'],
  }),
  linkIssueApproval: operation({
    http: 'POST /api/issues/:issueId/approvals',
    summary: 'Link an issue to an approval; answers with all approvals of the issue.',
    who: ['agent', 'board'],
    status: 201,
    input: z.object({ issueId: IssueRef, approvalId: Id }),
    output: linkApproval.output,
    refusals: ['issue_not_found', ...linkApproval.refusals],
    emits: linkApproval.emits,
  }),
  unlinkIssueApproval: operation({
    http: 'DELETE /api/issues/:issueId/approvals/:approvalId',
    summary: 'Unlink an issue from an approval.',
    who: ['agent', 'board'],
    input: z.object({ issueId: IssueRef, approvalId: PathId }),
    output: unlinkApproval.output,
    refusals: ['issue_not_found', ...unlinkApproval.refusals],
    emits: unlinkApproval.emits,
  }),
  listApprovalIssues: operation({
    http: 'GET /api/approvals/:approvalId/issues',
    summary: 'The issues that an approval is linked to, oldest first.',
    who: ['agent', 'board'],
    input: z.object({ approvalId: PathId, ...page }),
    output: z.array(IssueSummary),
    paged: true,
    refusals: ['approval_not_found'],
  }),
} as const;
