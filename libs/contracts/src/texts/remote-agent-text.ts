/** How remote agents get their work and report the end of their runs. */
import { sharedVariables } from '../scheduler/run-variables.ts';
import { WAKES_WAIT_MAX_SECONDS } from '../scheduler/remote.ts';
import type { AdapterType } from '../vocabulary.ts';

export function remoteRunLines(type: AdapterType): string[] {
  switch (type) {
    case 'http':
      return [...sentLines, ...runLines];
    case 'remote':
      return [...fetchLines, ...runLines];
    default:
      return [];
  }
}

const fetchLines: readonly string[] = [
  '',
  '## How the agent gets its work',
  '',
  `1. GET /api/agents/me/wakes?wait=${WAKES_WAIT_MAX_SECONDS} with its agent key: waits for a`,
  '   wake-up. The answer is a list, [{"id", "runId", "reason", "issueId", ...}]. If it is empty, send the',
  '   request again.',
  '2. POST /api/agents/me/wakes/:wakeId/ack, without a body: the run starts, with all pending wake-ups.',
  '   The answer is {"run": {"id", ...}, "variables", "leaseExpiresAt", "deadlineAt"}. The context of "run"',
  '   lists the wake-ups; "variables": see below, with SERVICE_API_KEY, the token of this run. The first',
  '   keep-alive is due before leaseExpiresAt. 409: another process of the agent has taken it.',
  '3. The work is done with the token of the run; its keep-alives and its end are sent with the agent key',
  '   or the token.',
];

const sentLines: readonly string[] = [
  '',
  '## What the agent receives',
  '',
  'POST to url: {"runId", "agentId", "companyId", "source", "wakeReason", "issueId", "context",',
  '"timeoutSec", "beatUrl", "finishUrl", "variables"}. "variables": see below, with',
  'SERVICE_API_KEY, the bearer token of this run. Headers: Muster-Run-Id, and Muster-Signature if',
  'there is a signingSecret. Verify the signature, and that its time is recent.',
  'Answer 2xx within ten seconds, before the work is done. Any other answer, also a redirect,',
  'fails the run; it is sent again at most three times in ten minutes.',
];

const runLines: readonly string[] = [
  '',
  '## While the agent works',
  '',
  '- POST /api/heartbeat-runs/:runId/beat {"usage"?}: keep-alive, with usage so far. Answer:',
  '  {"stop", "reason", "leaseExpiresAt", "deadlineAt"}. If stop is true, stop working at once; with a',
  "  leaseExpiresAt (its issue has ended or is another's) finish the run as cancelled in 10 seconds.",
  '  After the first keep-alive, send the next before leaseExpiresAt, or the run is lost.',
  '- POST /api/heartbeat-runs/:runId/finish {"status": "succeeded", "failed" or "cancelled",',
  '  "usage"?, "error"?, "resultSummary"?}: ends the run. A repeat has no further effect.',
  '- usage: {"inputTokens", "outputTokens", "cachedInputTokens", "costCents", "provider",',
  '  "model"}.',
  '- After timeoutSec the run times out, and its token is refused.',
  '',
  '## Variables of the run',
  '',
  ...Object.entries(sharedVariables).map(([name, meaning]) => `- ${name}: ${meaning}`),
];
