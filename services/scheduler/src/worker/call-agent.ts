/** Calls an agent with its run: the agent accepts it, or the run fails and is retried. */
import { notStarted, type CalledAdapter } from '../adapters/adapter.ts';
import { completeRun } from '../runs/complete-run.ts';
import { writeRun } from '../runs/run-transaction.ts';
import { publicAddress, runTokenOf, runVariablesOf } from '../runs/run-variables.ts';
import type { StartedRun } from '../runs/start-run.ts';
import { extendLeaseToDeadline, saveSlice } from '../store/remote-runs.ts';
import type { Granted } from './admit-run.ts';
import { endingOf } from './ending-of-outcome.ts';
import { openMasker } from './output/mask-output.ts';
import { endOfLease, retryUntil } from './retry-until.ts';
import type { WorkerParts } from './worker-parts.ts';

export async function callAgent(
  { runtime, config, leases }: WorkerParts,
  adapter: CalledAdapter,
  started: StartedRun,
  { config: agent, sliceCents }: Granted,
  traceparent: string | null,
): Promise<void> {
  const { run } = started;
  const { timeoutSec } = adapter.limits(agent.adapterConfig);
  // The agent may send a keep-alive before it has answered the call.
  if (sliceCents > 0) await saveSlice(runtime.db, run, sliceCents);
  const token = runTokenOf(config, run, timeoutSec);
  const outcome = await adapter
    .call({
      run,
      config: agent.adapterConfig,
      variables: runVariablesOf(started, { apiUrl: publicAddress(config), token }, traceparent),
      signal: leases.hold(run),
    })
    .catch((error: unknown) => notStarted('not_started', String(error)));
  const until = endOfLease(config.LEASE_SECONDS);
  await retryUntil(
    { log: runtime.log, what: 'writing that an agent was called', until },
    async () => {
      if (outcome === 'accepted') return extendLeaseToDeadline(runtime.db, run);
      const { mask } = openMasker(token, agent.hide);
      const error = outcome.error === null ? null : mask(outcome.error);
      await writeRun(
        runtime,
        run,
        (context) => completeRun(context, run, endingOf({ ...outcome, error }), undefined),
        traceparent,
      );
    },
  );
  leases.release(run.id);
}
