/**
 * Two processes of the scheduler are stopped, killed and offered the same runs many times, while agents
 * are woken continuously. The records and the answers that the agents got are judged afterwards.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agents, Run, scheduler, type RunStatus } from '@muster/contracts';
import { lengthOf, recordTrials, until, WITH_COMPILE_CACHE } from '@muster/test-kit';
import { describe, expect, it } from 'vitest';
import { faultsOfLeases, type Call } from '../checkers/leases.ts';
import { addAgent, createCompany } from '../fixtures/builders.ts';
import { openRepeatedJobs } from '../faults/repeat-offers.ts';
import { readAll } from '../world/read-lists.ts';
import { useWorld, type World } from '../world/use-world.ts';
import { insist } from '../world/insist.ts';
import { countAdoptions, isOver, leasesOf, wake } from './printers.ts';

const RUNS = lengthOf({ full: 2_000, short: 60 });
const AGENTS = lengthOf({ full: 16, short: 8 });
/** Minimum of stops and kills; in the full length they go on until the last run. */
const STRIKES_MIN = lengthOf({ full: 12, short: 1 });
const LEASE_SECONDS = 3;
/** Longer than the lease. */
const STALL_MS = LEASE_SECONDS * 1_000 + 1_500;
/** With a lease of a minute this is 75 seconds after a kill. */
const IDLE_AFTER_LEASE_MS = 15_000;
/**
 * Time until the gateway knows of the end of a run. The process that wrote it may be killed before it
 * publishes the event; the other one looks for such events every two seconds.
 */
const PROPAGATION_MS = 5_000;
/** Additional jobs for each run. */
const EXTRA_JOBS = 3;
const TIMEOUT_MS = lengthOf({ full: 1_500_000, short: 120_000 });

const program = fileURLToPath(new URL('../agent-programs/witness.ts', import.meta.url));
const world = useWorld({
  replicas: { scheduler: 2 },
  settings: { LEASE_SECONDS: String(LEASE_SECONDS), DRAIN_SECONDS: '0' },
});

describe(`${RUNS} runs of ${AGENTS} agents, their workers stopped and killed`, () => {
  it(
    'have at most one live run of an agent at any time',
    async () => {
      const { board, folder, stack } = world();
      const { id: companyId } = await createCompany(board);
      const folders = Array.from({ length: AGENTS }, (_, n) => join(folder, `witness-${n}`));
      const ids = await Promise.all(
        folders.map(async (cwd) => {
          mkdirSync(cwd);
          const { id } = await addAgent(board, companyId, {
            adapterType: 'process',
            runtimeConfig: {},
            adapterConfig: {
              command: process.execPath,
              args: [...WITH_COMPILE_CACHE, program],
              cwd,
              graceSec: 1,
            },
          });
          return id;
        }),
      );
      let isWaking = true;
      let strikes = 0;
      let adoptions = 0;
      const waking = Promise.all(ids.map((agentId) => keepAwake(world(), agentId, () => isWaking)));
      waking.catch(() => undefined);
      const waits: number[] = [];
      const jobs = await openRepeatedJobs(stack);
      for (
        let strike = 0;
        strike < STRIKES_MIN || (await countEnded(companyId)) < RUNS;
        strike += 1
      ) {
        const replica = (strike % 2) + 1;
        await jobs.repeat(await liveRuns(companyId, ['queued', 'running']), EXTRA_JOBS);
        await until('a live run', async () => (await liveRuns(companyId))[0]);
        stack.pause('scheduler', replica);
        await new Promise<void>((resolve) => {
          setTimeout(resolve, STALL_MS);
        });
        stack.resume('scheduler', replica);
        await until('a live run', async () => (await liveRuns(companyId))[0]);
        // The killed process takes its count along.
        adoptions += await countAdoptions(world(), replica);
        waits.push(await killAndWait(companyId, replica));
        await stack.whenReady('scheduler');
        strikes += 1;
      }
      adoptions += await countAdoptions(world());
      isWaking = false;
      await waking;
      await jobs.close();
      await until('idle agents', async () => (await areIdle(companyId)) || undefined);
      const runs = await readAll(board, `/api/companies/${companyId}/heartbeat-runs`, Run);
      const calls = folders.flatMap(callsIn);
      const leases = leasesOf(runs);
      const counts = Object.entries(Object.groupBy(runs, ({ status }) => status))
        .map(([status, some]) => `${some.length} ${status}`)
        .join(', ');
      const refused = calls.filter(({ answer }) => answer === 'superseded').length;
      const how =
        `${counts}; ${adoptions} adopted; ${calls.length} calls, ${refused} refused; idle again at most ` +
        `${Math.round(Math.max(...waits))} ms after a kill`;
      process.stdout.write(`${how}\n`);
      const faults = faultsOfLeases({ leases, calls, propagationMs: PROPAGATION_MS });
      const late = waits.filter((ms) => ms > LEASE_SECONDS * 1_000 + IDLE_AFTER_LEASE_MS);
      recordTrials({
        promise: 'P10',
        by: 'e2e/heartbeats/leases',
        trials: leases.length,
        faults: 2 * strikes,
        violations: faults.length + late.length,
        how,
      });
      expect(faults).toEqual([]);
      expect(late).toEqual([]);
      expect(leases.length).toBeGreaterThanOrEqual(RUNS);
      // Each strike has taken runs from the process that it hit.
      expect(adoptions).toBeGreaterThanOrEqual(strikes);
    },
    TIMEOUT_MS,
  );
});

async function keepAwake(on: World, agentId: string, isWaking: () => boolean): Promise<void> {
  while (isWaking()) await isOver(on, await wake(on, agentId));
}

async function liveRuns(companyId: string, status: RunStatus[] = ['running']): Promise<string[]> {
  const runs = await insist(() =>
    world().board.call(scheduler, 'listRuns', {
      companyId,
      status,
      limit: 500,
    }),
  );
  return runs.map(({ id }) => id);
}

async function countEnded(companyId: string): Promise<number> {
  const all = await insist(() =>
    readAll(world().board, `/api/companies/${companyId}/heartbeat-runs`, Run),
  );
  return all.filter(({ startedAt, finishedAt }) => startedAt && finishedAt).length;
}

/** Milliseconds until every run that was live at the kill is over, and its agent may have another one. */
async function killAndWait(companyId: string, replica: number): Promise<number> {
  const before = await liveRuns(companyId);
  const killedAt = performance.now();
  world().stack.kill('scheduler', replica);
  await until('the end of the runs of the killed worker', async () => {
    const live = await liveRuns(companyId);
    return before.every((id) => !live.includes(id)) || undefined;
  });
  return performance.now() - killedAt;
}

async function areIdle(companyId: string): Promise<boolean> {
  const { board } = world();
  const live = await liveRuns(companyId, ['queued', 'running']);
  const all = await board.call(agents, 'listAgents', { companyId });
  return live.length === 0 && all.every(({ status }) => status === 'idle' || status === 'error');
}

/** Answers that are neither accepted nor superseded say nothing about leases. */
function callsIn(folder: string): Call[] {
  const lines = readFileSync(join(folder, 'calls.jsonl'), 'utf8').trim().split('\n');
  return lines
    .map((line) => JSON.parse(line) as Call)
    .filter(({ answer }) => answer === 'accepted' || answer === 'superseded');
}
