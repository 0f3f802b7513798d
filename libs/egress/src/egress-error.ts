/** Why a request was not sent or got no answer. It contains nothing that the host sent. */

const messages = {
  egress_invalid_url: 'The address is not an http or https URL without credentials',
  egress_plain_http:
    'Plain http is allowed only to hosts on the allow list of the operator; use https',
  egress_not_allowed: 'The host is not public and not on the allow list of the operator',
  egress_unresolved: 'The host name cannot be resolved',
  egress_timeout: 'The host did not answer in time',
  egress_answer_too_large: 'The answer of the host is too large',
  egress_stopped: 'The request was cancelled before it was answered',
  egress_proxy_failed:
    "The operator's proxy could not be reached, or it did not accept its credentials",
  egress_proxy_refused: "The operator's proxy refused to connect to the host",
  egress_failed: 'The host could not be reached, or it closed the connection',
} as const;

export type EgressCode = keyof typeof messages;

export class EgressError extends Error {
  override readonly name = 'EgressError';
  readonly code: EgressCode;

  constructor(code: EgressCode, cause?: unknown) {
    super(messages[code], { cause });
    this.code = code;
  }
}
