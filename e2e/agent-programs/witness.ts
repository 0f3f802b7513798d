// An agent that calls `GET /api/agents/me` repeatedly for a random time, and records in its folder each
// answer with its time. It continues for a few requests after its token is refused.
import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const { SERVICE_API_URL, SERVICE_API_KEY, SERVICE_RUN_ID, SERVICE_AGENT_ID } = process.env;
const SHORT_MS = 400;
/** Longer than the lease in these tests: the agents of a stopped worker outlive its lease. */
const LONG_MS = 7_000;
/** One run out of this many is long. */
const LONG_ONE_OF = 8;
const PAUSE_MS = 60;
const REFUSALS_MAX = 5;

/** The monotonic clock that all processes of the machine share. */
const now = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000;
const endsAt = now() + (Math.random() * LONG_ONE_OF < 1 ? LONG_MS : Math.random() * SHORT_MS);

let refusals = 0;
do {
  const calledAt = now();
  const reply = await fetch(`${SERVICE_API_URL}/api/agents/me`, {
    headers: { authorization: `Bearer ${SERVICE_API_KEY}` },
  }).catch(() => undefined);
  if (reply !== undefined) {
    const { code } = (await reply.json()) as { code?: string };
    const answer = reply.ok ? 'accepted' : code === 'run_superseded' ? 'superseded' : code;
    if (answer === 'superseded') refusals += 1;
    appendFileSync(
      'calls.jsonl',
      `${JSON.stringify({
        runId: SERVICE_RUN_ID,
        agentId: SERVICE_AGENT_ID,
        calledAt,
        answeredAt: now(),
        answer,
      })}\n`,
    );
  }
  await pause(PAUSE_MS);
} while (now() < endsAt && refusals < REFUSALS_MAX);
