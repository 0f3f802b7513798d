/** Leases, fences, and runs that pass from one scheduler to another. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeBeside } from '@muster/test-kit/needs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isThere, processesOf, supervisorOf, untilGone } from './processes.ts';
import {
  LEASE_MS,
  makeFolder,
  openScheduler,
  shellRun,
  startRunnerProcess,
  testedIsolations,
  hasIsolation,
  type Launched,
  type RunnerProcess,
  type Scheduler,
} from './open-runner.ts';

describeBeside(testedIsolations, hasIsolation)('under %s', (isolation) => {
  const folder = makeFolder(isolation);
  let runner: RunnerProcess;
  const open: Scheduler[] = [];
  const ends: (() => unknown)[] = [];

  beforeAll(async () => {
    runner = await startRunnerProcess(folder);
  });
  afterEach(async () => {
    for (const scheduler of open.splice(0)) scheduler.close();
    for (const end of ends.splice(0).toReversed()) await end();
  });
  afterAll(async () => {
    runner.kill('SIGTERM');
    await runner.exited;
    folder.remove();
  });

  async function connect(): Promise<Scheduler> {
    const scheduler = await openScheduler(folder, runner.port);
    open.push(scheduler);
    return scheduler;
  }

  /** A runner of this test alone, whose supervisor has started: that would count against a short lease. */
  async function connectToOwn(): Promise<{ stopped: RunnerProcess; scheduler: Scheduler }> {
    const own = makeFolder(isolation);
    ends.push(own.remove);
    const stopped = await startRunnerProcess(own);
    ends.push(async () => {
      const supervisor = supervisorOf(stopped.pid);
      for (const pid of [stopped.pid, supervisor]) process.kill(pid, 'SIGCONT');
      stopped.kill('SIGTERM');
      await stopped.exited;
    });
    const scheduler = await openScheduler(own, stopped.port);
    ends.push(scheduler.close);
    const { key, message } = shellRun('true');
    await scheduler.send(message);
    await scheduler.of('ended', key);
    return { stopped, scheduler };
  }

  /** Prints a line for each line of a pipe in its home that the test writes to. */
  const ECHO = 'mkfifo ~/pipe; echo begun; cat ~/pipe';
  const writeTo = ({ message }: Launched, line: string): Promise<void> =>
    writeFile(join(folder.runsDir, message.agentId, 'pipe'), line);

  describe('adoption', () => {
    it('continues the output where the former scheduler has stored it', async () => {
      const first = await connect();
      const launched = shellRun(ECHO);
      const { key, message } = launched;
      await first.send(message);
      await first.of('output', key);
      await first.send({ kind: 'stored', ...key, offset: 3 });
      first.close();
      await first.runner.closed;

      const second = await connect();
      const adopted = { ...key, fence: 2 };
      await second.send({ kind: 'adopt', ...adopted, leaseMs: LEASE_MS });
      const { offset, memo } = await second.of('adopted', adopted);
      expect(offset).toBe(3);
      expect(Buffer.from(memo).toString()).toBe('memo');
      await writeTo(launched, 'more\n');
      expect((await second.of('ended', adopted)).outcome.status).toBe('succeeded');
      expect(second.text(adopted)).toBe('un\nmore\n');
    });

    it('cuts the former scheduler off, which is told so and obeyed no more', async () => {
      const [first, second] = [await connect(), await connect()];
      const launched = shellRun(ECHO);
      const { key, message } = launched;
      await first.send(message);
      await first.of('output', key);
      const adopted = { ...key, fence: 2 };
      await second.send({ kind: 'adopt', ...adopted, leaseMs: LEASE_MS });
      await second.of('adopted', adopted);
      await first.of('unknown', key);
      await first.send({ kind: 'stop', ...key, why: 'cancelled' });
      await first.send({ kind: 'forget', ...key });
      await first.send({ kind: 'stop', ...adopted, why: 'cancelled' });
      await first.send({ kind: 'adopt', ...adopted, leaseMs: LEASE_MS });
      await first.of('unknown', adopted);
      await writeTo(launched, 'still here\n');
      expect((await second.of('ended', adopted)).outcome.status).toBe('succeeded');
      expect(first.text(key)).toBe('begun\n');
      expect(second.text(adopted)).toBe('begun\nstill here\n');
    });

    it('of a run that has ended gives its output and its end', async () => {
      const first = await connect();
      const { key, message } = shellRun('seq 1000; exit 4');
      await first.send(message);
      await first.of('ended', key);
      first.close();
      const second = await connect();
      const adopted = { ...key, fence: 5 };
      await second.send({ kind: 'adopt', ...adopted, leaseMs: LEASE_MS });
      expect((await second.of('ended', adopted)).outcome.exitCode).toBe(4);
      expect(second.text(adopted).split('\n')).toHaveLength(1_001);
      await second.send({ kind: 'forget', ...adopted });
      const late = { ...key, fence: 6 };
      await second.send({ kind: 'adopt', ...late, leaseMs: LEASE_MS });
      await second.of('unknown', late);
    });

    it('in the middle of a flood loses and repeats nothing', async () => {
      const lines = 150_000;
      const { key, message } = shellRun(`seq -f %07.0f ${lines}`);
      const first = await connect();
      await first.send(message);
      let text = '';
      let holder = first;
      for (let fence = 1; ; fence += 1) {
        const current = { ...key, fence };
        const ended = holder.of('ended', current).then(() => true);
        const piece = holder.of('output', current).then(() => false);
        const isOver = await Promise.race([ended, piece]);
        if (isOver) await ended;
        const got = holder.text(current);
        text += got;
        if (isOver) break;
        await holder.send({ kind: 'stored', ...current, offset: text.length });
        // Answered after what was sent before it, so that the runner has heard of the offset.
        await holder.send({ kind: 'adopt', ...current, leaseMs: LEASE_MS });
        await holder.of('unknown', current);
        holder.close();
        holder = await connect();
        await holder.send({ kind: 'adopt', ...key, fence: fence + 1, leaseMs: LEASE_MS });
        const { offset } = await holder.of('adopted', { ...key, fence: fence + 1 });
        expect(offset).toBe(text.length);
      }
      expect(text).toHaveLength(lines * 8);
      const all = text.split('\n');
      expect(all.findIndex((line, n) => n < lines && Number(line) !== n + 1)).toBe(-1);
    });

    it('of a run that the runner does not have is answered with unknown', async () => {
      const scheduler = await connect();
      const key = { runId: randomUUID(), fence: 2 };
      await scheduler.send({ kind: 'adopt', ...key, leaseMs: LEASE_MS });
      expect(await scheduler.of('unknown', key)).toEqual({ kind: 'unknown', ...key });
    });
  });

  describe('a lease', () => {
    it('that is not renewed ends the program, and the run is unknown then', async () => {
      const scheduler = await connect();
      const { key, message } = shellRun(`trap '' TERM; echo begun; while :; do sleep 0.1; done`);
      await scheduler.send(message);
      await scheduler.of('output', key);
      const pids = processesOf(key);
      // Only now: a program of a busy machine may need longer than this to begin.
      await scheduler.send({ kind: 'renew', runs: [key], leaseMs: 500 });
      const { outcome } = await scheduler.of('ended', key);
      expect(outcome).toMatchObject({ status: 'cancelled', errorCode: 'lease_lost' });
      await Promise.all(pids.map(untilGone));
      await scheduler.send({ kind: 'adopt', ...key, fence: 2, leaseMs: LEASE_MS });
      await scheduler.of('unknown', { ...key, fence: 2 });
    });

    it('is renewed by the scheduler that has the run, and by no other', async () => {
      const [first, second] = [await connect(), await connect()];
      const [own, foreign] = [1, 2].map(() => shellRun('sleep 2', { leaseMs: 1_000 }));
      if (!own || !foreign) throw new Error('two runs were made');
      await first.send(own.message);
      await second.send(foreign.message);
      await Promise.all([first.of('launched', own.key), second.of('launched', foreign.key)]);
      await first.send({ kind: 'renew', runs: [own.key, foreign.key], leaseMs: LEASE_MS });
      expect((await first.of('ended', own.key)).outcome.status).toBe('succeeded');
      expect((await second.of('ended', foreign.key)).outcome.errorCode).toBe('lease_lost');
      expect(first.heard.filter(({ kind }) => kind === 'unknown')).toEqual([]);
    });

    it('that has run out while everything stood still is not renewed by what was sent then', async () => {
      const { stopped, scheduler } = await connectToOwn();
      const { key, message } = shellRun('echo begun; while :; do sleep 1; done', {
        leaseMs: 1_000,
      });
      await scheduler.send(message);
      await scheduler.of('output', key);
      const [program = 0] = processesOf(key);
      const supervisor = supervisorOf(stopped.pid);
      stopped.kill('SIGSTOP');
      process.kill(supervisor, 'SIGSTOP');
      await scheduler.send({ kind: 'renew', runs: [key], leaseMs: LEASE_MS });
      // Begun later on another runner, with the same lease.
      const clock = shellRun('while :; do sleep 1; done', { leaseMs: 1_000 });
      const other = await connect();
      await other.send(clock.message);
      await other.of('ended', clock.key);
      expect(isThere(program)).toBe(true);
      process.kill(supervisor, 'SIGCONT');
      stopped.kill('SIGCONT');
      const { outcome } = await scheduler.of('ended', key);
      expect(outcome).toMatchObject({ status: 'cancelled', errorCode: 'lease_lost' });
      await untilGone(program);
    });

    it('of a runner that is stopped itself ends the program all the same', async () => {
      const { stopped, scheduler } = await connectToOwn();
      const { key, message } = shellRun('echo begun; sleep 60', { leaseMs: 1_000 });
      await scheduler.send(message);
      await scheduler.of('output', key);
      const pids = processesOf(key);
      stopped.kill('SIGSTOP');
      await Promise.all(pids.map(untilGone));
      expect(pids.filter(isThere)).toEqual([]);
    });
  });
});
