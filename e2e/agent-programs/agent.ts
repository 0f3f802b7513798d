// A careful agent: it sends a request without a clear answer again, with an idempotency key of its run.
// It claims its issue, comments, waits until its folder has a file `open`, submits the issue for review,
// and closes it when a comment asks for that.
import { existsSync, watch } from 'node:fs';

const PAUSE_MS = 100;
/** Longer than any fault of the stories takes to heal. */
const PATIENCE_MS = 60_000;
const ASKED_TO_CLOSE = /please close/i;

type Json = Record<string, unknown>;
const {
  SERVICE_API_URL,
  SERVICE_API_KEY,
  SERVICE_AGENT_ID,
  SERVICE_RUN_ID,
  SERVICE_RUN_NONCE: nonce,
  SERVICE_TASK_ID,
  TRACEPARENT,
} = process.env;
const giveUpAt = performance.now() + PATIENCE_MS;

async function ask(method: string, path: string, body?: Json): Promise<unknown> {
  const reply = await fetch(`${SERVICE_API_URL}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${SERVICE_API_KEY}`,
      ...(TRACEPARENT === undefined ? {} : { traceparent: TRACEPARENT }),
      ...(body === undefined
        ? {}
        : {
            'content-type': 'application/json',
            'idempotency-key': `${SERVICE_RUN_ID}:${method}:${path}`,
          }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await reply.json()) as { retryable?: boolean };
  if (reply.ok) return answer;
  const words = `${method} ${path}: ${reply.status} ${JSON.stringify(answer)}`;
  if (reply.status >= 500 || answer.retryable) throw new Error(words);
  process.stderr.write(`${words}\n`);
  process.exit(1);
}

/** Repeats the request after a pause until there is an answer. */
function call(method: string, path: string, body?: Json): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const attempt = (): void => {
    ask(method, path, body).then(resolve, (error: unknown) => {
      if (performance.now() > giveUpAt) reject(error);
      else setTimeout(attempt, PAUSE_MS);
    });
  };
  attempt();
  return promise;
}

function opened(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = (): void => {
    if (!existsSync('open')) return;
    watcher.close();
    resolve();
  };
  const watcher = watch('.', look);
  look();
  return promise;
}

/** Cumulative for the run, as its contract says. */
function use(costCents: number): void {
  const usage = {
    inputTokens: costCents * 100,
    outputTokens: costCents * 10,
    cachedInputTokens: 0,
    costCents,
    provider: 'fixture',
    model: 'careful-1',
  };
  process.stdout.write(`${JSON.stringify({ nonce, usage })}\n`);
}

async function work(issue: string): Promise<void> {
  await call('POST', `/issues/${issue}/checkout`, {
    agentId: SERVICE_AGENT_ID,
    expectedStatuses: ['todo', 'in_progress'],
  });
  await call('POST', `/issues/${issue}/comments`, { body: 'I am on it.' });
  await opened();
  await call('PATCH', `/issues/${issue}`, { status: 'in_review' });
}

async function close(issue: string): Promise<void> {
  const comments = (await call('GET', `/issues/${issue}/comments?limit=500`)) as { body: string }[];
  if (!comments.some(({ body }) => ASKED_TO_CLOSE.test(body))) return;
  await call('PATCH', `/issues/${issue}`, { status: 'done', comment: 'It is done.' });
}

use(3);
await call('GET', '/agents/me');
const inbox = (await call('GET', '/agents/me/inbox')) as { id: string }[];
const issue = SERVICE_TASK_ID ?? inbox[0]?.id;
if (issue !== undefined) {
  const { status } = (await call('GET', `/issues/${issue}`)) as { status: string };
  if (status === 'todo' || status === 'in_progress') await work(issue);
  if (status === 'in_review') await close(issue);
}
use(7);
