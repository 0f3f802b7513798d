/** Refusals by the rules of the domain: the request is well formed and not acceptable. */
import type { RefusalSpec } from './refusal-spec.ts';

export const refusalsOfRules = {
  last_owner: {
    status: 422,
    liftedByOthers: true,
    title: 'A company keeps its last owner',
    hint: 'first make another member an owner: PATCH /api/companies/:companyId/members/:userId',
  },
  expiry_in_the_past: {
    status: 422,
    title: 'expiresAt is in the past',
    hint: 'send a time in the future, or leave expiresAt out',
  },
  wrong_password: {
    status: 422,
    title: 'The current password is wrong',
    hint: 'try again with the password that you sign in with',
  },
  user_of_the_environment: {
    status: 422,
    title: 'The admin of the board token in the environment cannot be changed',
    hint: 'change MUSTER_BOARD_TOKEN instead',
  },
  no_identity_provider: {
    status: 422,
    title: 'No identity provider is configured',
    hint: 'sign in with e-mail and password: POST /api/auth/sign-in/email',
  },
  identity_provider_failed: {
    status: 422,
    title: 'Signing in at the identity provider failed',
    hint: 'link the identity first: sign in with your password, then POST /api/auth/link/oidc',
  },
  company_archived: {
    status: 422,
    liftedByOthers: true,
    title: 'The company is archived and read-only',
    hint: 'only reads work; an owner can make it active with PATCH /api/companies/:companyId',
  },
  company_being_erased: {
    status: 422,
    title: 'The company waits for its erasure',
    hint: 'take it back first: POST /api/companies/:companyId/restore',
  },
  company_paused: {
    status: 422,
    liftedByOthers: true,
    title: 'The company is paused',
    hint: 'stop working; the board resumes the company',
  },
  illegal_transition: {
    status: 422,
    title: 'This status change is not allowed',
    hint:
      'for an issue, choose a status of details.allowed, which are its allowedTransitions; otherwise ' +
      'GET the record again',
  },
  child_refused: {
    status: 422,
    liftedByOthers: true,
    title: 'A child was refused, and none was created',
    hint: 'correct the child in details.row, counted from 0, for the reason in details.code, and send all again',
  },
  evidence_missing: {
    status: 422,
    title: 'What the policy of reviews demands does not stand on the issue',
    hint:
      'details.evidence says what: for link, send status in_review with a comment that has the address of ' +
      'the result, such as https://…; for document, PUT /api/issues/:issueId/documents/report first; for ' +
      'file, POST /api/issues/:issueId/files first',
  },
  wait_without_end: {
    status: 422,
    title: 'A wait ends at one time, by a signal, or by whichever is first',
    hint: 'send one of until and after, or signal: true, or both',
  },
  too_many_waits: {
    status: 422,
    liftedByOthers: true,
    title: 'The issue has as many open waits as it may',
    hint: 'wait for one of them, or cancel one: DELETE /api/issues/:issueId/waits/:waitId',
  },
  too_many_run_messages: {
    status: 422,
    liftedByOthers: true,
    title: 'The run has as many messages as it may, or as many wait for its agent as may',
    hint: 'GET /api/heartbeat-runs/:runId/messages shows which wait; say the rest on its issue',
  },
  question_refused: {
    status: 422,
    title: 'A field does not fit the kind of the question',
    hint: 'correct the field in details.field, for the reason in details.reason',
  },
  issue_blocked: {
    status: 422,
    liftedByOthers: true,
    title: 'Open issues block this one, and no agent starts it before they have ended',
    hint:
      'take another issue: GET /api/agents/me/inbox; when the last of details.blockers has ended, the ' +
      'assignee is woken',
  },
  too_many_issues: {
    status: 422,
    title: 'More issues pass the filter than one change may have',
    hint: 'narrow the filter to details.issuesMax issues, and send the rest as further changes',
  },
  issue_held: {
    status: 422,
    liftedByOthers: true,
    title: 'The board holds the issue, and nobody starts it before the hold is lifted',
    hint:
      'take another issue: GET /api/agents/me/inbox; details.hold says what is held and why, and when ' +
      'the board lifts it, the assignee is woken',
  },
  assignee_required: {
    status: 422,
    title: 'in_progress needs an assignee',
    hint: 'POST /api/issues/:issueId/checkout instead',
  },
  two_assignees: {
    status: 422,
    title: 'An issue has one assignee, an agent or a user',
    hint: 'send one of assigneeAgentId and assigneeUserId',
  },
  agent_not_assignable: {
    status: 422,
    liftedByOthers: true,
    title: 'The agent is pending or terminated',
    hint: 'choose an agent that is idle, running or paused: GET /api/companies/:companyId/agents',
  },
  agent_without_keys: {
    status: 422,
    title: 'A pending or terminated agent has no keys',
    hint: 'wait until the board has approved the hire',
  },
  agent_not_runnable: {
    status: 422,
    liftedByOthers: true,
    title: 'The agent is pending or terminated',
    hint: 'wait until the board has approved the hire, or choose another agent',
  },
  goal_level_mismatch: {
    status: 422,
    title: 'A goal cannot be wider than its parent goal',
    hint: 'choose a level: company, team, agent, task, from the widest to the narrowest',
  },
  too_many_workspaces: {
    status: 422,
    title: 'The project has as many workspaces as it may',
    hint: 'DELETE /api/projects/:projectId/workspaces/:workspaceId one that is not used',
  },
  would_make_cycle: {
    status: 422,
    title: 'This would make a cycle',
    hint: 'choose a parent, manager or blocker that is not below it',
  },
  tree_too_deep: {
    status: 422,
    title: 'The tree would have more levels than it may',
    hint: 'choose a parent or manager that is higher: a tree has at most details.max levels',
  },
  agent_not_editable: {
    status: 422,
    title: 'Only the board can change a pending agent; a terminated agent cannot be changed',
    hint: 'ask the board, or wait until the hire is approved',
  },
  budget_spent: {
    status: 422,
    liftedByOthers: true,
    title: 'The budget of the agent or of its company is spent',
    hint: 'raise it first: PATCH /api/agents/:agentId/budgets or /api/companies/:companyId/budgets',
  },
  limit_not_raised: {
    status: 422,
    title: 'The chosen limit is not above the present one, and an override only raises it',
    hint:
      'choose budgetMonthlyCents above details.budgetMonthlyCents (0 is no limit), or leave it out; ' +
      'PATCH /api/agents/:agentId/budgets sets any limit',
  },
  cost_implausible: {
    status: 422,
    title: 'The cost is more than an agent may report at once',
    hint:
      'check its unit (cents) and its tokens; if it is right, ask the board to report it: POST ' +
      '/api/companies/:companyId/approvals with type request_board_approval',
  },
  cost_is_a_void: {
    status: 422,
    title: 'A void cannot be voided',
    hint: 'book the cost again: POST /api/companies/:companyId/cost-events',
  },
  not_a_path_key: {
    status: 422,
    title: 'The adapter has no path under this key',
    hint:
      'send one of details.known as adapterConfigKey; an adapter that has none gets instructions ' +
      'as a text: PATCH /api/agents/:agentId/instructions',
  },
  unusable_path: {
    status: 422,
    title: 'The path cannot be resolved inside cwd',
    hint: 'set an absolute cwd first and stay inside it, or send an absolute path',
  },
  foreign_revision: {
    status: 422,
    title: 'The revision belongs to another agent',
    hint: 'take an id from GET /api/agents/:agentId/config-revisions',
  },
  join_request_not_pending: {
    status: 422,
    title: 'The join request is decided already or has expired',
    hint:
      'GET /api/companies/:companyId/join-requests; an agent whose request has expired needs a ' +
      'new invite',
  },
  not_for_joiners: {
    status: 422,
    title: 'A joining agent may not set these fields',
    hint: 'leave the fields in details out; the board sets them after you have joined',
  },
  secret_deleted: {
    status: 422,
    title: 'The revision refers to a secret that was deleted',
    hint: 'change the fields in details with PATCH /api/agents/:agentId instead of rolling back',
  },
  secret_in_command: {
    status: 422,
    title: 'A command line may hold no secret: every process of the machine can read it',
    hint: 'put the secret into adapterConfig.env and let the program read it there',
  },
  secret_in_text: {
    status: 422,
    title: 'The text holds what looks like a secret',
    hint:
      'leave it out; put it into adapterConfig.env and name the variable in the text: ' +
      'GET /llms/agent-configuration.txt',
  },
  too_many_skills: {
    status: 422,
    title: 'The company has as many skills as it may have',
    hint: 'first delete one: DELETE /api/companies/:companyId/skills/:skill',
  },
  skills_too_large: {
    status: 422,
    title: 'The skills of an agent would be too large together',
    hint: 'shorten the texts, or first assign fewer skills to the agent in details: PATCH /api/agents/:agentId/skills',
  },
  skill_of_too_many_agents: {
    status: 422,
    title: 'The skill is assigned to as many agents as it may be',
    hint: 'store its text under a second slug for further agents',
  },
  variable_not_allowed: {
    status: 422,
    title: 'The environment of an agent may not set variables that choose or configure a program',
    hint:
      'leave the names in details out of adapterConfig.env; an operator allows a name with ' +
      'MUSTER_ALLOWED_VARIABLES',
  },
  secret_in_resubmission: {
    status: 422,
    title: 'A request to the board may hold no secrets, only references to stored secrets',
    hint:
      'let the board store it with POST /api/companies/:companyId/secrets and send ' +
      '{"secretRef": "<name>"}; a masked value (***) keeps the stored one',
  },
  approval_already_decided: {
    status: 422,
    title: 'The approval is already decided',
    hint: 'GET /api/approvals/:approvalId; create a new approval to ask again',
  },
  too_many_links: {
    status: 422,
    title: 'The approval is linked to as many issues as it may be',
    hint: 'first unlink one: DELETE /api/issues/:issueId/approvals/:approvalId',
  },
  run_not_started: {
    status: 422,
    liftedByOthers: true,
    title: 'The run has not started',
    hint: 'take its wake-up first: POST /api/agents/me/wakes/:wakeId/ack',
  },
  run_held_here: {
    status: 422,
    title: 'The run is a process of the scheduler and ends with that process',
    hint: 'print your usage as a JSON line, and exit when you are done',
  },
  run_already_finished: {
    status: 422,
    title: 'The run has already ended',
    hint: 'nothing to do; GET /api/heartbeat-runs/:runId shows how it ended',
  },
} as const satisfies Record<string, RefusalSpec>;
