/** One run of an agent that is called: the agent takes it, or it has failed and is tried again. */
import type { Granted } from './ask-leave.ts';
import type { CalledAdapter } from '../adapters/elsewhere.ts';
import { notStarted } from '../adapters/adapter.ts';
import { handOver, saveSlice } from '../store/runs-elsewhere.ts';
import { openCleaner } from './clean-output.ts';
import { completeRun } from './end-runs.ts';
import { endingOf } from './ending.ts';
import { persist } from './persist.ts';
import { tokenOf, variablesOf } from './run-variables.ts';
import { writeRuns } from './say-run.ts';
import type { Started } from './start-run.ts';
import type { WorkerParts } from './worker.ts';

export async function callAgent(
  { runtime, config, leases }: WorkerParts,
  adapter: CalledAdapter,
  started: Started,
  { config: agent, sliceCents }: Granted,
  traceparent: string | null,
): Promise<void> {
  const { run } = started;
  const { timeoutSec } = adapter.limits(agent.adapterConfig);
  // The agent may beat before it has answered its call.
  if (sliceCents > 0) await saveSlice(runtime.db, run, sliceCents);
  const token = tokenOf(config, run, timeoutSec);
  const outcome = await adapter
    .call({
      run,
      config: agent.adapterConfig,
      variables: variablesOf(config, started, token, traceparent),
      signal: leases.hold(run),
    })
    .catch((error: unknown) => notStarted('not_started', String(error)));
  await persist(runtime.log, config.LEASE_SECONDS, async () => {
    if (outcome === 'accepted') return handOver(runtime.db, run);
    const { clean } = openCleaner(token, agent.hide);
    const error = outcome.error === null ? null : clean(outcome.error);
    await writeRuns(
      runtime,
      (context) => completeRun(context, run, endingOf({ ...outcome, error }), undefined),
      { runId: run.id, traceparent },
    );
  });
  leases.letGo(run.id);
}
