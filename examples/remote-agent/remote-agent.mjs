/**
 * An agent that runs by itself, wherever it likes: it needs a way out to the service and nobody
 * needs a way in to it. Plain Node, no package.
 *
 * It asks for wake-ups, takes one, works, says while it works that it lives, says what it has cost
 * and how it went, and asks again. SIGTERM ends it after the run that it is in.
 */

/** The question for work is held so long. */
const WAIT_SECONDS = 55;
/** Between two signs of life: three of them fit into the time after which a run is lost. */
const BEAT_MS = 15_000;
/** After an answer that is none. */
const PAUSE_MS = 2_000;

const {
  SERVICE_API_URL: apiUrl,
  AGENT_KEY: agentKey,
  /** Ends by itself after so many runs; 0 goes on. */
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

const say = (text) => console.log(text);
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

/** The most urgent reason to work, or nothing when the time of the question is over. */
async function nextWake(signal) {
  const path = `/agents/me/wakes?wait=${WAIT_SECONDS}`;
  const [wake] = await call(agentKey, 'GET', path, undefined, signal);
  return wake;
}

/** The run of the wake-up; nothing where another process of this agent was faster. */
async function take(wake) {
  try {
    return await call(agentKey, 'POST', `/agents/me/wakes/${wake.id}/ack`);
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return undefined;
    throw error;
  }
}

const usageSoFar = () => ({
  inputTokens: 900, outputTokens: 150, costCents: Number(costCents),
  provider: 'example', model: 'word-counter',
});

/** Says that the run lives until it is over; aborts its work where the answer is to stop. */
function startBeating(runId, abort) {
  const beat = async () => {
    const { stop, reason } = await call(agentKey, 'POST', `/heartbeat-runs/${runId}/beat`, {
      usage: usageSoFar(),
    });
    if (stop) abort(new Error(`told to stop: ${reason}`));
  };
  // A beat that did not arrive is made up for by the next one.
  return setInterval(() => beat().catch((error) => say(String(error))), BEAT_MS);
}

/** What this agent is for: it answers with the number of words of an issue, and closes it. */
async function work(token, { SERVICE_TASK_ID: issueId, SERVICE_AGENT_ID: agentId }, signal) {
  if (!issueId) return 'Woken for no issue.';
  const issue = await call(token, 'GET', `/issues/${issueId}`, undefined, signal);
  if (['done', 'cancelled'].includes(issue.status)) return 'The issue has ended already.';
  await call(token, 'POST', `/issues/${issueId}/checkout`, {
    agentId, expectedStatuses: ['todo', 'backlog', 'blocked', 'in_progress', 'in_review'],
  }, signal);
  const words = (issue.description ?? '').split(/\s+/).filter(Boolean).length;
  const comment = `${issue.identifier} has ${words} words.`;
  await call(token, 'PATCH', `/issues/${issueId}`, { status: 'in_review', comment }, signal);
  await call(token, 'PATCH', `/issues/${issueId}`, { status: 'done' }, signal);
  return comment;
}

async function carryOut({ run, variables }) {
  const stopping = new AbortController();
  const beating = startBeating(run.id, (why) => stopping.abort(why));
  try {
    const resultSummary = await work(variables.SERVICE_API_KEY, variables, stopping.signal);
    return { status: 'succeeded', resultSummary };
  } catch (error) {
    // Whoever told it to stop has ended the run; there is nothing left to say of it.
    return stopping.signal.aborted ? undefined : { status: 'failed', error: String(error) };
  } finally {
    clearInterval(beating);
  }
}

async function live(leaving) {
  for (let done = 0; !leaving.aborted && (runsWanted === '0' || done < Number(runsWanted));) {
    const wake = await nextWake(leaving);
    const taken = wake && (await take(wake));
    if (!taken) continue;
    say(`Woken: ${wake.reason}`);
    const ending = await carryOut(taken);
    if (ending) {
      await call(agentKey, 'POST', `/heartbeat-runs/${taken.run.id}/finish`, {
        ...ending, usage: usageSoFar(),
      });
    }
    say(ending ? `${ending.status}: ${ending.resultSummary ?? ending.error}` : 'stopped');
    done += 1;
  }
}

const leaving = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => leaving.abort());

if (!apiUrl || !agentKey) {
  console.error('SERVICE_API_URL and AGENT_KEY are needed.');
  process.exitCode = 2;
} else {
  while (!leaving.signal.aborted) {
    try {
      await live(leaving.signal);
      break;
    } catch (error) {
      if (leaving.signal.aborted) break;
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
        console.error(error.message);
        process.exitCode = error.status === 401 ? 3 : 1;
        break;
      }
      // The service is away or starting anew: what waits for this agent waits there.
      await pause(PAUSE_MS);
    }
  }
}
