/** Refusals about who the caller is and what it is allowed to do. */
import type { RefusalSpec } from './refusal-spec.ts';

export const refusalsOfCallers = {
  unauthenticated: {
    status: 401,
    title: 'Authentication is required',
    hint:
      'the credential is unknown, revoked or expired: send Authorization: Bearer with one that is ' +
      'valid',
  },
  wrong_credentials: {
    status: 401,
    title: 'No user has this e-mail and password',
    hint: 'check both and try again',
  },
  run_superseded: {
    status: 401,
    title: 'The run of this token has ended',
    hint: 'stop working; the next run gets a token of its own',
  },
  caller_not_allowed: {
    status: 403,
    title: 'This kind of caller may not do this',
    hint: 'details.callers lists the kinds of caller that may',
  },
  session_required: {
    status: 403,
    title: 'Only a signed-in session may do this',
    hint: 'POST /api/auth/sign-in/email, then send the session cookie',
  },
  board_token_required: {
    status: 403,
    title: 'Only a board token does this',
    hint: 'send a board token; GET /api/board-tokens lists yours, POST /api/board-tokens makes one',
  },
  authorization_request_invalid: {
    status: 400,
    title: 'The program asks in a way that cannot be answered',
    hint: 'details say what is wrong: begin again in the program, or tell those who make it',
  },
  page_secret_required: {
    status: 422,
    title: 'A sign-in at a provider needs the secret of its page',
    hint:
      'send pageSecret, 256 random bits as base64url that the page keeps: over http, other ports of ' +
      'this host could take the session otherwise',
  },
  misdirected_request: {
    status: 421,
    title: 'Sign-in, sessions and pages are not served under this host name',
    hint:
      'use the public address; an operator sets MUSTER_PUBLIC_URL or MUSTER_TRUSTED_ORIGINS. A ' +
      'program sends a board token as Authorization: Bearer instead',
  },
  foreign_origin: {
    status: 403,
    title: 'The request comes from a page of another site',
    hint:
      'a session cookie counts only with an Origin of this installation; a script sends a board ' +
      'token as Authorization: Bearer instead',
  },
  json_required: {
    status: 403,
    title: 'With a session cookie, every write is sent as application/json',
    hint: 'send Content-Type: application/json, also without a body',
  },
  instance_admin_only: {
    status: 403,
    liftedByOthers: true,
    title: 'Only an instance admin may do this',
    hint: 'ask an instance admin',
  },
  grants_more_than_held: {
    status: 403,
    liftedByOthers: true,
    title: 'A member cannot grant a role or permission that it does not have',
    hint: 'leave out the role and permissions in details, or ask an owner',
  },
  board_only: {
    status: 403,
    title: 'Only the board may do this',
    hint: 'ask with POST /api/companies/:companyId/approvals, type request_board_approval',
  },
  paused_by_board: {
    status: 403,
    liftedByOthers: true,
    title: 'The board has paused the agent, and only the board resumes it',
    hint: 'ask the board: POST /api/companies/:companyId/approvals with type request_board_approval',
  },
  folder_not_allowed: {
    status: 422,
    title: 'The board has not allowed the folder of the agent yet',
    hint:
      'the board approves the approval in details, or names another folder: PATCH ' +
      '/api/agents/:agentId {"adapterConfig": {"cwd": …}}',
  },
  needs_board: {
    status: 403,
    title:
      'What an agent runs, where it calls, its secrets, its budget, and what its manager does not have ' +
      'itself, are decided by the board',
    hint:
      'leave the fields in details out, or ask with POST /api/companies/:companyId/approvals, type ' +
      'change_agent, payload {agentId, patch}',
  },
  agent_only: {
    status: 403,
    title: 'Only an agent may do this',
    hint: 'send the request with an agent key or a run token',
  },
  viewer_reads_only: {
    status: 403,
    liftedByOthers: true,
    title: 'A viewer of the company can only read',
    hint: 'ask an owner of the company for the role operator',
  },
  permission_missing: {
    status: 403,
    liftedByOthers: true,
    title: 'This needs a permission that the caller does not have',
    hint: 'ask an owner of the company for the permission in details',
  },
  owner_only: {
    status: 403,
    liftedByOthers: true,
    title: 'Only an owner of the company may do this',
    hint: 'ask an owner of the company',
  },
  managers_only: {
    status: 403,
    liftedByOthers: true,
    title: 'Only managers and the CEO may do this',
    hint:
      'mention your manager, the first in chainOfCommand of GET /api/agents/me, in a comment: POST ' +
      '/api/issues/:issueId/comments; or ask the board: POST /api/companies/:companyId/approvals, ' +
      'type request_board_approval',
  },
  not_the_author: {
    status: 403,
    title: "Only the author's live run or the board may redact this",
    hint:
      'redact what your agent has written, with the token of a run; or ask the board in a comment that ' +
      'names this one by its id and does not repeat its text',
  },
  ceo_only: {
    status: 403,
    liftedByOthers: true,
    title: 'Only the CEO may do this',
    hint:
      'ask the board with POST /api/companies/:companyId/approvals, type request_board_approval, payload ' +
      '{title, summary}; or mention the CEO in a comment: GET /api/companies/:companyId/agents has it, ' +
      'with role ceo',
  },
  not_the_requester: {
    status: 403,
    title: 'Only the requester or the board may do this',
    hint: 'ask the requester with POST /api/approvals/:approvalId/comments',
  },
  not_your_run: {
    status: 403,
    title: 'The run belongs to another agent',
    hint: 'use a run of your own: GET /api/agents/me/wakes lists the wake-ups you can take',
  },
  agent_key_needed: {
    status: 403,
    title: 'A run token cannot fetch wake-ups',
    hint: 'work on the issue of your run; a process that waits for wake-ups needs an agent key',
  },
  environment_token_refused: {
    status: 403,
    title: 'The token of the environment is not for a model',
    hint:
      'make a board token with the limits that it needs: POST /api/board-tokens with companies, ' +
      'readOnly and mayDecide; an agent uses its key, or the token of its run',
  },
  limited_token_refused: {
    status: 403,
    title: 'A board token with limits does not change the account of its user',
    hint: 'sign in, or use a board token without limits',
  },
  run_token_refused: {
    status: 403,
    title: 'The token of a run changes nothing that outlives the run',
    hint:
      'ask the board with POST /api/companies/:companyId/approvals, type change_agent for a ' +
      'configuration, else request_board_approval; a program with an agent key may do it itself',
  },
  not_your_agent: {
    status: 403,
    liftedByOthers: true,
    title: 'Only the agent itself, its managers or the board may do this',
    hint:
      'mention the agent or your manager in a comment, which wakes it: POST ' +
      '/api/issues/:issueId/comments',
  },
  not_your_report: {
    status: 403,
    liftedByOthers: true,
    title: 'Only the managers of the agent or the board may do this',
    hint:
      'mention your manager in a comment: POST /api/issues/:issueId/comments; or ask the board: POST ' +
      '/api/companies/:companyId/approvals, type request_board_approval',
  },
  fields_not_yours: {
    status: 403,
    title: 'An agent may not change these fields of itself',
    hint:
      'leave the fields in details out, or ask the board: POST /api/companies/:companyId/approvals, ' +
      'type change_agent, payload {agentId, patch}',
  },
  acting_as_another_agent: {
    status: 403,
    title: 'An agent acts only as itself',
    hint: 'send your own agent id, which is details.yourAgentId',
  },
  question_not_yours: {
    status: 403,
    liftedByOthers: true,
    title:
      'Only who is asked answers a question, and only who has asked it, or the board, withdraws it',
    hint: 'say what you know in a comment: POST /api/issues/:issueId/comments',
  },
  agent_paused: {
    status: 403,
    liftedByOthers: true,
    title: 'A paused agent takes no work, and changes nothing but the report on its work in hand',
    hint:
      'hand over what you have in hand with a comment: POST /api/issues/:issueId/comments; the ' +
      'rest waits until the board resumes you',
  },
  strategy_not_approved: {
    status: 403,
    liftedByOthers: true,
    title: 'The board has not approved a strategy of the CEO yet',
    hint: 'POST /api/companies/:companyId/approvals with type approve_ceo_strategy first',
  },
  another_must_decide: {
    status: 403,
    title: 'Who asked for an approval, or last changed its payload, may not decide it here',
    hint:
      'let another member with the right in details decide it; you may cancel it: ' +
      'POST /api/approvals/:approvalId/cancel',
  },
  cancel_needs_manager: {
    status: 403,
    liftedByOthers: true,
    title: 'The issue was assigned from outside your team',
    hint:
      'reassign it to your manager, the first in chainOfCommand of GET /api/agents/me, with a comment: ' +
      'PATCH /api/issues/:issueId',
  },
  review_not_yours: {
    status: 403,
    liftedByOthers: true,
    title: 'The policy of its reviews leaves the verdict on the issue to others',
    hint:
      'wait for the verdict, which wakes you, and take another issue: GET /api/agents/me/inbox; what is ' +
      'missing in your own work you take back by PATCH /api/issues/:issueId {"status":"in_progress"}',
  },
  reopen_needs_board: {
    status: 403,
    liftedByOthers: true,
    title: 'Only the board, or the agent that ended the issue a few days ago, reopens it',
    hint:
      'ask the board, in a comment that says what is left: POST /api/issues/:issueId/comments; or ' +
      'make a new issue of it: POST /api/companies/:companyId/issues',
  },
} as const satisfies Record<string, RefusalSpec>;
