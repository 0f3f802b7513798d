/**
 * Queues runs of agents with waiting wake-ups that can run now because time has passed, or because what
 * kept them from it ended in a transaction that did not see the wake-up. Whatever else lets an agent run
 * queues its run itself, so an agent that is paused is not looked at. Wake-ups of an agent that was
 * terminated while they were taken fail.
 */
import { applyLater, openRotation, type EachCompany, type Runtime } from '@muster/service-kit';
import { failWakesOfAgent } from '../bulk-effects/fail-wakes-of-agent.ts';
import { queueRuns } from '../runs/queue-runs.ts';
import { agentIdsOf, writePerCompany } from '../runs/write-per-company.ts';
import { forgetHolds, listEndedHolds, type EndedHold } from '../store/waits/holds.ts';
import {
  listNewlyWaiting,
  listWaitingAgents,
  type WaitingAgent,
} from '../store/wakes/waiting-agents.ts';

/** Agents of one statement, and of one transaction. */
const BATCH = 200;
/** The rest of the sweep has its turn after these batches. */
const BATCHES_MAX = 25;

/** Agents whose holds have ended. */
export function queueAgentsOfEndedHolds(runtime: Runtime): () => Promise<unknown> {
  const rotation = openRotation<EndedHold>({
    name: 'ended holds',
    log: runtime.log,
    limit: BATCH,
    pagesMax: BATCHES_MAX,
    list: (after, limit) => listEndedHolds(runtime.db, after, limit),
    work: (ended, eachCompany) =>
      writePerCompany(runtime, eachCompany, ended, async (context, companyId, own) => {
        await queueRuns(context, companyId, agentIdsOf(own));
        await forgetHolds(context.db, companyId, own);
      }),
  });
  return () => rotation.pass();
}

/** A wake-up commits after the time that it bears: nearly always within this time. */
const OVERLAP_MS = 3_000;
/** Every so many passes one looks further back, longer than any transaction. */
const LONG_EVERY = 10;
const LONG_OVERLAP_MS = 40_000;

/** Agents whose wake-ups have begun to wait since the pass before, or a moment earlier. */
export function queueNewlyWaitingAgents(runtime: Runtime): () => Promise<unknown> {
  let seconds = 0;
  const rotation = openRotation<WaitingAgent>({
    name: 'new wake-ups',
    log: runtime.log,
    limit: BATCH,
    list: (after, limit) => listNewlyWaiting(runtime.db, seconds, after?.agentId, limit),
    work: (waiting, eachCompany) => queueOrFail(runtime, eachCompany, waiting),
  });
  let passes = 0;
  let beganAtMs = performance.now();
  return async () => {
    const nowMs = performance.now();
    const overlapMs = passes % LONG_EVERY === 0 ? LONG_OVERLAP_MS : OVERLAP_MS;
    seconds = (nowMs - beganAtMs + overlapMs) / 1_000;
    passes += 1;
    await rotation.pass();
    beganAtMs = nowMs;
  };
}

/** Every so many passes one looks at a page of all agents with waiting wake-ups. */
const ALL_EVERY = 10;

/**
 * All agents with waiting wake-ups: at the start of the process one batch after the other, and from then
 * on one now and then, for what nothing else has found.
 */
export function queueAllWaitingAgents(runtime: Runtime, batch = BATCH): () => Promise<unknown> {
  const rotation = openRotation<WaitingAgent>({
    name: 'waiting agents',
    log: runtime.log,
    limit: batch,
    pagesMax: 1,
    list: (after, limit) => listWaitingAgents(runtime.db, after?.agentId, limit),
    work: (waiting, eachCompany) => queueOrFail(runtime, eachCompany, waiting),
  });
  let hasSeenAll = false;
  let passes = 0;
  return async () => {
    passes += 1;
    if (hasSeenAll && passes % ALL_EVERY !== 0) return;
    hasSeenAll = (await rotation.pass()) || hasSeenAll;
  };
}

async function queueOrFail(
  runtime: Runtime,
  eachCompany: EachCompany,
  waiting: readonly WaitingAgent[],
): Promise<void> {
  const ready = waiting.filter(({ canRun, isTerminated }) => canRun || isTerminated);
  await writePerCompany(runtime, eachCompany, ready, async (context, companyId, own) => {
    await queueRuns(context, companyId, agentIdsOf(own.filter(({ canRun }) => canRun)));
    for (const { agentId, isTerminated } of own) {
      if (!isTerminated) continue;
      await applyLater(context, failWakesOfAgent, { companyId, subjectId: agentId });
    }
  });
}
