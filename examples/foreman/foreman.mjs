/**
 * An agent that hands work on and comes back to it, in plain Node without packages. Whoever reports to it does the
 * parts, by this same program.
 *
 * One heartbeat: for each of its issues the next step, which is decided by what the issue shows. It splits its issue in
 * two; it accepts the parts, where the company has them reviewed; it asks the board a question once both are done; it
 * hands the whole over for review with the answer. What is sent back is handed over again. Between these steps there is
 * no process: each is a heartbeat of its own, woken by the parts, by the answer, and by the verdict.
 */
const { SERVICE_API_URL, SERVICE_API_KEY, SERVICE_AGENT_ID, SERVICE_TASK_ID } = process.env;
const OPTIONS = ['Red', 'Blue'];

async function call(method, path, body) {
  const reply = await fetch(`${SERVICE_API_URL}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${SERVICE_API_KEY}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await reply.json();
  if (reply.ok) return answer;
  throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(answer)}`);
}

const claim = ({ id }) =>
  call('POST', `/issues/${id}/checkout`, {
    agentId: SERVICE_AGENT_ID,
    expectedStatuses: ['todo', 'in_progress'],
  });

/** Whoever reports to it. */
async function findReport() {
  const { companyId } = await call('GET', '/agents/me');
  const all = await call('GET', `/companies/${companyId}/agents`);
  return all.find(({ reportsTo }) => reportsTo === SERVICE_AGENT_ID)?.id;
}

async function doPart(issue) {
  await claim(issue);
  const { allowedTransitions } = await call('GET', `/issues/${issue.id}`);
  // A company may have everything reviewed before it is done.
  const status = allowedTransitions.includes('done') ? 'done' : 'in_review';
  await call('PATCH', `/issues/${issue.id}`, { status, comment: 'My part.' });
}

async function lead(issue) {
  await claim(issue);
  const path = `/issues/${issue.id}`;
  const { children } = await call('GET', `${path}/children`);
  if (children.length === 0) return split(path);
  const isReady = children.map((child) => acceptedOrDone(child));
  if ((await Promise.all(isReady)).includes(false)) return undefined;
  const [question] = await call('GET', `${path}/questions`);
  if (question === undefined) {
    const text = 'Which colour?';
    return call('POST', `${path}/questions`, {
      to: 'board',
      kind: 'choice',
      text,
      options: OPTIONS,
    });
  }
  if (question.state === 'open') return undefined;
  const comment = `Both parts are done, in ${question.answer}.`;
  return call('PATCH', path, { status: 'in_review', comment });
}

/** Whether a part is done, once what waits for a review was accepted. */
async function acceptedOrDone({ id, status }) {
  if (status === 'in_review') await call('PATCH', `/issues/${id}`, { status: 'done' });
  return status === 'done' || status === 'in_review';
}

async function split(path) {
  const assigneeAgentId = await findReport();
  return call('POST', `${path}/children`, {
    children: [
      { key: 'texts', title: 'Write the texts', assigneeAgentId },
      { title: 'Build the page', assigneeAgentId, blockedBy: ['texts'] },
    ],
  });
}

async function take(id) {
  const issue = await call('GET', `/issues/${id}`);
  const isOurs = issue.assigneeAgentId === SERVICE_AGENT_ID;
  const isAtWork = isOurs && (issue.status === 'todo' || issue.status === 'in_progress');
  if (isAtWork) await (issue.parentId === null ? lead(issue) : doPart(issue));
}

// Several wake-ups may have joined in one run, whose issue is that of the first.
const inbox = await call('GET', '/agents/me/inbox');
const task = SERVICE_TASK_ID === undefined ? [] : [SERVICE_TASK_ID];
for (const id of new Set([...task, ...inbox.map((issue) => issue.id)])) await take(id);
