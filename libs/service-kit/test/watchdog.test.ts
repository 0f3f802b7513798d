import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const PROGRAM = fileURLToPath(new URL('watchdog-process.ts', import.meta.url));

async function run(...args: string[]) {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code));
  });
  const [out, errors, end] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { out, errors, end };
}

describe('the watchdog of a process', () => {
  it('ends one whose event loop stands still, and says so', async () => {
    expect(await run('still')).toEqual({
      out: 'free\n',
      errors: expect.stringContaining('The event loop has stood still'),
      end: 'SIGKILL',
    });
  });

  it('lets one end by itself whose loop is free', async () => {
    expect(await run()).toEqual({ out: 'free\n', errors: '', end: 0 });
  });
});
