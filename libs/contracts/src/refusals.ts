/**
 * Every way in which Muster says no, once. A code exists only where some program must tell the case
 * apart; `status` is what HTTP answers, `title` the sentence for a person, `hint` the next step for
 * an agent. Codes are stable: clients branch on them.
 */
export interface RefusalSpec {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 410 | 412 | 413 | 415 | 422 | 429 | 503;
  readonly title: string;
  readonly hint?: string;
  /** Whether the same request may succeed later without being changed. */
  readonly retryable?: true;
}

const gone = (thing: string): RefusalSpec => ({ status: 404, title: `${thing} not found` });

export const refusals = {
  // The request itself
  invalid_input: { status: 400, title: 'Validation error', hint: 'correct the fields in details' },
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  unsupported_media_type: { status: 415, title: 'Only application/json is understood' },
  body_too_large: {
    status: 413, title: 'The body is too large', hint: 'link large content instead',
  },
  result_too_large: {
    status: 422, title: 'The result is too large', hint: 'ask for a smaller page',
  },
  invalid_cursor: {
    status: 400, title: 'The cursor is not valid here', hint: 'start without a cursor',
  },
  version_mismatch: {
    status: 412, title: 'The record has changed since it was read', hint: 'read it again and retry',
  },
  idempotency_key_reused: {
    status: 422, title: 'The idempotency key was used for another request', hint: 'make a new key',
  },
  request_in_progress: {
    status: 409, title: 'A request with this idempotency key is in progress', retryable: true,
  },
  answer_shown_once: {
    status: 409, title: 'This request was carried out before and its answer is shown only once',
    hint: 'revoke what it made and make another',
  },
  rate_limited: {
    status: 429, title: 'Too many requests', retryable: true,
    hint: 'wait as many seconds as Retry-After says; a batch of reads costs less as one list',
  },
  overloaded: { status: 503, title: 'The service is overloaded', retryable: true },
  unavailable: { status: 503, title: 'The service is unavailable', retryable: true },
  deadline_exceeded: { status: 503, title: 'The request took too long', retryable: true },
  unknown_run: {
    status: 422, title: 'X-Run-Id names no run of yours', hint: 'leave the header out',
  },

  // The caller
  unauthenticated: { status: 401, title: 'Authentication is required' },
  wrong_credentials: {
    status: 401, title: 'No user has this e-mail and password', hint: 'check both and try again',
  },
  run_superseded: { status: 401, title: 'The run of this token has ended', hint: 'stop working' },
  caller_not_allowed: {
    status: 403, title: 'This caller may not do this', hint: 'details name the callers who may',
  },
  session_required: {
    status: 403, title: 'Only a signed-in session may do this', hint: 'sign in and send its cookie',
  },
  foreign_origin: {
    status: 403, title: 'The request comes from a page of another site',
    hint: 'a cookie counts only for requests with an Origin of this installation; a script sends a '
      + 'board token instead',
  },
  json_required: {
    status: 403, title: 'With a cookie, every change is sent as application/json',
    hint: 'send Content-Type: application/json, also without a body',
  },
  instance_admin_only: {
    status: 403, title: 'Only an instance admin may do this', hint: 'ask an instance admin',
  },
  grants_more_than_held: {
    status: 403, title: 'Nobody grants more than they have',
    hint: 'leave out what details names, or ask an owner',
  },
  board_only: { status: 403, title: 'Only the board may do this', hint: 'ask the board' },
  agent_only: { status: 403, title: 'Only an agent may do this', hint: "use an agent's key" },
  viewer_reads_only: {
    status: 403, title: 'A viewer of the company only reads', hint: 'ask an owner of the company',
  },
  permission_missing: {
    status: 403, title: 'This needs a permission that the caller does not have',
    hint: 'ask an owner of the company for the permission in details',
  },
  owner_only: {
    status: 403, title: 'Only an owner of the company may do this', hint: 'ask an owner',
  },
  managers_only: {
    status: 403, title: 'Only managers and the CEO may do this', hint: 'ask your manager',
  },
  ceo_only: { status: 403, title: 'Only the CEO may do this', hint: 'ask the CEO' },
  not_the_requester: {
    status: 403, title: 'Only the requester or the board may do this', hint: 'ask the requester',
  },
  not_your_agent: {
    status: 403, title: 'Only the agent itself, its managers or the board may do this',
    hint: 'ask the agent or your manager',
  },
  not_your_report: {
    status: 403, title: 'Only the managers of the agent or the board may do this',
    hint: 'ask your manager',
  },
  fields_not_yours: {
    status: 403, title: 'An agent may not change these fields of itself', hint: 'ask your manager',
  },
  acting_as_another_agent: {
    status: 403, title: 'An agent acts only as itself', hint: 'use your own agent id',
  },
  agent_paused: {
    status: 403, title: 'A paused agent cannot claim work', hint: 'hand over with a comment',
  },
  strategy_not_approved: {
    status: 403, title: 'The board has not approved a strategy of the CEO yet',
    hint: 'request an approve_ceo_strategy approval first',
  },
  cancel_needs_manager: {
    status: 403, title: 'The issue was assigned from outside your team',
    hint: 'reassign it to your manager with a comment',
  },

  // Absent, or in another company: the two are the same
  company_not_found: gone('Company'),
  agent_not_found: gone('Agent'),
  revision_not_found: gone('Revision'),
  secret_not_found: {
    ...gone('Secret'), hint: 'the board and managers see the names with GET …/secrets',
  },
  key_not_found: gone('Key'),
  user_not_found: gone('User'),
  session_not_found: gone('Session'),
  invitation_not_found: gone('Invitation'),
  token_not_found: {
    ...gone('Token'), hint: 'an invitation works once and for a week; ask for a new one',
  },
  issue_not_found: gone('Issue'),
  comment_not_found: gone('Comment'),
  label_not_found: gone('Label'),
  project_not_found: gone('Project'),
  workspace_not_found: gone('Workspace'),
  goal_not_found: gone('Goal'),
  approval_not_found: gone('Approval'),
  run_not_found: gone('Run'),
  invite_not_found: {
    ...gone('Invite'), hint: 'an invite works once and for ten minutes; ask for a new one',
  },
  join_request_not_found: gone('Join request'),
  adapter_type_not_found: {
    ...gone('Adapter type'), hint: 'GET /llms/agent-configuration.txt lists them',
  },
  route_not_found: { status: 404, title: 'No such path' },
  method_not_allowed: {
    status: 405, title: 'This path has no such method', hint: 'the header Allow names those it has',
  },

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
  ceo_exists: { status: 409, title: 'The company has a living CEO' },
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
  wrong_password: { status: 422, title: 'The current password is another one' },
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
  company_archived: { status: 422, title: 'The company is archived and read-only' },
  company_paused: { status: 422, title: 'The company is paused', hint: 'wait for the board' },
  illegal_transition: { status: 422, title: 'This status change is not allowed' },
  assignee_required: {
    status: 422, title: 'in_progress needs an assignee', hint: 'check the issue out instead',
  },
  two_assignees: { status: 422, title: 'An issue has one assignee, an agent or a user' },
  agent_not_assignable: { status: 422, title: 'The agent is pending or terminated' },
  agent_without_keys: { status: 422, title: 'A pending or terminated agent has no keys' },
  agent_not_runnable: { status: 422, title: 'The agent is pending or terminated' },
  goal_level_mismatch: {
    status: 422, title: 'A goal may not be wider than the goal that it is part of',
    hint: 'company, team, agent, task: from the widest to the narrowest',
  },
  too_many_workspaces: { status: 422, title: 'The project has as many workspaces as it may' },
  would_make_cycle: { status: 422, title: 'This would make a cycle' },
  agent_not_editable: {
    status: 422, title: 'A pending agent is changed by the board only, a terminated one by nobody',
  },
  budget_spent: {
    status: 422, title: 'The budget of the agent or of its company is spent',
    hint: 'raise the budget first',
  },
  not_a_path_key: {
    status: 422, title: 'The adapter has no path under this key', hint: 'name another key',
  },
  unusable_path: { status: 422, title: 'The path cannot be resolved inside cwd' },
  foreign_revision: { status: 422, title: 'The revision is of another agent' },
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
  approval_already_decided: { status: 422, title: 'The approval is already decided' },
  too_many_links: {
    status: 422, title: 'The approval is linked to as many issues as it may be',
    hint: 'unlink an issue first',
  },
  run_already_finished: { status: 422, title: 'The run has already ended' },
} as const satisfies Record<string, RefusalSpec>;

export type RefusalCode = keyof typeof refusals;

/** Refusals that any operation may give without naming them. */
export const commonRefusals: readonly RefusalCode[] = [
  'invalid_input', 'malformed_json', 'unauthenticated', 'caller_not_allowed', 'board_only',
  'agent_only', 'viewer_reads_only', 'permission_missing', 'owner_only', 'instance_admin_only',
  'company_not_found', 'idempotency_key_reused', 'request_in_progress', 'version_mismatch',
  'invalid_cursor', 'overloaded', 'unavailable', 'deadline_exceeded', 'result_too_large',
  'rate_limited', 'unknown_run', 'company_archived',
];
