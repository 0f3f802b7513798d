/** How a runner ends, and what it leaves: nothing. */
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeBeside } from '@muster/test-kit/needs';
import { afterEach, describe, expect, it } from 'vitest';
import { DRAIN_SECONDS_MAX } from '../src/stop-time.ts';
import { isThere, processesOf, supervisorOf, untilGone } from './processes.ts';
import {
  makeFolder,
  openScheduler,
  shellRun,
  startRunnerProcess,
  testedIsolations,
  hasIsolation,
  type RunnerFolder,
  type RunnerProcess,
} from './open-runner.ts';

describeBeside(testedIsolations, hasIsolation)('under %s', (isolation) => {
  const folders: RunnerFolder[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) folder.remove();
  });

  async function open(env: NodeJS.ProcessEnv = {}) {
    const folder = makeFolder(isolation);
    folders.push(folder);
    const runner = await startRunnerProcess(folder, env);
    return { folder, runner, scheduler: await openScheduler(folder, runner.port) };
  }

  const end = async (runner: RunnerProcess): Promise<void> => {
    runner.kill('SIGTERM');
    expect(await runner.exited).toBe(0);
  };

  const STUBBORN = `trap '' TERM; echo begun; while :; do sleep 0.1; done`;

  describe('a runner that is killed', () => {
    it('leaves no program', async () => {
      const { runner, scheduler } = await open();
      const runs = Array.from({ length: 5 }, () => shellRun(STUBBORN));
      for (const { message } of runs) await scheduler.send(message);
      await Promise.all(runs.map(({ key }) => scheduler.of('output', key)));
      const pids = runs.flatMap(({ key }) => processesOf(key));
      runner.kill('SIGKILL');
      await runner.exited;
      await Promise.all(pids.map(untilGone));
      expect(pids.filter(isThere)).toEqual([]);
    });

    it('with its supervisor leaves programs, which the next runner ends', async () => {
      const { folder, runner, scheduler } = await open();
      const { key, message } = shellRun(STUBBORN);
      await scheduler.send(message);
      await scheduler.of('output', key);
      const pids = processesOf(key);
      const supervisor = supervisorOf(runner.pid);
      runner.kill('SIGSTOP');
      process.kill(supervisor, 'SIGKILL');
      runner.kill('SIGKILL');
      await runner.exited;
      expect(readdirSync(join(folder.runsDir, '.running'))).toEqual([key.runId]);
      const next = await startRunnerProcess(folder);
      await Promise.all(pids.map(untilGone));
      expect(readdirSync(join(folder.runsDir, '.running'))).toEqual([]);
      const again = await openScheduler(folder, next.port);
      expect(again.runner.welcome.instance).not.toBe(scheduler.runner.welcome.instance);
      await again.send({ kind: 'adopt', ...key, fence: 2, leaseMs: 60_000 });
      await again.of('unknown', { ...key, fence: 2 });
      again.close();
      await end(next);
    });
  });

  describe('a supervisor that is killed', () => {
    it('loses its runs, and the runner goes on', async () => {
      const { runner, scheduler } = await open();
      const { key, message } = shellRun('echo begun; sleep 60');
      await scheduler.send(message);
      await scheduler.of('output', key);
      process.kill(supervisorOf(runner.pid), 'SIGKILL');
      const { outcome } = await scheduler.of('ended', key);
      expect(outcome).toMatchObject({ status: 'cancelled', errorCode: 'lease_lost' });
      await scheduler.send({ kind: 'forget', ...key });
      const next = shellRun('echo on');
      await scheduler.send(next.message);
      expect((await scheduler.of('ended', next.key)).outcome.status).toBe('succeeded');
      await scheduler.send({ kind: 'forget', ...next.key });
      scheduler.close();
      await end(runner);
    });
  });

  describe('a runner that is asked to stop', () => {
    it('launches nothing more, and lets its programs finish for a while', async () => {
      const { folder, runner, scheduler } = await open({ DRAIN_SECONDS: '20' });
      const { key, message } = shellRun(
        'mkfifo ~/pipe; echo ready; read -r l <~/pipe; echo finished',
      );
      const pipe = join(folder.runsDir, message.agentId, 'pipe');
      await scheduler.send(message);
      await scheduler.of('output', key);
      runner.kill('SIGTERM');
      const late = shellRun('echo never');
      await untilUnready(runner);
      await scheduler.send(late.message);
      const refused = await scheduler.of('ended', late.key);
      expect(refused.outcome).toMatchObject({ status: 'cancelled', errorCode: 'draining' });
      await writeFile(pipe, 'go\n');
      expect((await scheduler.of('ended', key)).outcome.status).toBe('succeeded');
      expect(scheduler.text(key)).toBe('ready\nfinished\n');
      await scheduler.send({ kind: 'forget', ...key });
      expect(await runner.exited).toBe(0);
      expect((await scheduler.runner.closed).reason).toBe('closed');
    });

    it('ends what still runs then, and says so', async () => {
      const { runner, scheduler } = await open({ DRAIN_SECONDS: '0' });
      const { key, message } = shellRun(STUBBORN);
      await scheduler.send(message);
      await scheduler.of('output', key);
      const pids = processesOf(key);
      runner.kill('SIGTERM');
      const { outcome } = await scheduler.of('ended', key);
      expect(outcome).toMatchObject({ status: 'cancelled', errorCode: 'draining' });
      await scheduler.send({ kind: 'forget', ...key });
      expect(await runner.exited).toBe(0);
      await Promise.all(pids.map(untilGone));
    });
  });

  const untilUnready = async ({ opsPort }: RunnerProcess): Promise<void> => {
    for (;;) {
      const { status } = await fetch(`http://127.0.0.1:${opsPort}/readyz`);
      if (status === 503) return;
    }
  };

  describe('a runner with a wrong configuration', () => {
    it('does not start', async () => {
      const folder = makeFolder(isolation);
      folders.push(folder);
      const started = startRunnerProcess(folder, { MUSTER_RUNS_DIR: 'relative' });
      await expect(started).rejects.toThrow('the runner exited with 78');
    });

    it('does not start with more time to stop than pods are given', async () => {
      const folder = makeFolder(isolation);
      folders.push(folder);
      const longer = String(DRAIN_SECONDS_MAX + 1);
      const started = startRunnerProcess(folder, { DRAIN_SECONDS: longer });
      await expect(started).rejects.toThrow('the runner exited with 78');
    });

    it('does not start with the folder of another one, whose programs run on', async () => {
      const { folder, runner, scheduler } = await open();
      const { key, message } = shellRun('echo begun; until [ -e go ]; do sleep 0.1; done; exit 7');
      await scheduler.send(message);
      await scheduler.of('output', key);
      await expect(startRunnerProcess(folder)).rejects.toThrow('the runner exited with 78');
      await writeFile(join(folder.runsDir, message.agentId, 'workspace', 'go'), '');
      expect((await scheduler.of('ended', key)).outcome.exitCode).toBe(7);
      await scheduler.send({ kind: 'forget', ...key });
      await end(runner);
    });
  });
});
