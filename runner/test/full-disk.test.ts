/** One agent fills the disk of the homes: others are told, and go on when there is room again. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describeEach } from '@muster/test-kit/needs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  makeFolder,
  openScheduler,
  shellRun,
  startRunnerProcess,
  type RunnerFolder,
  type RunnerProcess,
  type Scheduler,
} from './open-runner.ts';

const DISK = 'size=8m,mode=0700';

// Only root can mount a small one.
describeEach(['full'], () => process.getuid?.() === 0)('a %s disk', () => {
  let folder: RunnerFolder;
  let runner: RunnerProcess;
  let scheduler: Scheduler;
  beforeAll(async () => {
    folder = makeFolder();
    mkdirSync(folder.runsDir);
    execFileSync('mount', ['-t', 'tmpfs', '-o', DISK, 'muster-test', folder.runsDir]);
    runner = await startRunnerProcess(folder);
    scheduler = await openScheduler(folder, runner.port);
  });
  afterAll(async () => {
    scheduler.close();
    runner.kill('SIGTERM');
    await runner.exited;
    execFileSync('umount', [folder.runsDir]);
    folder.remove();
  });
  const launch = async (script: string, agentId = randomUUID()) => {
    const { key, message } = shellRun(script, { agentId });
    await scheduler.send(message);
    return { key, agentId };
  };
  const endOf = async ({ key }: Awaited<ReturnType<typeof launch>>) => {
    const { outcome } = await scheduler.of('ended', key);
    await scheduler.send({ kind: 'forget', ...key });
    return { ...outcome, text: scheduler.text(key) };
  };

  it('refuses a start with its reason until there is room, and ends nothing', async () => {
    const hostile = await launch('dd if=/dev/zero of="$HOME/filled" bs=4k 2>/dev/null; echo full');
    expect(await endOf(hostile)).toMatchObject({ status: 'succeeded', text: 'full\n' });
    // Takes the last page, with which the runner remembers what runs.
    const running = await launch('sleep 600');
    await scheduler.of('launched', running.key);
    const refused = await launch('echo here');
    expect(await endOf(refused)).toMatchObject({
      status: 'failed',
      errorCode: 'not_started',
      error: expect.stringContaining('ENOSPC'),
    });
    rmSync(join(folder.runsDir, hostile.agentId, 'filled'));
    const again = await launch('echo here', refused.agentId);
    expect(await endOf(again)).toMatchObject({ status: 'succeeded', text: 'here\n' });
    await scheduler.send({ kind: 'stop', ...running.key, why: 'cancelled' });
    expect(await endOf(running)).toMatchObject({ status: 'cancelled' });
  });
});
