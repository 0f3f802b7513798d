/** Runs an agent as a process of this machine, reads its output and ends its run. */
import { join, resolve } from 'node:path';
import { metricsOf, type Runtime } from '@muster/service-kit';
import { notStarted, type LocalAdapter } from '../agent-processes/adapter.ts';
import type { SchedulerConfig } from '../config.ts';
import { causeTimeMs, type CarriedWake } from '../domain/run-context.ts';
import { schedulerMetrics } from '../metrics.ts';
import { completeRun } from '../runs/complete-run.ts';
import { writeRuns } from '../runs/run-transaction.ts';
import { nearAddress, newRunNonce, runTokenOf, runVariablesOf } from '../runs/run-variables.ts';
import type { StartedRun } from '../runs/start-run.ts';
import { backOffAgent } from '../store/not-before.ts';
import { advanceOffers } from '../store/run-sweep.ts';
import type { Granted } from './admit-run.ts';
import { endingOfLocal } from './ending-of-outcome.ts';
import { openMasker } from './mask-output.ts';
import { retryUntil } from './retry-until.ts';
import { openRunOutput, reportRulesOf } from './run-output.ts';
import { openSession } from './run-session.ts';
import { watchLocalSlice } from './watch-local-slice.ts';
import type { WorkerParts } from './worker-parts.ts';

export async function runLocalAgent(
  { runtime, config, leases }: WorkerParts,
  adapter: LocalAdapter,
  started: StartedRun,
  { config: agent, sliceCents, ttlSeconds }: Granted,
  traceparent: string | null,
): Promise<void> {
  const { run } = started;
  const signal = leases.hold(run);
  const { timeoutSec, graceSec } = adapter.limits(agent.adapterConfig);
  const token = runTokenOf(config, run, timeoutSec + graceSec);
  const nonce = newRunNonce();
  const masker = openMasker(token, [...agent.hide, nonce]);
  const onExhausted = () => leases.stopForBudget(run.id);
  const session = await openSession({ runtime, config, adapter }, run, agent);
  const rules = reportRulesOf(agent, nonce);
  const output = openRunOutput(
    runtime,
    run,
    { masker, rules },
    {
      onUsage: watchLocalSlice({ runtime, run, sliceCents, ttlSeconds, onExhausted }),
      onSession: session.named,
      onNotBefore: async (notBefore) => void (await backOffAgent(runtime.db, run, notBefore)),
    },
  );
  observeWakeDelay(runtime, started.wakes);
  const runVariables = runVariablesOf(started, { apiUrl: nearAddress(config), token }, traceparent);
  const outcome = await adapter
    .start({
      agentId: run.agentId,
      config: agent.adapterConfig,
      variables: { ...runVariables, SERVICE_RUN_NONCE: nonce, ...session.variables },
      home: join(resolve(config.MUSTER_RUNS_DIR), run.agentId),
      signal,
      onOutput: output.write,
    })
    .catch((error: unknown) => notStarted('not_started', String(error)));
  await output.end();
  await session.ended(outcome);
  const ending = endingOfLocal(outcome, output, masker);
  await retryUntil(runtime.log, config.LEASE_SECONDS, () =>
    writeRuns(runtime, (context) => completeRun(context, run, ending, output.usage()), {
      runId: run.id,
      traceparent,
    }),
  );
  leases.release(run.id);
  await advanceLimitedOffers(runtime, config, run.companyId);
}

/** The agent is about to start: how long each of its wake-ups has waited for that. */
function observeWakeDelay(runtime: Runtime, wakes: readonly CarriedWake[]): void {
  const { wakeDelay } = metricsOf(runtime.metrics, schedulerMetrics);
  for (const wake of wakes) {
    const seconds = Math.max(0, Date.now() - causeTimeMs(wake)) / 1_000;
    wakeDelay.observe({ source: wake.source }, seconds);
  }
}

/** A run that met a concurrency limit can start now. */
async function advanceLimitedOffers(
  { db }: Runtime,
  { MUSTER_MAX_RUNS, MUSTER_MAX_RUNS_PER_COMPANY }: SchedulerConfig,
  companyId: string,
): Promise<void> {
  if (MUSTER_MAX_RUNS > 0) await advanceOffers(db, null);
  else if (MUSTER_MAX_RUNS_PER_COMPANY > 0) await advanceOffers(db, companyId);
}
