/** How agents that run elsewhere get their work, and how they say what became of it. */
import { sharedVariables } from './run-variables.ts';
import { WAKES_WAIT_MAX_SECONDS } from './scheduler-remote.ts';
import type { AdapterType } from './vocabulary.ts';

export function elsewhereLines(type: AdapterType): string[] {
  switch (type) {
    case 'http': return [...sentLines, ...runLines];
    case 'remote': return [...fetchLines, ...runLines];
    default: return [];
  }
}

const fetchLines: readonly string[] = [
  '',
  '## How it gets its work',
  '',
  `1. GET /api/agents/me/wakes?wait=${WAKES_WAIT_MAX_SECONDS} with its own key: held until`,
  '   there is a wake-up. An empty list: ask again.',
  '2. POST /api/agents/me/wakes/:wakeId/ack: the run begins, with everything that has come. The',
  '   answer has "run", whose context lists the wake-ups, and "variables": what a started agent',
  '   finds in its environment, SERVICE_API_KEY among them. 409: another of its processes has it.',
];

const sentLines: readonly string[] = [
  '',
  '## What it is sent',
  '',
  'POST to url: {"runId", "agentId", "companyId", "source", "wakeReason", "issueId", "context",',
  '"timeoutSec", "beatUrl", "finishUrl", "variables"}. "variables" are what a started agent finds',
  'in its environment, SERVICE_API_KEY among them: the bearer token of this run. Headers:',
  'Muster-Run-Id, and Muster-Signature where there is a signingSecret. Check that, and that its',
  'time is near.',
  'Answer 2xx within ten seconds, before the work is done. Any other answer, a redirection too,',
  'fails the run, and it is sent again at most three times in ten minutes.',
];

const runLines: readonly string[] = [
  '',
  '## While it works',
  '',
  '- POST /api/heartbeat-runs/:runId/beat {"usage"?}: it lives, and has used so much so far. The',
  '  answer {"stop", "reason", "leaseExpiresAt", "deadlineAt"} says whether to stop at once.',
  '  Who has said so once has to say it again before leaseExpiresAt, or the run is lost.',
  '- POST /api/heartbeat-runs/:runId/finish {"status": "succeeded", "failed" or "cancelled",',
  '  "usage"?, "error"?, "resultSummary"?}: ends the run. Sent twice, it has one effect.',
  '- usage: {"inputTokens", "outputTokens", "cachedInputTokens", "costCents", "provider",',
  '  "model"}.',
  '- After timeoutSec the run has timed out, and its token is refused.',
  '',
  '## Its variables',
  '',
  ...Object.entries(sharedVariables).map(([name, meaning]) => `- ${name}: ${meaning}`),
];
