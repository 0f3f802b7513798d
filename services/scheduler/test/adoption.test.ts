/** Runs that outlive the process of the scheduler that has started them. */
import type { Run } from '@muster/contracts';
import { boardActor } from '@muster/test-kit';
import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually, isOver, openScheduler, type Opened } from './open-scheduler.ts';
import { endWorker, startWorker } from './worker-process.ts';

const LEASE_SECONDS = 12;
const LINES = 300;
/** It prints so many lines, and the rest when its test lets it. */
const HELD_AT = 250;
/** Half a line is in the pipe whenever the worker ends: a reader must not stop in the middle. */
const COUNTS = `let n = 0;
  const { existsSync } = require('node:fs');
  const timer = setInterval(() => {
    if (n === ${HELD_AT} && !existsSync('released')) return;
    process.stdout.write(' line ' + n + '\\n' + 'next');
    printUsage(n);
    if ((n += 1) === ${LINES}) { clearInterval(timer); process.stdout.write(' is none\\n'); }
  }, 10);
  function printUsage(n) {
    if (n % 100 !== 50) return;
    process.stdout.write('\\n');
    printReport({ usage: { inputTokens: n, outputTokens: 1, costUsd: 0.01 } });
  }`;
/** Processes start, stop and are waited for, perhaps on a busy machine. */
const PROCESSES_MS = 90_000;

describe('a run on a runner', { timeout: PROCESSES_MS }, () => {
  let opened: Opened;
  let companyId: string;
  const workers = new Set<ChildProcess>();
  beforeAll(async () => {
    // The scheduler of the stage answers and sweeps; it follows no run.
    const env = { RUN_CONCURRENCY: '0', LEASE_SECONDS: String(LEASE_SECONDS) };
    opened = await openScheduler(env);
    ({ companyId } = await opened.company());
  });
  afterEach(async () => {
    await Promise.all([...workers].map((worker) => endWorker(worker, 'SIGKILL')));
    workers.clear();
  });
  afterAll(() => opened.close());

  async function start(): Promise<ChildProcess> {
    const worker = await startWorker({ ...opened.stage.env, RUN_CONCURRENCY: '4' });
    workers.add(worker);
    return worker;
  }
  const runsOf = (agentId: string): Promise<Run[]> =>
    opened.stage.as(boardActor()).listRuns({ companyId, agentId });
  const begun = (runId: string): Promise<Run> => opened.runWhen(runId, (run) => run.logBytes > 0);
  const fenceOf = async (runId: string): Promise<number | undefined> =>
    (
      await opened.stage.db.run<{ fence: number }>({
        text: 'select fence from runs where id = $1',
        values: [runId],
      })
    )[0]?.fence;

  const release = (agentId: string): void =>
    writeFileSync(join(opened.runner.workspaceOf(agentId), 'released'), '');

  /** Every line once and in order, whichever process has read it. */
  async function isWhole(run: Run): Promise<void> {
    expect(run).toMatchObject({
      status: 'succeeded',
      epoch: 1,
      resultSummary: 'next is none',
      usage: { inputTokens: 250 },
    });
    const log = await opened.logOf(run.id);
    const numbers = [...log.matchAll(/line (\d+)\n/g)].map(([, n]) => Number(n));
    expect(numbers).toEqual(Array.from({ length: LINES }, (_, n) => n));
    expect(Buffer.byteLength(log)).toBe(run.logBytes);
  }

  it.each([
    ['stopped, and hands it over', 'SIGTERM'],
    ['killed, and goes silent', 'SIGKILL'],
  ] as const)('is adopted when its process is %s', async (_, signal) => {
    const first = await start();
    const { agentId } = await opened.agent(companyId, COUNTS);
    const { id } = await opened.wake(agentId);
    await begun(id);
    await start();
    await endWorker(first, signal);
    await eventually(async () => ((await fenceOf(id)) === 2 ? true : undefined));
    release(agentId);
    await isWhole(await opened.finished(id));
    expect(await fenceOf(id)).toBe(2);
    expect(await runsOf(agentId)).toHaveLength(1);
  });

  it('is adopted once where two processes can, and again when the next one ends', async () => {
    const first = await start();
    const { agentId } = await opened.agent(companyId, COUNTS);
    const { id } = await opened.wake(agentId);
    await begun(id);
    const [second] = await Promise.all([start(), start()]);
    await endWorker(first, 'SIGTERM');
    await eventually(async () => ((await fenceOf(id)) === 2 ? true : undefined));
    await endWorker(second, 'SIGTERM');
    release(agentId);
    await isWhole(await opened.finished(id));
    expect(await fenceOf(id)).toBeLessThanOrEqual(3);
    expect(await runsOf(agentId)).toHaveLength(1);
  });

  it('does not lose a wake-up that comes while nobody holds it', async () => {
    const first = await start();
    const { agentId } = await opened.agent(companyId, COUNTS);
    const { id } = await opened.wake(agentId);
    await begun(id);
    await endWorker(first, 'SIGTERM');
    const [waiting] = await Promise.all([opened.wake(agentId), start()]);
    expect(waiting.id).toBe(id);
    release(agentId);
    await isWhole(await opened.finished(id));
    const next = await eventually(async () => (await runsOf(agentId)).find((run) => run.id !== id));
    expect((await opened.finished(next.id)).status).toBe('succeeded');
  });

  it('is stopped by the process that adopts it if it was cancelled meanwhile', async () => {
    const first = await start();
    const { agentId } = await opened.agent(companyId, 'console.log(1); setInterval(() => {}, 9)');
    const { id } = await opened.wake(agentId);
    await begun(id);
    await endWorker(first, 'SIGTERM');
    await opened.stage.as(boardActor()).cancelRun({ runId: id });
    await start();
    const released = { text: 'select 1 from runs where id = $1 and not held', values: [id] };
    await eventually(async () => (await opened.stage.db.run(released))[0]);
    expect((await opened.finished(id)).status).toBe('cancelled');
  });

  it('is lost with its runner, and another run carries its wake-ups', async () => {
    await start();
    const { agentId } = await opened.agent(companyId, 'setTimeout(() => console.log(1), 500)');
    const { id } = await opened.wake(agentId);
    await opened.runWhen(id, ({ status }) => status === 'running');
    await opened.runner.kill('SIGKILL');
    await opened.runner.startAgain();
    expect(await opened.finished(id)).toMatchObject({ status: 'lost', errorCode: 'runner_lost' });
    const next = await eventually(async () => (await runsOf(agentId)).find((run) => run.id !== id));
    expect(next.source).toBe('retry');
    expect((await opened.finished(next.id)).status).toBe('succeeded');
  });

  it('waits in the queue while its runner is away', async () => {
    await start();
    await opened.runner.kill('SIGTERM');
    const { agentId } = await opened.agent(companyId, 'console.log(1)');
    const { id } = await opened.wake(agentId);
    const postponed = {
      text: 'select 1 from runs where id = $1 and postponed_until is not null',
      values: [id],
    };
    await eventually(async () => (await opened.stage.db.run(postponed))[0]);
    expect((await runsOf(agentId)).map(({ status }) => status)).toEqual(['queued']);
    await opened.runner.startAgain();
    const run = await opened.runWhen(id, isOver);
    expect(run).toMatchObject({ status: 'succeeded', epoch: 1 });
  });
});
