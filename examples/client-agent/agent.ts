/**
 * An agent for the adapter `remote` on @muster/client: it waits for wake-ups, takes one, works with the token of the run,
 * sends keep-alives meanwhile, and reports the end. With AGENT_RUNS it ends after so many runs.
 */
import { connect, isRefusal, type Output } from '@muster/client';

/** Longest wait of one request for a wake-up. */
const WAIT_SECONDS = 55;
/** Three fit into the lease of a run. */
const BEAT_MS = 15_000;

const { MUSTER_URL: url, AGENT_KEY: token, AGENT_RUNS: runsMax = '0' } = process.env;
if (!url || !token) throw new Error('MUSTER_URL and AGENT_KEY have to be set');
const muster = connect({ url, token });

type Taken = Output<'ackWake'>;

/** Undefined where there is none, or another process of this agent was faster. */
async function take(): Promise<Taken | undefined> {
  const [wake] = await muster.listOwnWakes({ wait: WAIT_SECONDS });
  if (!wake) return undefined;
  try {
    return await muster.ackWake({ wakeId: wake.id });
  } catch (error) {
    if (isRefusal(error, 'wake_already_taken')) return undefined;
    throw error;
  }
}

/** The work of this agent: it counts the words of the description of its issue. */
async function work({ variables }: Taken): Promise<string> {
  const {
    SERVICE_TASK_ID: issueId,
    SERVICE_AGENT_ID: agentId,
    SERVICE_API_KEY: tokenOfRun,
  } = variables;
  if (!issueId || !agentId || !tokenOfRun) return 'The wake-up names no issue.';
  // What the run does, it does with its own token.
  const run = connect({ url: url ?? '', token: tokenOfRun });
  try {
    await run.checkoutIssue({ issueId, agentId, expectedStatuses: ['todo', 'in_progress'] });
  } catch (error) {
    if (isRefusal(error)) return 'The issue is not for this run.';
    throw error;
  }
  const { identifier, description } = await run.getIssue({ issueId });
  const words = (description ?? '').split(/\s+/).filter(Boolean).length;
  const comment = `${identifier} has ${words} words.`;
  await run.updateIssue({ issueId, status: 'in_review', comment });
  return comment;
}

async function carryOut(taken: Taken): Promise<void> {
  const runId = taken.run.id;
  const beats = setInterval(() => {
    // One that fails is made up for by the next.
    muster.beatRun({ runId }).then(
      ({ stop }) => stop && process.exit(),
      (error: unknown) => console.error(error),
    );
  }, BEAT_MS);
  try {
    const resultSummary = await work(taken);
    await muster.finishRun({ runId, status: 'succeeded', resultSummary });
    console.log(resultSummary);
  } catch (error) {
    await muster.finishRun({ runId, status: 'failed', error: String(error) });
  } finally {
    clearInterval(beats);
  }
}

for (let done = 0; runsMax === '0' || done < Number(runsMax);) {
  const taken = await take();
  if (!taken) continue;
  await carryOut(taken);
  done += 1;
}
