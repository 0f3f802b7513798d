/**
 * An agent for the adapter `process`: one process per heartbeat, in plain Node without packages. Its
 * input is the environment, its effects are API requests.
 *
 * One heartbeat: read its own agent, read the inbox, check out one issue, do the work, comment the
 * result, move the issue to review. An issue in review whose work was approved in a comment is
 * closed.
 *
 * Exit codes: 0 after a heartbeat, also one with nothing to do; 2 for an incomplete environment; 3
 * for a refused credential; 1 for any other failure.
 */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

const REPORT = 'report.md';
/** Issues of one heartbeat that are tried until one is not owned by another agent. */
const CANDIDATES_MAX = 5;
/** Files that are counted at most; a larger folder is counted in part. */
const FILES_MAX = 5_000;
const FILE_MAX_BYTES = 5_000_000;
/** Files of the report that the comment lists. */
const COMMENT_FILES_MAX = 10;
const REQUEST_TIMEOUT_MS = 20_000;
/** Attempts at a request that fails for a temporary reason. */
const ATTEMPTS_MAX = 5;
const RETRY_MS = 250;
/** Folders whose files are not counted. */
const skipped = new Set(['node_modules', '.git']);

const {
  SERVICE_API_URL: apiUrl,
  SERVICE_API_KEY: apiKey,
  SERVICE_AGENT_ID: agentId,
  SERVICE_COMPANY_ID: companyId,
  SERVICE_RUN_ID: runId,
  SERVICE_RUN_NONCE: nonce,
  SERVICE_WAKE_REASON: wakeReason = 'started by hand',
  SERVICE_TASK_ID: taskId,
  SERVICE_WAKE_COMMENT_ID: wakeCommentId,
  TRACEPARENT: traceparent,
  AGENT_COST_CENTS: costCents = '3',
} = process.env;

class ApiError extends Error {
  constructor(status, problem) {
    super(`${status} ${problem.code ?? ''}: ${problem.error ?? 'no answer'}`);
    this.status = status;
    this.code = problem.code;
  }
}

/** Every attempt has the same key, so a request whose answer was lost has one effect. */
async function call(method, path, body) {
  const key = crypto.randomUUID();
  for (let attempt = 1; ; attempt++) {
    try {
      return await request(method, path, body, key);
    } catch (error) {
      const isTemporary =
        !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
      if (!isTemporary || attempt >= ATTEMPTS_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS * 2 ** attempt));
    }
  }
}

async function request(method, path, body, key) {
  const response = await fetch(`${apiUrl}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(runId ? { 'x-run-id': runId } : {}),
      ...(traceparent ? { traceparent } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method === 'GET' ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(response.status, answer);
  return answer;
}

const print = (line) => console.log(line);

/** The issue that the wake-up is about comes first, then the inbox in its order. */
async function candidates() {
  const inbox = await call('GET', '/agents/me/inbox');
  const first = taskId ? [{ id: taskId }] : [];
  const rest = inbox.filter(({ id, status }) => id !== taskId && status !== 'blocked');
  return [...first, ...rest].slice(0, CANDIDATES_MAX).map(({ id }) => id);
}

/** Whether a comment approves the work; "not done" does not. */
const isApproval = ({ body }) => /\b(approved|done)\b/i.test(body) && !/\bnot\b|n't\b/i.test(body);

async function heartbeat(me) {
  for (const issueId of await candidates()) {
    const issue = await call('GET', `/issues/${issueId}`).catch(absentIsNothing);
    if (issue && (await handled(me, issue))) return;
  }
  print('Nothing to do.');
}

function absentIsNothing(error) {
  if (error instanceof ApiError && error.status === 404) return undefined;
  throw error;
}

/** Whether this issue was the work of this heartbeat. */
async function handled(me, issue) {
  const isOurs = issue.assigneeAgentId === me.id;
  const comments = await call('GET', `/issues/${issue.id}/comments?order=desc&limit=20`);
  const [latest] = comments;
  if (issue.status === 'in_review' && isOurs) {
    const isAnothers = latest !== undefined && latest.authorAgentId !== me.id;
    if (!isAnothers || !isApproval(latest)) return false;
    await call('PATCH', `/issues/${issue.id}`, { status: 'done' });
    print(`${issue.identifier} was approved and is done.`);
    return true;
  }
  const isFree = issue.assigneeAgentId === null && issue.assigneeUserId === null;
  const wasAskedTo = isFree && issue.id === taskId && wakeCommentId;
  if (!isOurs && !wasAskedTo) return false;
  if (!['todo', 'in_progress'].includes(issue.status)) return false;
  if (!(await claimed(me, issue))) return false;
  await work(me, issue, comments);
  return true;
}

/** False where another agent owns the issue: a conflict is not retried. */
async function claimed(me, issue) {
  try {
    await call('POST', `/issues/${issue.id}/checkout`, {
      agentId: me.id,
      expectedStatuses: ['todo', 'in_progress'],
    });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    print(`${issue.identifier} is owned by another agent.`);
    return false;
  }
}

async function work(me, issue, comments) {
  print(`Working on ${issue.identifier}: ${issue.title}`);
  const counted = await countLines(process.cwd());
  await writeFile(REPORT, reportOf(issue, counted));
  const body = commentOf(me, issue, comments, counted);
  await call('POST', `/issues/${issue.id}/comments`, { body });
  await call('PATCH', `/issues/${issue.id}`, { status: 'in_review' });
  print(`${issue.identifier} is in review: ${total(counted)}.`);
}

async function countLines(folder) {
  const files = [];
  for (const path of await filesIn(folder)) {
    const { size } = await stat(path);
    if (size > FILE_MAX_BYTES) continue;
    const text = await readFile(path, 'utf8');
    const lines = text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    files.push({ name: relative(folder, path), lines });
  }
  return { files, lines: files.reduce((sum, file) => sum + file.lines, 0) };
}

async function filesIn(folder) {
  const found = [];
  const folders = [folder];
  while (folders.length > 0 && found.length < FILES_MAX) {
    const current = folders.shift();
    for (const entry of await readdir(current, { withFileTypes: true })) {
      if (entry.isDirectory() && !skipped.has(entry.name)) folders.push(join(current, entry.name));
      if (entry.isFile() && entry.name !== REPORT) found.push(join(current, entry.name));
    }
  }
  return found.toSorted((a, b) => (a < b ? -1 : 1)).slice(0, FILES_MAX);
}

const total = ({ files, lines }) => `${number(lines, 'line')} in ${number(files.length, 'file')}`;
const number = (n, noun) => `${n} ${noun}${n === 1 ? '' : 's'}`;
const row = ({ name, lines }) => `| ${name} | ${lines} |`;
const tableOf = (files) => ['| file | lines |', '| --- | ---: |', ...files.map(row)].join('\n');

const reportOf = (issue, counted) =>
  `# ${issue.identifier}: ${issue.title}\n\n${total(counted)}.\n\n${tableOf(counted.files)}\n`;

function commentOf(me, issue, comments, counted) {
  const largest = counted.files.toSorted((a, b) => b.lines - a.lines).slice(0, COMMENT_FILES_MAX);
  const asked = comments.filter(({ authorAgentId }) => authorAgentId !== me.id).length;
  return [
    `Counted **${total(counted)}** for ${issue.identifier}.`,
    ...(largest.length > 0 ? [`The largest files:\n\n${tableOf(largest)}`] : []),
    ...(asked > 0 ? [`Comments read before the work: ${asked}.`] : []),
    `The whole list is in \`${REPORT}\`. Comment "approved" to close this issue.`,
  ].join('\n\n');
}

/**
 * The last line of the output reports the cost of the heartbeat. It counts because of the nonce: the
 * other lines contain texts of others, such as titles of issues.
 */
function printUsage() {
  const usage = {
    inputTokens: 1_200,
    outputTokens: 300,
    cachedInputTokens: 0,
    costCents: Number(costCents),
    provider: 'example',
    model: 'line-counter',
  };
  print(JSON.stringify({ nonce, usage }));
}

if (!apiUrl || !apiKey || !agentId || !companyId) {
  console.error('SERVICE_API_URL, _API_KEY, _AGENT_ID and _COMPANY_ID are required.');
  process.exitCode = 2;
} else {
  try {
    const me = await call('GET', '/agents/me');
    print(`${me.name} was woken: ${wakeReason}.`);
    await heartbeat(me);
    printUsage();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = error instanceof ApiError && error.status === 401 ? 3 : 1;
  }
}
