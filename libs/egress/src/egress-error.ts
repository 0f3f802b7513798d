/** Why a request did not leave, or had no answer. Nothing of the other side's words is in it. */

const sentences = {
  egress_invalid_url: 'The address is not an http or https address without credentials',
  egress_plain_http: 'Plain http leaves only to hosts that the operator has allowed; use https',
  egress_not_allowed: 'The host is not public, and the operator has not allowed it',
  egress_unresolved: 'The name of the host cannot be resolved',
  egress_timeout: 'The host has not answered in time',
  egress_answer_too_large: 'The answer of the host is too large',
  egress_stopped: 'The request was given up before it was answered',
  egress_failed: 'The host could not be reached, or it broke the connection',
} as const;

export type EgressCode = keyof typeof sentences;

export class EgressError extends Error {
  override readonly name = 'EgressError';
  readonly code: EgressCode;

  constructor(code: EgressCode, cause?: unknown) {
    super(sentences[code], { cause });
    this.code = code;
  }
}
