/** Agents whose program prints numbered lines, and what they leave behind to judge their runs by. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Run, scheduler, type RunStatus } from '@muster/contracts';
import { until } from '@muster/test-kit';
import type { Lease } from '../checkers/leases.ts';
import { addAgent } from '../fixtures/builders.ts';
import { insist } from '../world/insist.ts';
import { readAll } from '../world/read-lists.ts';
import type { World } from '../world/use-world.ts';

const LINE_MS = 50;
const NOTES = 'runs';

/**
 * Prints a number of lines, notes in its folder that its run has begun and ended, and leaves a
 * process behind that only the runner ends.
 */
const PROGRAM = `const fs = require('fs');
  const { spawn } = require('child_process');
  const note = (what) => fs.appendFileSync('${NOTES}', what + ' ' + process.env.SERVICE_RUN_ID + '\\n');
  note('begun');
  spawn('sleep', ['3600'], { stdio: 'ignore' }).unref();
  let n = 0;
  const timer = setInterval(() => {
    if (n === Number(process.argv[1])) { clearInterval(timer); note('ended'); return; }
    console.log('line ' + n); n += 1;
  }, ${LINE_MS});`;

export interface Printer {
  readonly id: string;
  readonly cwd: string;
}

export interface PrinterOptions {
  readonly companyId: string;
  readonly name: string;
  readonly count: number;
  readonly lines: number;
}

export const addPrinters = (
  { board, folder }: World,
  { companyId, name, count, lines }: PrinterOptions,
): Promise<Printer[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const cwd = join(folder, `${name}-${n}`);
      mkdirSync(cwd);
      const { id } = await addAgent(board, companyId, {
        adapterType: 'process',
        runtimeConfig: {},
        adapterConfig: {
          command: process.execPath,
          args: ['-e', PROGRAM, String(lines)],
          cwd,
          graceSec: 1,
        },
      });
      return { id, cwd };
    }),
  );

/** Reasons for which a wake-up is kept for the next run: the processes of a lost run end, or its retry waits. */
const KEPT_FOR = new Set(['waiting', 'waiting_for_retry']);

/** The id of the run. */
export const wake = ({ board }: World, agentId: string): Promise<string> =>
  until('a run that carries the wake-up', async () => {
    const run = await insist((headers) => board.call(scheduler, 'wakeAgent', { agentId }, headers));
    if (run.status !== 'skipped') return run.id;
    if (!KEPT_FOR.has(run.reason)) throw new Error(`skipped: ${run.reason}`);
    return undefined;
  });

export const runsOf = ({ board }: World, companyId: string): Promise<Run[]> =>
  insist(() => readAll(board, `/api/companies/${companyId}/heartbeat-runs`, Run));

export const isLive = (status: RunStatus): boolean => status === 'queued' || status === 'running';

export const isOver = ({ board }: World, runId: string): Promise<true> =>
  until('the end of a run', async () => {
    const { status } = await insist(() => board.call(scheduler, 'getRun', { runId }));
    return isLive(status) ? undefined : true;
  });

export const allOver = (world: World, companyId: string, timeoutMs: number): Promise<Run[]> =>
  until(
    'the end of all runs',
    async () => {
      const runs = await runsOf(world, companyId);
      return runs.every(({ status }) => !isLive(status)) ? runs : undefined;
    },
    timeoutMs,
  );

export const leasesOf = (runs: readonly Run[]): Lease[] =>
  runs
    .filter(({ startedAt }) => startedAt !== null)
    .map(({ id, agentId, startedAt, finishedAt }) => ({
      runId: id,
      agentId,
      startedAt: Date.parse(startedAt ?? ''),
      finishedAt: finishedAt === null ? null : Date.parse(finishedAt),
    }));

/** The ids of the runs of which the program has noted this. */
export function notesOf({ cwd }: Printer, what: 'begun' | 'ended'): string[] {
  const file = join(cwd, NOTES);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(what))
    .map((line) => line.slice(what.length + 1));
}

/** The numbers of the lines in the log of a run. */
export async function linesOf({ board }: World, runId: string): Promise<number[]> {
  let text = '';
  for (let offset = 0; ;) {
    const piece = await insist(() => board.call(scheduler, 'getRunLog', { runId, offset }));
    if (piece.text === '') break;
    text += piece.text;
    offset += Buffer.byteLength(piece.text);
  }
  return [...text.matchAll(/line (\d+)\n/g)].map(([, n]) => Number(n));
}

/** Command lines of the processes that were started for runs of the company and still live. */
export const leftOver = (companyId: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => readProcess(pid, 'environ').includes(`SERVICE_COMPANY_ID=${companyId}`))
    .map((pid) => readProcess(pid, 'cmdline').replaceAll('\0', ' '));

/** Empty if the process has ended meanwhile. */
function readProcess(pid: string, file: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** How many runs the processes of the scheduler have adopted since they started. */
export async function countAdoptions({ stack }: World, replica?: number): Promise<number> {
  const texts = await Promise.all(
    stack.opsUrls
      .filter((each) => each.service === 'scheduler')
      .filter((each) => replica === undefined || each.replica === replica)
      .map(async ({ url }) => (await fetch(`${url}/metrics`)).text()),
  );
  const counts = texts.flatMap((text) =>
    [...text.matchAll(/^muster_run_adoptions_total\{.*outcome="adopted".*\} (\d+)/gm)].map(
      ([, count]) => Number(count),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
