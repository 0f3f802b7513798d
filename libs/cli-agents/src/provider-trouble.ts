/**
 * What an answer of a model provider means, whichever program repeats it. Only what a program tells as
 * its own failure is read here: texts of the model and of its tools may contain anything.
 */
import type { TroubleCode } from './line-report.ts';

/** Its status, where the program names it; otherwise the text has it, or none is known. */
export interface ProviderAnswer {
  readonly status?: unknown;
  readonly text: string;
}

/** Nothing where the answer is no trouble of the provider. */
export function troubleOfProvider({ status, text }: ProviderAnswer): TroubleCode | undefined {
  if (NO_CREDIT.test(text)) return 'provider_quota';
  const named = typeof status === 'number' ? status : statusIn(text);
  return codeOfStatus(named) ?? NAMES.find(([names]) => names.test(text))?.[1];
}

/** More money is needed; the status is 400, 402, 403 or 429. */
const NO_CREDIT =
  /credit balance is too low|insufficient[_ ](?:quota|credits?|funds|balance)|billing_error|payment required/i;

/**
 * A bare number is none: it may be a count, a port or a line. The libraries of the providers begin with it:
 * `504 status code (no body)`, `529 {"type":"error",…}`.
 */
const STATUS =
  /(?:^(?=[1-5]\d\d(?: status code| *\{))|\bAPI error:? *|\bstatus(?:[ _]?code)?["']? *[:=]? *|\bHTTP(?:\/[\d.]+)? +|["']code["'] *: *)\(?([1-5]\d\d)\b/i;

function statusIn(text: string): number | undefined {
  const found = STATUS.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

function codeOfStatus(status: number | undefined): TroubleCode | undefined {
  if (status === undefined) return undefined;
  if (status === 401 || status === 403) return 'auth_required';
  if (status === 402 || status === 429) return 'provider_quota';
  return status === 408 || (status >= 500 && status < 600) ? 'provider_busy' : undefined;
}

/** As gateways name them in answers whose status a program does not repeat. */
const NO_KEY =
  /\b(?:authentication_error|invalid_api_key|UNAUTHENTICATED)\b|invalid (?:x-)?api[- ]key/i;
const TOO_MUCH =
  /\b(?:rate_limit_error|rate_limit_exceeded|RESOURCE_EXHAUSTED|ThrottlingException)\b|^(?:\w+: )?too many requests/i;

/** Names of errors, connections that broke, and the sentences that some providers have instead. */
const BUSY = new RegExp(
  [
    // Of providers.
    String.raw`\b(?:server_error|internal_server_error|api_error|service_unavailable|UNAVAILABLE|DEADLINE_EXCEEDED)\b`,
    String.raw`\b(?:ServiceUnavailable|InternalServer|ModelTimeout|ModelNotReady)Exception\b`,
    String.raw`["']?isRetryable["']? *[:=] *true`,
    String.raw`overloaded|(?:model|server) is at capacity|experiencing high demand|high demand`,
    String.raw`(?:had|occurred) (?:an error )?while processing your request|internal error (?:encountered|has occurred)`,
    // Of gateways before them.
    String.raw`bad gateway|gateway time-?out|service unavailable|internal server error|no healthy upstream`,
    String.raw`upstream (?:connect error|(?:request )?time-?out)|error (?:code:? )?52\d\b`,
    // Of Node, Bun, Go and Rust, in which the programs are written, about connections.
    String.raw`\b(?:ECONN(?:RESET|REFUSED|ABORTED)|ETIMEDOUT|EPIPE|EHOST(?:UNREACH|DOWN)|ENET(?:UNREACH|DOWN|RESET)|EAI_\w+|ENOTFOUND)\b`,
    String.raw`\bUND_ERR_\w+|socket hang up|socket disconnected|other side closed|premature[ _]close|^(?:API Error: )?terminated$`,
    String.raw`unable to connect\b|typo in the url or port|Connection(?:Refused|Closed|Reset)\b|FailedToOpenSocket`,
    String.raw`connection (?:was )?(?:dropped|reset|refused|closed|lost|terminated|timed out|error|failed)`,
    String.raw`fetch failed|network error|error sending request|error decoding response body|dns error|unexpected EOF`,
    String.raw`stream (?:disconnected|closed|ended) before|tls handshake (?:timeout|eof|failed)`,
    String.raw`(?:request|operation|response|stream|handshake) (?:has )?timed? ?out|due to time-?out|deadline (?:exceeded|expired)`,
  ].join('|'),
  'i',
);

const NAMES: readonly (readonly [RegExp, TroubleCode])[] = [
  [NO_KEY, 'auth_required'],
  [TOO_MUCH, 'provider_quota'],
  [BUSY, 'provider_busy'],
];
