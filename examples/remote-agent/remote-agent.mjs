/**
 * An agent for the adapter `remote`: a process of its own on any machine, which needs outgoing
 * connections to the service and no incoming ones. Plain Node without packages.
 *
 * It polls for wake-ups, acknowledges one, works, sends keep-alives with its usage while it works,
 * finishes the run, and polls again. On SIGTERM it exits after the run in progress.
 */

/** Long poll for wake-ups. */
const WAIT_SECONDS = 55;
/** Interval of keep-alives: three fit into the lease, after which a run is lost. */
const KEEP_ALIVE_MS = 15_000;
/** Pause after a request that failed temporarily. */
const PAUSE_MS = 2_000;

const {
  SERVICE_API_URL: apiUrl,
  AGENT_KEY: agentKey,
  /** Number of runs after which it exits; 0 for no limit. */
  AGENT_RUNS: runsWanted = '0',
  AGENT_COST_CENTS: costCents = '3',
} = process.env;

class ApiError extends Error {
  constructor(status, problem) {
    super(`${status} ${problem.code ?? ''}: ${problem.error ?? 'no answer'}`);
    this.status = status;
    this.code = problem.code;
  }
}

const print = (text) => console.log(text);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function call(token, method, path, body, signal) {
  const response = await fetch(`${apiUrl}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(method === 'GET' ? {} : { 'idempotency-key': crypto.randomUUID() }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  });
  const answer = await response.json();
  if (!response.ok) throw new ApiError(response.status, answer);
  return answer;
}

/** The most urgent wake-up, or nothing when the poll times out. */
async function nextWake(signal) {
  const path = `/agents/me/wakes?wait=${WAIT_SECONDS}`;
  const [wake] = await call(agentKey, 'GET', path, undefined, signal);
  return wake;
}

/** The run of the wake-up, or nothing where another process of this agent was faster. */
async function take(wake) {
  try {
    return await call(agentKey, 'POST', `/agents/me/wakes/${wake.id}/ack`);
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return undefined;
    throw error;
  }
}

const usageSoFar = () => ({
  inputTokens: 900,
  outputTokens: 150,
  costCents: Number(costCents),
  provider: 'example',
  model: 'word-counter',
});

/** Sends keep-alives until the run is over; aborts the work where an answer says `stop`. */
function startKeepAlive(runId, abort) {
  const keepAlive = async () => {
    const { stop, reason } = await call(agentKey, 'POST', `/heartbeat-runs/${runId}/beat`, {
      usage: usageSoFar(),
    });
    if (stop) abort(new Error(`stopped: ${reason}`));
  };
  // A keep-alive that failed is compensated by the next one.
  return setInterval(() => keepAlive().catch((error) => print(String(error))), KEEP_ALIVE_MS);
}

/** The work of this agent: comments the number of words of an issue and closes it. */
async function work(token, { SERVICE_TASK_ID: issueId, SERVICE_AGENT_ID: agentId }, signal) {
  if (!issueId) return 'The wake-up names no issue.';
  const issue = await call(token, 'GET', `/issues/${issueId}`, undefined, signal);
  if (['done', 'cancelled'].includes(issue.status)) return 'The issue is already closed.';
  await call(
    token,
    'POST',
    `/issues/${issueId}/checkout`,
    {
      agentId,
      expectedStatuses: ['todo', 'backlog', 'blocked', 'in_progress', 'in_review'],
    },
    signal,
  );
  const words = (issue.description ?? '').split(/\s+/).filter(Boolean).length;
  const comment = `${issue.identifier} has ${words} words.`;
  await call(token, 'PATCH', `/issues/${issueId}`, { status: 'in_review', comment }, signal);
  await call(token, 'PATCH', `/issues/${issueId}`, { status: 'done' }, signal);
  return comment;
}

async function carryOut({ run, variables }) {
  const stopping = new AbortController();
  const keepAlives = startKeepAlive(run.id, (why) => stopping.abort(why));
  try {
    const resultSummary = await work(variables.SERVICE_API_KEY, variables, stopping.signal);
    return { status: 'succeeded', resultSummary };
  } catch (error) {
    // A run that was stopped has already ended, so its result is not reported.
    return stopping.signal.aborted ? undefined : { status: 'failed', error: String(error) };
  } finally {
    clearInterval(keepAlives);
  }
}

async function serve(shutdown) {
  for (let done = 0; !shutdown.aborted && (runsWanted === '0' || done < Number(runsWanted));) {
    const wake = await nextWake(shutdown);
    const taken = wake && (await take(wake));
    if (!taken) continue;
    print(`Woken: ${wake.reason}`);
    const ending = await carryOut(taken);
    if (ending) {
      await call(agentKey, 'POST', `/heartbeat-runs/${taken.run.id}/finish`, {
        ...ending,
        usage: usageSoFar(),
      });
    }
    print(ending ? `${ending.status}: ${ending.resultSummary ?? ending.error}` : 'stopped');
    done += 1;
  }
}

const shutdown = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => shutdown.abort());

if (!apiUrl || !agentKey) {
  console.error('SERVICE_API_URL and AGENT_KEY are required.');
  process.exitCode = 2;
} else {
  while (!shutdown.signal.aborted) {
    try {
      await serve(shutdown.signal);
      break;
    } catch (error) {
      if (shutdown.signal.aborted) break;
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
        console.error(error.message);
        process.exitCode = error.status === 401 ? 3 : 1;
        break;
      }
      // The service is unavailable; it keeps the wake-ups of this agent.
      await pause(PAUSE_MS);
    }
  }
}
