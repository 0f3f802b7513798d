import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import type { Leader } from '../../src/isolation/isolation.ts';
import { isRunning } from '../../src/isolation/leader.ts';
import { availableKinds, inProcessFor } from './kinds.ts';

const HOLD = new URL('hold-sandbox.ts', import.meta.url).pathname;
const RUN_TWICE = new URL('run-twice.ts', import.meta.url);
/** Longer than any machine takes. */
const PATIENCE = { timeout: 60_000 };
const isRoot = process.getuid?.() === 0;
const kinds = availableKinds().filter((kind) => kind.includes('sandbox'));

describe.each(kinds)('the sandbox of a run: %s', (kind) => {
  it('has nothing of the run before', async () => {
    const { first, second } = (await inProcessFor(kind, RUN_TWICE)) as Record<string, string[]>;
    const heads = ['/dev/shm:', '/tmp:'];
    expect(first).toEqual(expect.arrayContaining([...heads, '.left', 'left', 'queue']));
    expect(second?.toSorted()).toEqual(heads);
  });
});

describe.each(kinds.filter((kind) => kind.startsWith('user') === isRoot))(
  'the sandbox of a run: %s',
  (kind) => {
    it('ends with the process that has started it', async () => {
      const folder = mkdtempSync('/var/tmp/sandbox-');
      chmodSync(folder, 0o711);
      const holder = spawn(process.execPath, [HOLD, kind, folder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [line] = await once(holder.stdout, 'data');
      const inside = JSON.parse(String(line)) as Leader[];
      expect(inside.length).toBeGreaterThan(1);
      expect(inside.every(isRunning)).toBe(true);
      holder.kill('SIGKILL');
      await vi.waitUntil(() => !inside.some(isRunning), PATIENCE);
      rmSync(folder, { recursive: true });
    });
  },
);
