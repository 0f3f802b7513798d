/** Refusals about a request and about who sends it. */
import type { RefusalSpec } from './refusal-spec.ts';

export const refusalsOfRequests = {
  // The request itself
  invalid_input: { status: 400, title: 'Validation error', hint: 'correct the fields in details' },
  malformed_json: {
    status: 400, title: 'The body is not valid JSON',
    hint: 'send one JSON object',
  },
  unsupported_media_type: {
    status: 415, title: 'Only application/json is understood',
    hint: 'send content-type: application/json',
  },
  body_too_large: {
    status: 413, title: 'The body is too large', hint: 'link large content instead',
  },
  result_too_large: {
    status: 422, title: 'The result is too large', hint: 'ask for a smaller page',
  },
  invalid_cursor: {
    status: 400, title: 'The cursor is not valid here', hint: 'start without a cursor',
  },
  cursor_too_old: {
    status: 410, title: 'What followed this cursor is no longer kept',
    hint: 'read what you need of the state anew, then go on from the cursor in details',
  },
  too_many_streams: {
    status: 429, title: 'This caller follows as many streams as it may', retryable: true,
    hint: 'end a stream that nobody reads; one stream without filters tells everything',
  },
  version_mismatch: {
    status: 412, title: 'The record has changed since it was read', hint: 'read it again and retry',
  },
  idempotency_key_reused: {
    status: 422, title: 'The idempotency key was used for another request', hint: 'make a new key',
  },
  request_in_progress: {
    status: 409, title: 'A request with this idempotency key is in progress', retryable: true,
    hint: 'send it again in a second with the same key',
  },
  answer_shown_once: {
    status: 409, title: 'This request was carried out before and its answer is shown only once',
    hint: 'revoke what it made and make another',
  },
  rate_limited: {
    status: 429, title: 'Too many requests', retryable: true,
    hint: 'wait as many seconds as Retry-After says; a batch of reads costs less as one list',
  },
  overloaded: {
    status: 503, title: 'The service is overloaded', retryable: true,
    hint: 'send it again after Retry-After',
  },
  unavailable: {
    status: 503, title: 'The service is unavailable', retryable: true,
    hint: 'send it again after Retry-After',
  },
  deadline_exceeded: {
    status: 503, title: 'The request took too long', retryable: true,
    hint: 'send it again; ask for less where it was a list',
  },
  unknown_run: {
    status: 422, title: 'X-Run-Id names no run of yours', hint: 'leave the header out',
  },

  // The caller
  unauthenticated: {
    status: 401, title: 'Authentication is required',
    hint: 'send Authorization: Bearer with a key that is not revoked',
  },
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
  not_your_run: {
    status: 403, title: 'The run is of another agent', hint: 'use the run that you were given',
  },
  agent_key_needed: {
    status: 403, title: 'The token of a run fetches no wake-ups',
    hint: 'a started agent has its work already; use an agent key',
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
} as const satisfies Record<string, RefusalSpec>;
