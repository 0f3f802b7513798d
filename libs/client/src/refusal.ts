/** Why a call has failed: the service refused it, or did not answer. */
import type { Codes } from './operations.ts';

export type Code = Codes[keyof Codes];

/** A refusal of the interface. Its message is for people; the code is for programs, and is stable. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** Of HTTP; 0 where it came inside of a stream. */
  readonly status: number;
  readonly code: string;
  /** The next step, where there is one. */
  readonly hint: string | undefined;
  /** Their shape depends on the code: of `invalid_input` a list of `{path, message}`. */
  readonly details: unknown;
  /** Whether the same call may succeed later. */
  readonly isRetryable: boolean;
  /** Names the request in the service's logs. */
  readonly requestId: string | undefined;

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(textOf(body['error']) ?? `The service answered ${status}.`);
    this.status = status;
    this.code = textOf(body['code']) ?? `http_${status}`;
    this.hint = textOf(body['hint']);
    this.details = body['details'];
    this.isRetryable = body['retryable'] === true;
    this.requestId = textOf(body['requestId']);
  }
}

/**
 * The line was cut, or nothing came in time, at each try. A read has changed nothing; of a write nobody
 * knows, so make the same call with the same `idempotencyKey` to learn its answer.
 */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** Of the write. */
  readonly idempotencyKey: string | undefined;

  constructor(cause: unknown, idempotencyKey: string | undefined) {
    super('The service does not answer.', { cause });
    this.idempotencyKey = idempotencyKey;
  }
}

/** Whether it is a refusal, and of one of these codes if any are given. */
export const isRefusal = (error: unknown, ...codes: readonly Code[]): error is Refusal =>
  error instanceof Refusal && (codes.length === 0 || codes.some((code) => code === error.code));

export async function refusalOf(response: Response): Promise<Refusal> {
  const body: unknown = await response.json().catch(() => undefined);
  return new Refusal(response.status, isRecord(body) ? body : {});
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
