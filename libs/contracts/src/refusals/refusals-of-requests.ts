/** Refusals about the form of a request, its repetition, and the load on the system. */
import type { RefusalSpec } from './refusal-spec.ts';

export const refusalsOfRequests = {
  invalid_input: { status: 400, title: 'Validation error', hint: 'correct the fields in details' },
  malformed_json: {
    status: 400,
    title: 'The body is not valid JSON',
    hint:
      'send one JSON object: names and texts in double quotes, line breaks of a text as \\n, no comma ' +
      'after the last field',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Only application/json is accepted',
    hint: 'send Content-Type: application/json',
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    hint: 'store large content elsewhere and send a link to it',
  },
  result_too_large: {
    status: 422,
    title: 'The result is too large',
    hint: 'ask for a smaller page with limit',
  },
  invalid_cursor: {
    status: 400,
    title: 'The cursor is not valid here',
    hint: 'send the request without a cursor to start again',
  },
  cursor_too_old: {
    status: 410,
    title: 'The events after this cursor are no longer stored',
    hint: 'read the current state that you need, then continue from the cursor in details',
  },
  too_many_streams: {
    status: 429,
    title: 'This caller has as many open streams as it may',
    retryable: true,
    hint: 'close a stream that you no longer read; one stream without filters has all events',
  },
  too_many_hires: {
    status: 429,
    title: 'The agents of the company have hired as many agents as they may in a day',
    retryable: true,
    hint: 'wait the seconds in Retry-After, or ask the board in a comment: it may hire at any time',
  },
  storage_quota_reached: {
    status: 422,
    liftedByOthers: true,
    title: 'The company stores as much as it may',
    hint:
      'report on your work in hand and end; nothing is added until an operator raises ' +
      'COMPANY_STORAGE_MB or COMPANY_STORAGE_ROWS',
  },
  version_mismatch: {
    status: 412,
    title: 'The record has changed since it was read',
    hint: 'GET the record again, then send the change with its new version',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The idempotency key was used for another request',
    hint: 'send this request with a new Idempotency-Key',
  },
  request_in_progress: {
    status: 409,
    title: 'A request with this idempotency key is in progress',
    retryable: true,
    hint: 'send it again in a second with the same Idempotency-Key',
  },
  answer_shown_once: {
    status: 409,
    title: 'This request was carried out before and its answer is shown only once',
    hint: 'revoke what the first request made, then make another with a new Idempotency-Key',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    retryable: true,
    hint: 'wait the seconds in Retry-After; one list costs less than many single reads',
  },
  overloaded: {
    status: 503,
    title: 'The service is overloaded',
    retryable: true,
    hint: 'send it again after the seconds in Retry-After',
  },
  unavailable: {
    status: 503,
    title: 'The service is unavailable',
    retryable: true,
    hint: 'send it again after the seconds in Retry-After',
  },
  deadline_exceeded: {
    status: 503,
    title: 'The request took too long',
    retryable: true,
    hint: 'send it again, a write with the same Idempotency-Key, a list with a smaller limit',
  },
  unknown_run: {
    status: 422,
    title: 'X-Run-Id is not the id of one of your runs',
    hint: 'send the id of your own run (SERVICE_RUN_ID), or leave the header out',
  },
  address_ignored: {
    status: 422,
    title: 'The program of the agent would not ask at this address of a model provider',
    hint:
      'leave the fields in details out, and name the address as adapterConfig.provider of a coding ' +
      'agent: {"baseUrl", "api", "auth"}, with an api that its program speaks; ' +
      'GET /llms/agent-configuration/<adapterType>.txt lists them',
  },
} as const satisfies Record<string, RefusalSpec>;
