/**
 * A small honest agent: it works one heartbeat and ends. Plain Node, no package. Everything it
 * knows comes from its environment, everything it does goes through the API.
 *
 * One heartbeat: who am I, what is waiting, take one issue, read it, do the work, report, hand it
 * to review. Work that somebody has approved in a comment is closed.
 *
 * It ends with 0 when the heartbeat is worked (also when there was nothing to do), with 2 when its
 * environment is incomplete, with 3 when its credential is refused, and with 1 for everything
 * else.
 */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

const REPORT = 'report.md';
/** Issues that are tried in one heartbeat when others own them. */
const CANDIDATES_MAX = 5;
/** A folder larger than this is not counted to its end. */
const FILES_MAX = 5_000;
const FILE_MAX_BYTES = 5_000_000;
/** Lines of the report that are repeated in the comment. */
const COMMENT_FILES_MAX = 10;
const REQUEST_TIMEOUT_MS = 20_000;
/** Attempts at a request that failed for a reason that may pass. */
const ATTEMPTS_MAX = 5;
const RETRY_MS = 250;
/** Folders that hold no work of ours. */
const skipped = new Set(['node_modules', '.git']);

const {
  SERVICE_API_URL: apiUrl,
  SERVICE_API_KEY: apiKey,
  SERVICE_AGENT_ID: agentId,
  SERVICE_COMPANY_ID: companyId,
  SERVICE_RUN_ID: runId,
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

/** The same key for every attempt: a request that was answered but not heard has one effect. */
async function call(method, path, body) {
  const key = crypto.randomUUID();
  for (let attempt = 1; ; attempt++) {
    try {
      return await request(method, path, body, key);
    } catch (error) {
      const mayPass = !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
      if (!mayPass || attempt >= ATTEMPTS_MAX) throw error;
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

const say = (line) => console.log(line);

/** The issue that the wake-up is about comes first, then the inbox in its order. */
async function candidates() {
  const inbox = await call('GET', '/agents/me/inbox');
  const first = taskId ? [{ id: taskId }] : [];
  const rest = inbox.filter(({ id, status }) => id !== taskId && status !== 'blocked');
  return [...first, ...rest].slice(0, CANDIDATES_MAX).map(({ id }) => id);
}

/** The word that the work is good; "not done" is another word. */
const isApproval = ({ body }) => /\b(approved|done)\b/i.test(body) && !/\bnot\b|n't\b/i.test(body);

async function heartbeat(me) {
  for (const issueId of await candidates()) {
    const issue = await call('GET', `/issues/${issueId}`).catch(absentIsNothing);
    if (issue && (await handled(me, issue))) return;
  }
  say('Nothing to do.');
}

function absentIsNothing(error) {
  if (error instanceof ApiError && error.status === 404) return undefined;
  throw error;
}

/** True when this issue was this heartbeat's work. */
async function handled(me, issue) {
  const isOurs = issue.assigneeAgentId === me.id;
  const comments = await call('GET', `/issues/${issue.id}/comments?order=desc&limit=20`);
  const [latest] = comments;
  if (issue.status === 'in_review' && isOurs) {
    const isAnothers = latest !== undefined && latest.authorAgentId !== me.id;
    if (!isAnothers || !isApproval(latest)) return false;
    await call('PATCH', `/issues/${issue.id}`, { status: 'done' });
    say(`${issue.identifier} was approved and is done.`);
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

/** A conflict means that another agent was first: it is not asked again. */
async function claimed(me, issue) {
  try {
    await call('POST', `/issues/${issue.id}/checkout`, {
      agentId: me.id, expectedStatuses: ['todo', 'in_progress'],
    });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    say(`${issue.identifier} belongs to another agent.`);
    return false;
  }
}

async function work(me, issue, comments) {
  say(`Working on ${issue.identifier}: ${issue.title}`);
  const counted = await countLines(process.cwd());
  await writeFile(REPORT, reportOf(issue, counted));
  const body = commentOf(me, issue, comments, counted);
  await call('POST', `/issues/${issue.id}/comments`, { body });
  await call('PATCH', `/issues/${issue.id}`, { status: 'in_review' });
  say(`${issue.identifier} is in review: ${total(counted)}.`);
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

/** The last line of the output: what this heartbeat has cost. */
function sayUsage() {
  const usage = {
    inputTokens: 1_200, outputTokens: 300, cachedInputTokens: 0,
    costCents: Number(costCents), provider: 'example', model: 'line-counter',
  };
  say(JSON.stringify({ usage }));
}

if (!apiUrl || !apiKey || !agentId || !companyId) {
  console.error('SERVICE_API_URL, _API_KEY, _AGENT_ID and _COMPANY_ID are needed.');
  process.exitCode = 2;
} else {
  try {
    const me = await call('GET', '/agents/me');
    say(`${me.name} is awake: ${wakeReason}.`);
    await heartbeat(me);
    sayUsage();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = error instanceof ApiError && error.status === 401 ? 3 : 1;
  }
}
