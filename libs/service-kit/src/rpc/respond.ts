/** Answers and errors on NATS. */
import {
  commonRefusals,
  mayMeetQuota,
  pathParams,
  problemOf,
  Refusal,
  refusalOfQuota,
  refusalsOfPause,
  waitsWhilePaused,
  type Operation,
  type RefusalCode,
} from '@muster/contracts';
import type { ServiceMsg } from '@nats-io/services';
import { headers } from '@nats-io/transport-node';
import { refusalOfFailure } from '../postgres/refusal-of-failure.ts';
import { header } from '../nats/headers.ts';
import { notFound } from './request.ts';
import type { Reply } from './serving.ts';

/**
 * The error that the caller gets for a failure. A refusal that the contract does not declare is a
 * fault: no client can be prepared for it.
 */
export function publicError(operation: Operation, failure: unknown): unknown {
  const refusal = refusalOfFailure(failure);
  if (refusal) return refusal;
  if (!(failure instanceof Refusal) || isDeclared(operation, failure.code)) return failure;
  return new Error(`the operation does not declare the refusal ${failure.code}`, {
    cause: failure,
  });
}

/** Largest answer in bytes; NATS carries 1 MiB. */
const ANSWER_MAX_BYTES = 786_432;

/** Refuses what cannot be sent. A write does so before its commit. */
export function requireSendable(body: string): void {
  if (!isSendable(body)) throw new Refusal('result_too_large');
}

export const isSendable = (body: string): boolean => Buffer.byteLength(body) <= ANSWER_MAX_BYTES;

export const isDeclared = (operation: Operation, code: RefusalCode): boolean =>
  operation.refusals.includes(code) ||
  commonRefusals.includes(code) ||
  (waitsWhilePaused(operation) && refusalsOfPause.includes(code)) ||
  (mayMeetQuota(operation) && code === refusalOfQuota) ||
  pathParams(operation).some((param) => notFound(param).code === code);

export function respond(message: ServiceMsg, { body, headers: named }: Reply): void {
  if (!named) return void message.respond(body);
  const answered = headers();
  for (const [name, value] of Object.entries(named)) answered.set(name, value);
  message.respond(body, { headers: answered });
}

/** A fault's cause stays inside: it is in the log, under the request id. */
export function respondError(message: ServiceMsg, error: unknown): void {
  const known = error instanceof Refusal;
  const problem = known
    ? problemOf(error)
    : { error: 'Internal error', code: 'internal_error', retryable: true };
  const named = known && error.isReplayed ? headers() : undefined;
  named?.set(header.replayed, 'true');
  const status = known ? error.status : 500;
  message.respondError(status, problem.code, JSON.stringify(problem), named && { headers: named });
}
