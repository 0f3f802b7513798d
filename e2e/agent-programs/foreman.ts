// Hands work on and comes back to it: one step an issue, decided by what the issue shows. It splits its issue in two for
// its report, who does each part; it asks a person when both are done, and hands the whole over for review with the
// answer; what is sent back is handed over again.
type Json = Record<string, unknown>;
const { SERVICE_API_URL, SERVICE_API_KEY, SERVICE_AGENT_ID, SERVICE_TASK_ID } = process.env;

async function call<T>(method: string, path: string, body?: Json): Promise<T> {
  const reply = await fetch(`${SERVICE_API_URL}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${SERVICE_API_KEY}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await reply.json()) as T;
  if (reply.ok) return answer;
  throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(answer)}`);
}

interface Issue {
  readonly id: string;
  readonly parentId: string | null;
  readonly status: string;
}
interface Question {
  readonly state: string;
  readonly answer: string | null;
}

const claim = ({ id }: Issue): Promise<unknown> =>
  call('POST', `/issues/${id}/checkout`, {
    agentId: SERVICE_AGENT_ID,
    expectedStatuses: ['todo', 'in_progress'],
  });

/** Whoever reports to it. */
async function findReport(): Promise<string | undefined> {
  const { companyId } = await call<{ companyId: string }>('GET', '/agents/me');
  const all = await call<{ id: string; reportsTo: string | null }[]>(
    'GET',
    `/companies/${companyId}/agents`,
  );
  return all.find(({ reportsTo }) => reportsTo === SERVICE_AGENT_ID)?.id;
}

async function doPart(issue: Issue): Promise<void> {
  await claim(issue);
  await call('PATCH', `/issues/${issue.id}`, { status: 'done', comment: 'My part.' });
}

async function lead(issue: Issue): Promise<void> {
  await claim(issue);
  const path = `/issues/${issue.id}`;
  const { children } = await call<{ children: Issue[] }>('GET', `${path}/children`);
  if (children.length === 0) {
    const assigneeAgentId = await findReport();
    await call('POST', `${path}/children`, {
      children: [
        { key: 'texts', title: 'Write the texts', assigneeAgentId },
        { title: 'Build the page', assigneeAgentId, blockedBy: ['texts'] },
      ],
    });
    return;
  }
  if (children.some(({ status }) => status !== 'done')) return;
  const [question] = await call<Question[]>('GET', `${path}/questions`);
  if (question === undefined) {
    const options = ['Red', 'Blue'];
    const text = 'Which colour?';
    await call('POST', `${path}/questions`, { to: 'board', kind: 'choice', text, options });
    return;
  }
  if (question.state === 'open') return;
  const comment = `Both parts are done, in ${question.answer}.`;
  await call('PATCH', path, { status: 'in_review', comment });
}

async function take(id: string): Promise<void> {
  const issue = await call<Issue>('GET', `/issues/${id}`);
  const isAtWork = issue.status === 'todo' || issue.status === 'in_progress';
  if (isAtWork) await (issue.parentId === null ? lead(issue) : doPart(issue));
}

// Several wake-ups may have joined in one run, whose issue is that of the first.
const inbox = await call<Issue[]>('GET', '/agents/me/inbox');
const task = SERVICE_TASK_ID === undefined ? [] : [SERVICE_TASK_ID];
for (const id of new Set([...task, ...inbox.map((issue) => issue.id)])) await take(id);
