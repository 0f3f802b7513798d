/** Refusals because of the current state: 409 where it may change, 410 where it is final. */
import type { RefusalSpec } from './refusal-spec.ts';

export const refusalsOfConflicts = {
  issue_owned_by_another_agent: {
    status: 409,
    liftedByOthers: true,
    title: 'Issue checkout conflict',
    hint: 'pick another issue: GET /api/agents/me/inbox',
  },
  unexpected_status: {
    status: 409,
    liftedByOthers: true,
    title: 'The issue is not in an expected status',
    hint: 'GET /api/issues/:issueId, then send expectedStatuses that include its status',
  },
  not_the_owner: {
    status: 409,
    liftedByOthers: true,
    title: 'Another agent owns the issue',
    hint: 'ask its owner or a manager with POST /api/issues/:issueId/comments',
  },
  question_closed: {
    status: 409,
    title: 'The question is answered, expired or withdrawn already',
    hint: 'nothing to do; details has its outcome, and GET /api/questions/:questionId all of it',
  },
  too_many_questions: {
    status: 409,
    liftedByOthers: true,
    title: 'The issue has as many open questions as it may have',
    hint: 'wait for answers, or withdraw one: POST /api/questions/:questionId/withdraw',
  },
  document_exists: {
    status: 409,
    title: 'There is a document of this key already',
    hint: 'read it, then send the change with its version, which is in details (header If-Match)',
  },
  too_many_documents: {
    status: 409,
    liftedByOthers: true,
    title: 'There are as many documents as there may be',
    hint: 'write into one of those that are there, or ask the board to delete one',
  },
  documents_too_large: {
    status: 409,
    liftedByOthers: true,
    title: 'The documents together are as long as they may be',
    hint: 'shorten one of them, or ask the board to delete one',
  },
  too_many_bulk_changes: {
    status: 409,
    liftedByOthers: true,
    title: 'As many changes of many issues are running as a company may have at once',
    hint: 'wait until one is done: GET /api/companies/:companyId/issues/bulk/:bulkChangeId says its state',
  },

  check_in_progress: {
    status: 409,
    title: 'The agent is being checked',
    retryable: true,
    hint: 'send it again in ten seconds',
  },
  cost_already_voided: {
    status: 409,
    title: 'The cost was voided already, for another reason',
    hint: 'nothing to do; GET /api/companies/:companyId/cost-events shows the void in details',
  },
  change_is_stale: {
    status: 409,
    title: 'The agent has changed since this change was asked for',
    hint:
      'reject or cancel this request; its requester asks again with POST ' +
      '/api/companies/:companyId/approvals, type change_agent',
  },
  already_a_member: {
    status: 409,
    title: 'The user is a member of this company already',
    hint: 'change the member: PATCH /api/companies/:companyId/members/:userId',
  },
  email_taken: {
    status: 409,
    title: 'A user has this e-mail already',
    hint: 'change that user: GET /api/users, then PATCH /api/users/:userId',
  },
  account_exists: {
    status: 409,
    title: 'The invited address has an account, which alone can accept',
    hint: 'sign in, then GET /api/invitations and POST /api/invitations/:invitationId/accept',
  },
  invitation_already_used: {
    status: 409,
    title: 'The invitation was accepted already',
    hint: 'remove the member instead: DELETE /api/companies/:companyId/members/:userId',
  },
  name_taken: {
    status: 409,
    title: 'The name is taken in this company',
    hint: 'send the request with another name',
  },
  secret_in_use: {
    status: 409,
    liftedByOthers: true,
    title: 'Configurations of agents refer to the secret',
    hint: 'first take it out of the agents in details with PATCH /api/agents/:agentId',
  },
  ceo_exists: {
    status: 409,
    liftedByOthers: true,
    title: 'The company already has a CEO',
    hint: 'choose another role, or first terminate that CEO or change its role',
  },
  wake_already_taken: {
    status: 409,
    title: 'The wake-up was taken before',
    hint: 'the run in details has it; if that run is lost, the wake-up is offered again',
  },
  wake_not_offered: {
    status: 409,
    title: 'The wake-up cannot be taken now',
    retryable: true,
    hint: 'GET /api/agents/me/wakes again: it is offered when its run may start',
  },
  join_request_pending: {
    status: 409,
    title: 'The board has not decided about the join request yet',
    retryable: true,
    hint: 'GET /api/join-requests/:joinRequestId every minute; claim again when it is approved',
  },
  join_request_claimed: {
    status: 409,
    title: 'The key of this join request was claimed before',
    hint: 'use the key that you stored, or ask the board for another',
  },
  join_request_rejected: {
    status: 410,
    title: 'The board has rejected the join request',
    hint: 'stop asking',
  },
} as const satisfies Record<string, RefusalSpec>;
