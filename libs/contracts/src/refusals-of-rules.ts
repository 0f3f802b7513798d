/** Refusals by what is there already, and by the rules of the domain. */
import type { RefusalSpec } from './refusal-spec.ts';

export const refusalsOfRules = {
  // Conflicts
  issue_owned_by_another_agent: {
    status: 409, title: 'Issue checkout conflict', hint: 'pick another issue',
  },
  unexpected_status: {
    status: 409, title: 'The issue is not in an expected status', hint: 'read the issue again',
  },
  not_the_owner: {
    status: 409, title: 'Another agent owns the issue', hint: 'ask its owner or a manager',
  },
  already_a_member: {
    status: 409, title: 'The user is a member of this company already', hint: 'change the member',
  },
  email_taken: {
    status: 409, title: 'A user has this e-mail already', hint: 'change the user instead',
  },
  invitation_already_used: {
    status: 409, title: 'The invitation was accepted already', hint: 'remove the member instead',
  },
  name_taken: { status: 409, title: 'The name is taken in this company', hint: 'choose another' },
  secret_in_use: {
    status: 409, title: 'Configurations refer to the secret',
    hint: 'take it out of the agents in details first',
  },
  ceo_exists: {
    status: 409, title: 'The company has a living CEO',
    hint: 'choose another role, or end or demote that CEO first',
  },
  wake_already_taken: {
    status: 409, title: 'The wake-up was taken before',
    hint: 'the run in details has all that waited; if nobody works on it, it is given out again',
  },
  wake_not_offered: {
    status: 409, title: 'The wake-up cannot be taken now', retryable: true,
    hint: 'GET /api/agents/me/wakes again: it is offered anew when its run may start',
  },
  join_request_pending: {
    status: 409, title: 'The board has not decided about the join request yet', retryable: true,
    hint: 'read the join request every minute until its status is approved, then claim again',
  },
  join_request_claimed: {
    status: 409, title: 'The key of this join request was claimed before',
    hint: 'use the key that you stored, or ask the board for another',
  },
  join_request_rejected: {
    status: 410, title: 'The board has turned the join request down', hint: 'stop asking',
  },

  // Rules of the domain
  last_owner: {
    status: 422, title: 'A company keeps its last owner', hint: 'make somebody else an owner first',
  },
  expiry_in_the_past: {
    status: 422, title: 'expiresAt has passed', hint: 'send a time in the future, or none',
  },
  wrong_password: {
    status: 422, title: 'The current password is another one',
    hint: 'try again with the password that you sign in with',
  },
  user_of_the_environment: {
    status: 422, title: 'The admin whom the environment makes stays as it is',
    hint: 'change the token in the environment instead',
  },
  no_identity_provider: {
    status: 422, title: 'No identity provider is configured',
    hint: 'sign in with e-mail and password',
  },
  identity_provider_failed: {
    status: 422, title: 'The identity provider did not let you in',
    hint: 'the identity has to be bound first: sign in with your password and link it',
  },
  company_archived: {
    status: 422, title: 'The company is archived and read-only',
    hint: 'only reading is left; the board may make it active again',
  },
  company_paused: { status: 422, title: 'The company is paused', hint: 'wait for the board' },
  illegal_transition: {
    status: 422, title: 'This status change is not allowed',
    hint: 'take one of the allowed statuses in details, or allowedTransitions of the issue',
  },
  assignee_required: {
    status: 422, title: 'in_progress needs an assignee', hint: 'check the issue out instead',
  },
  two_assignees: {
    status: 422, title: 'An issue has one assignee, an agent or a user',
    hint: 'name one of assigneeAgentId and assigneeUserId',
  },
  agent_not_assignable: {
    status: 422, title: 'The agent is pending or terminated',
    hint: 'choose an agent that is idle, running or paused',
  },
  agent_without_keys: {
    status: 422, title: 'A pending or terminated agent has no keys',
    hint: 'wait until the hire is approved',
  },
  agent_not_runnable: {
    status: 422, title: 'The agent is pending or terminated',
    hint: 'wait until the hire is approved, or choose another agent',
  },
  goal_level_mismatch: {
    status: 422, title: 'A goal may not be wider than the goal that it is part of',
    hint: 'company, team, agent, task: from the widest to the narrowest',
  },
  too_many_workspaces: {
    status: 422, title: 'The project has as many workspaces as it may',
    hint: 'delete one that is not used',
  },
  would_make_cycle: {
    status: 422, title: 'This would make a cycle',
    hint: 'choose one that is not below it',
  },
  agent_not_editable: {
    status: 422, title: 'A pending agent is changed by the board only, a terminated one by nobody',
    hint: 'ask the board, or wait until the hire is approved',
  },
  budget_spent: {
    status: 422, title: 'The budget of the agent or of its company is spent',
    hint: 'raise the budget first',
  },
  not_a_path_key: {
    status: 422, title: 'The adapter has no path under this key', hint: 'name another key',
  },
  unusable_path: {
    status: 422, title: 'The path cannot be resolved inside cwd',
    hint: 'set an absolute cwd first and stay inside it, or give an absolute path',
  },
  foreign_revision: {
    status: 422, title: 'The revision is of another agent',
    hint: "take an id from the agent's own config-revisions",
  },
  join_request_not_pending: {
    status: 422, title: 'The join request is decided already or has expired',
    hint: 'read the join requests again; an agent that comes too late needs a new invite',
  },
  not_for_joiners: {
    status: 422, title: 'An agent that joins may not set these fields',
    hint: 'leave the fields in details out; the board sets them when you are in',
  },
  secret_deleted: {
    status: 422, title: 'The revision refers to a secret that was deleted',
    hint: 'change the fields in details instead of rolling back',
  },
  secret_in_command: {
    status: 422, title: 'A command line may hold no secret: every process of the machine sees it',
    hint: 'put the secret into adapterConfig.env and let the program read it there',
  },
  secret_in_resubmission: {
    status: 422, title: 'A resubmission may hold no secret, only references to stored ones',
    hint: 'let the board store it with POST /api/companies/:companyId/secrets and send '
      + '{"secretRef": "<name>"}; a value that is masked stays what it is',
  },
  approval_already_decided: {
    status: 422, title: 'The approval is already decided',
    hint: 'read the approval; ask anew if it has to be decided again',
  },
  too_many_links: {
    status: 422, title: 'The approval is linked to as many issues as it may be',
    hint: 'unlink an issue first',
  },
  run_not_started: {
    status: 422, title: 'The run has not begun',
    hint: 'take its wake-up first: POST /api/agents/me/wakes/:wakeId/ack',
  },
  run_held_here: {
    status: 422, title: 'The run ends when its process ends',
    hint: 'print what you have used as a JSON line, and exit when you are done',
  },
  too_many_webhooks: {
    status: 422, title: 'The company has as many webhooks as it may',
    hint: 'delete one that is not used, or let one receiver pass on what it gets',
  },
  webhook_disabled: {
    status: 422, title: 'The webhook is disabled',
    hint: 'ping it to see whether its receiver answers, set its status to active, then replay',
  },
  webhook_address_refused: {
    status: 422, title: 'Nothing is sent to this address',
    hint: 'use https and a public host, or ask the operator to allow this host',
  },
  run_already_finished: {
    status: 422, title: 'The run has already ended',
    hint: 'read the run; there is nothing left to stop',
  },
} as const satisfies Record<string, RefusalSpec>;
