import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const PROGRAM = fileURLToPath(new URL('unawaited-process.ts', import.meta.url));

it('a refusal that nobody awaits is logged and ends no process, which any other error does', () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [PROGRAM], { encoding: 'utf8' });
  expect(stdout).toBe('a refusal was awaited by nobody\nstill here\n');
  expect(stderr).toContain('a bug');
  expect(status).toBe(1);
});
