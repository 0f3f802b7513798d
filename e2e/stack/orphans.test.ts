import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@muster/test-kit';
import { afterEach, describe, expect, it } from 'vitest';
import {
  cleanUp,
  newLocation,
  END_TIMEOUT_MS,
  start,
  startUnderRunner,
  watch,
} from './launcher.ts';

afterEach(cleanUp);

/** A stand-in for npx: it waits for its child and forwards no signals. */
const RUNNER = `
const { spawn } = require('node:child_process');
spawn(process.argv[2], process.argv.slice(3), { stdio: 'inherit' });
`;

describe('a launcher', () => {
  it.for(['SIGTERM', 'SIGHUP'] as const)(
    'ends everything in order and with code 0 on %s',
    async (signal) => {
      const launcher = start(await newLocation());
      const alive = watch(await launcher.up);
      launcher.child.kill(signal);
      expect(await launcher.ended).toBe(0);
      expect(alive()).toEqual([]);
    },
  );

  it('stops in order on SIGINT, also when it comes twice, as through pnpm', async () => {
    const launcher = start(await newLocation());
    const alive = watch(await launcher.up);
    launcher.child.kill('SIGINT');
    launcher.child.kill('SIGINT');
    launcher.child.kill('SIGTERM');
    expect(await launcher.ended).toBe(0);
    expect(alive()).toEqual([]);
  });

  it('leaves nothing running when it gets SIGTERM before it is up', async () => {
    const location = await newLocation();
    const early = start(location);
    await until(
      'the servers',
      () => early.output().includes('are up') || undefined,
      END_TIMEOUT_MS,
    );
    early.child.kill('SIGTERM');
    expect(await early.ended).toBe(0);
    // Running processes are recorded there.
    expect(readdirSync(join(location.dataDir, 'run'))).toEqual([]);
    expect(existsSync(join(location.dataDir, 'servers', 'postgres', 'pid'))).toBe(false);
  });

  it('stops on SIGINT at its first healthy answer, before it says that it is up', async () => {
    const location = await newLocation();
    const early = start(location);
    const isHealthy = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${location.port}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isHealthy())) expect(early.child.exitCode).toBe(null);
    early.child.kill('SIGINT');
    expect(await early.ended).toBe(0);
    expect(readdirSync(join(location.dataDir, 'run'))).toEqual([]);
  });

  it('leaves nothing running when it is killed', async () => {
    const launcher = start(await newLocation());
    const alive = watch(await launcher.up);
    process.kill(launcher.pid, 'SIGKILL');
    await until(
      'the end of all processes',
      () => alive().length === 0 || undefined,
      END_TIMEOUT_MS,
    );
    expect(alive()).toEqual([]);
  });

  it('leaves nothing running when its whole group is killed', async () => {
    const launcher = start(await newLocation());
    const alive = watch(await launcher.up);
    process.kill(-launcher.pid, 'SIGKILL');
    await until(
      'the end of all processes',
      () => alive().length === 0 || undefined,
      END_TIMEOUT_MS,
    );
    expect(alive()).toEqual([]);
  });

  it('ends when the package runner in front of it is killed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'muster-runner-'));
    const runner = join(folder, 'npx');
    writeFileSync(runner, RUNNER);
    const launcher = startUnderRunner(runner, await newLocation());
    const alive = watch(await launcher.up);
    launcher.child.kill('SIGTERM');
    await launcher.ended;
    await until(
      'the end of all processes',
      () => alive().length === 0 || undefined,
      END_TIMEOUT_MS,
    );
    expect(alive()).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
