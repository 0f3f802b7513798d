/** A refusal: what is thrown, and what a client reads. */
import type { RefusalSpec } from './refusal-spec.ts';
import { refusals, type RefusalCode } from './refusals.ts';

/** The one way to say no. Thrown by domain and store, turned into an answer at the door. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly details: unknown;
  readonly hint: string | undefined;

  constructor(code: RefusalCode, details?: unknown, hint?: string) {
    super(refusals[code].title);
    this.code = code;
    this.details = details;
    this.hint = hint ?? (refusals[code] as RefusalSpec).hint;
  }

  get status(): number {
    return refusals[this.code].status;
  }

  get retryable(): boolean {
    return (refusals[this.code] as RefusalSpec).retryable ?? false;
  }
}

/** The body of every error answer, without the request id that the gateway adds. */
export interface Problem {
  readonly error: string;
  readonly code: string;
  readonly details?: unknown;
  readonly hint?: string;
  readonly retryable: boolean;
}

export const problemOf = (refusal: Refusal): Problem => ({
  error: refusal.message,
  code: refusal.code,
  ...(refusal.details === undefined ? {} : { details: refusal.details }),
  ...(refusal.hint === undefined ? {} : { hint: refusal.hint }),
  retryable: refusal.retryable,
});
