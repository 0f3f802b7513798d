// An agent that spends ten cents a second until it is stopped. Once the board has approved a higher
// budget, it finishes its work instead.
const SPEND_MS = 1_000;
const STEP_CENTS = 10;

const {
  SERVICE_API_URL,
  SERVICE_API_KEY,
  SERVICE_AGENT_ID,
  SERVICE_APPROVAL_STATUS,
  SERVICE_RUN_NONCE: nonce,
} = process.env;

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const reply = await fetch(`${SERVICE_API_URL}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${SERVICE_API_KEY}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await reply.json();
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(answer)}`);
  return answer;
}

/** Cumulative for the run, as its contract says. */
function use(costCents: number): void {
  const usage = { inputTokens: costCents * 100, costCents, provider: 'fixture', model: 'dear-1' };
  process.stdout.write(`${JSON.stringify({ nonce, usage })}\n`);
}

const [issue] = (await call('GET', '/agents/me/inbox')) as { id: string }[];
if (issue && SERVICE_APPROVAL_STATUS === 'approved') {
  await call('PATCH', `/issues/${issue.id}`, { status: 'in_review' });
  await call('PATCH', `/issues/${issue.id}`, { status: 'done' });
} else if (issue) {
  await call('POST', `/issues/${issue.id}/checkout`, {
    agentId: SERVICE_AGENT_ID,
    expectedStatuses: ['todo', 'in_progress'],
  });
  let costCents = 0;
  use((costCents += STEP_CENTS));
  setInterval(() => use((costCents += STEP_CENTS)), SPEND_MS);
}
