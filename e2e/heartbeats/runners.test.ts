/**
 * The processes between a wake-up and an agent are replaced, killed and stopped while agents run: a
 * scheduler that goes costs no run, and a runner that goes costs the runs that it had, each of which
 * is reported and retried.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Run, scheduler, type RunStatus } from '@muster/contracts';
import { lengthOf, until } from '@muster/test-kit';
import { describe, expect, it } from 'vitest';
import { addAgent, createCompany } from '../fixtures/builders.ts';
import { insist } from '../world/insist.ts';
import { readAll } from '../world/read-lists.ts';
import { useWorld } from '../world/use-world.ts';

const LONG_RUNS = lengthOf({ full: 50, short: 6 });
const LONG_RUN_LINES = lengthOf({ full: 1_200, short: 120 });
const LINE_MS = 50;
const SHORT_RUNS = lengthOf({ full: 200, short: 30 });
const AGENTS = 6;
const STRIKES_MIN = lengthOf({ full: 6, short: 2 });
/** Longer than the runner may be silent, and than the lease. */
const STALL_MS = 9_000;
const TIMEOUT_MS = lengthOf({ full: 900_000, short: 120_000 });

/** Prints a number of lines, and notes in its folder that its run has begun and ended. */
const PRINTS = `const fs = require('fs');
  const note = (what) => fs.appendFileSync('runs', what + ' ' + process.env.SERVICE_RUN_ID + '\\n');
  note('begun');
  let n = 0;
  const timer = setInterval(() => {
    if (n === Number(process.argv[1])) { clearInterval(timer); note('ended'); return; }
    console.log('line ' + n); n += 1;
  }, ${LINE_MS});`;

const world = useWorld({
  replicas: { scheduler: 2 },
  env: { LEASE_SECONDS: '6', RUN_CONCURRENCY: '50', DRAIN_SECONDS: '0' },
});

interface Printer {
  readonly id: string;
  readonly cwd: string;
}

async function addPrinters(companyId: string, name: string, count: number, lines: number) {
  return Promise.all(
    Array.from({ length: count }, async (_, n): Promise<Printer> => {
      const cwd = join(world().folder, `${name}-${n}`);
      mkdirSync(cwd);
      const { id } = await addAgent(world().board, companyId, {
        adapterType: 'process',
        runtimeConfig: {},
        adapterConfig: { command: process.execPath, args: ['-e', PRINTS, String(lines)], cwd },
      });
      return { id, cwd };
    }),
  );
}

const wake = async (agentId: string): Promise<string> => {
  const run = await insist((headers) =>
    world().board.call(scheduler, 'wakeAgent', { agentId }, headers),
  );
  if (run.status === 'skipped') throw new Error(`skipped: ${run.reason}`);
  return run.id;
};
const runsOf = (companyId: string): Promise<Run[]> =>
  insist(() => readAll(world().board, `/api/companies/${companyId}/heartbeat-runs`, Run));
const isLive = (status: RunStatus): boolean => status === 'queued' || status === 'running';
const allOver = (companyId: string): Promise<Run[]> =>
  until('the end of all runs', async () => {
    const runs = await runsOf(companyId);
    return runs.every(({ status }) => !isLive(status)) ? runs : undefined;
  });
/** What the program has noted of its runs. */
const notesOf = ({ cwd }: Printer, what: 'begun' | 'ended'): string[] =>
  readFileSync(join(cwd, 'runs'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(what))
    .map((line) => line.slice(what.length + 1));

async function linesOf(runId: string): Promise<number[]> {
  let text = '';
  for (let offset = 0; ;) {
    const piece = await world().board.call(scheduler, 'getRunLog', { runId, offset });
    if (piece.text === '') break;
    text += piece.text;
    offset += Buffer.byteLength(piece.text);
  }
  return [...text.matchAll(/line (\d+)\n/g)].map(([, n]) => Number(n));
}

describe(`${LONG_RUNS} long runs`, { timeout: TIMEOUT_MS }, () => {
  it('go on while each process of the scheduler is replaced', async () => {
    const { board, stack } = world();
    const { id: companyId } = await createCompany(board);
    const printers = await addPrinters(companyId, 'long', LONG_RUNS, LONG_RUN_LINES);
    const ids = await Promise.all(printers.map(({ id }) => wake(id)));
    await until('runs that have begun', async () => {
      const runs = await runsOf(companyId);
      return runs.every(({ logBytes }) => logBytes > 0) || undefined;
    });
    for (const replica of [1, 2]) {
      stack.kill('scheduler', replica, 'SIGTERM');
      await stack.whenReady('scheduler');
    }
    const runs = await allOver(companyId);
    expect(runs.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(runs.filter(({ status }) => status !== 'succeeded')).toEqual([]);
    const all = Array.from({ length: LONG_RUN_LINES }, (_, n) => n);
    for (const id of ids) expect(await linesOf(id)).toEqual(all);
    for (const printer of printers) expect(notesOf(printer, 'begun')).toHaveLength(1);
  });
});

describe(`${SHORT_RUNS} short runs`, { timeout: TIMEOUT_MS }, () => {
  it('begin once and are all reported, their runner killed and stopped', async () => {
    const { board, stack } = world();
    const { id: companyId } = await createCompany(board);
    const printers = await addPrinters(companyId, 'short', AGENTS, 10);
    let started = 0;
    let isStriking = true;
    const waking = Promise.all(
      printers.map(async ({ id }) => {
        while (started < SHORT_RUNS || isStriking) {
          started += 1;
          const runId = await wake(id);
          await until('the end of a run', async () => {
            const run = await insist(() => board.call(scheduler, 'getRun', { runId }));
            return isLive(run.status) ? undefined : true;
          });
        }
      }),
    );
    waking.catch(() => undefined);
    for (let strike = 0; strike < STRIKES_MIN; strike += 1) {
      await until('a live run', async () =>
        (await runsOf(companyId)).find(({ status }) => status === 'running'),
      );
      stack.kill('runner');
      await stack.whenReady('runner');
      await until('a live run', async () =>
        (await runsOf(companyId)).find(({ status }) => status === 'running'),
      );
      stack.pause('runner');
      await new Promise<void>((resolve) => {
        setTimeout(resolve, STALL_MS);
      });
      stack.resume('runner');
    }
    isStriking = false;
    await waking;
    const runs = await allOver(companyId);
    const begun = printers.flatMap((printer) => notesOf(printer, 'begun'));
    expect(begun).toHaveLength(new Set(begun).size);
    const recorded = new Set(runs.map(({ id }) => id));
    expect(begun.filter((id) => !recorded.has(id))).toEqual([]);
    const succeeded = runs.filter(({ status }) => status === 'succeeded');
    for (const { id } of succeeded) expect(await linesOf(id)).toHaveLength(10);
    const other = runs.filter(({ status }) => status !== 'succeeded' && status !== 'lost');
    expect(other).toEqual([]);
    process.stdout.write(`${runs.length} runs, ${runs.length - succeeded.length} lost\n`);
  });
});
