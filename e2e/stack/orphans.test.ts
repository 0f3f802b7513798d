import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { cleanUp, newPlace, PATIENCE, start, startBehind, watch } from './launcher.ts';

afterEach(cleanUp);

/** Stands for npx: it waits for its child and passes no signal on. */
const RUNNER = `
const { spawn } = require('node:child_process');
spawn(process.argv[2], process.argv.slice(3), { stdio: 'inherit' });
`;

describe('a launcher', () => {
  test.for(['SIGTERM', 'SIGHUP'] as const)(
    'ends everything in order and with code 0 on %s', async (signal) => {
      const launcher = start(await newPlace());
      const alive = watch(await launcher.up);
      launcher.child.kill(signal);
      expect(await launcher.ended).toBe(0);
      expect(alive()).toEqual([]);
    },
  );

  test('stops in order on SIGINT, also when it comes twice, as through pnpm', async () => {
    const launcher = start(await newPlace());
    const alive = watch(await launcher.up);
    launcher.child.kill('SIGINT');
    launcher.child.kill('SIGINT');
    launcher.child.kill('SIGTERM');
    expect(await launcher.ended).toBe(0);
    expect(alive()).toEqual([]);
  });

  test('leaves nothing behind when it is told to stop before it is up', async () => {
    const place = await newPlace();
    const early = start(place);
    await expect.poll(early.output, PATIENCE).toContain('are up');
    early.child.kill('SIGTERM');
    expect(await early.ended).toBe(0);
    // Whoever runs is recorded there.
    expect(readdirSync(join(place.dataDir, 'run'))).toEqual([]);
    expect(existsSync(join(place.dataDir, 'servers', 'postgres', 'pid'))).toBe(false);
  });

  test('leaves nothing behind when it is killed', async () => {
    const launcher = start(await newPlace());
    const alive = watch(await launcher.up);
    process.kill(launcher.pid, 'SIGKILL');
    await expect.poll(alive, PATIENCE).toEqual([]);
  });

  test('leaves nothing behind when its whole group is killed', async () => {
    const launcher = start(await newPlace());
    const alive = watch(await launcher.up);
    process.kill(-launcher.pid, 'SIGKILL');
    await expect.poll(alive, PATIENCE).toEqual([]);
  });

  test('ends when the package runner in front of it is killed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'muster-runner-'));
    const runner = join(folder, 'npx');
    writeFileSync(runner, RUNNER);
    const launcher = startBehind(runner, await newPlace());
    const alive = watch(await launcher.up);
    launcher.child.kill('SIGTERM');
    await launcher.ended;
    await expect.poll(alive, PATIENCE).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
