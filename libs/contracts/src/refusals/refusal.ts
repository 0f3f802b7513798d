/** A refusal as the error that code throws and as the problem that a client reads. */
import type { RefusalSpec } from './refusal-spec.ts';
import { refusals, type RefusalCode } from './refusals.ts';

/** The only way to refuse. Domain and store throw it; the gateway turns it into an HTTP answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly details: unknown;
  readonly hint: string | undefined;
  /** Whether it is the stored answer to an earlier request with the same idempotency key. */
  readonly isReplayed: boolean;

  constructor(code: RefusalCode, details?: unknown, hint?: string, isReplayed = false) {
    super(refusals[code].title);
    this.code = code;
    this.details = details;
    this.hint = hint ?? (refusals[code] as RefusalSpec).hint;
    this.isReplayed = isReplayed;
  }

  get status(): number {
    return refusals[this.code].status;
  }

  get retryable(): boolean {
    return (refusals[this.code] as RefusalSpec).retryable ?? false;
  }
}

/** Whether a request that is repeated with its idempotency key is decided anew, because time or others may lift the refusal. */
export const isDecidedAnew = (code: RefusalCode): boolean => {
  const { retryable, liftedByOthers }: RefusalSpec = refusals[code];
  return (retryable ?? false) || (liftedByOthers ?? false);
};

/** Refuses a field of the input by a rule that its schema does not state. */
export const invalidField = (path: readonly (string | number)[], message: string): Refusal =>
  new Refusal('invalid_input', [{ path: [...path], code: 'custom', message }]);

/** The body of every error answer; the gateway adds the ids of the request and its trace. */
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
