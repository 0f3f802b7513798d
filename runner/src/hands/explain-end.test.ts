import { describe, expect, it } from 'vitest';
import { tellSignal } from './explain-end.ts';

const exited = (exitCode: number) => ({
  status: 'failed' as const,
  exitCode,
  signal: null,
  error: `The agent exited with ${exitCode}`,
  errorCode: 'exit_code',
});

describe('the end of a program in a sandbox', () => {
  // Gemini CLI exits with the status of its provider, 400, 401, 403 or 404, of which a byte is left.
  it.each([1, 127, 128, 144, 145, 147, 148, 173, 244])('is an exit with %i', (code) => {
    expect(tellSignal(exited(code))).toEqual(exited(code));
  });

  it.each([
    [137, 'SIGKILL'],
    [139, 'SIGSEGV'],
    [143, 'SIGTERM'],
  ])('with %i is by %s', (code, signal) => {
    expect(tellSignal(exited(code))).toMatchObject({
      exitCode: null,
      signal,
      errorCode: 'signalled',
      error: `The agent was ended by ${signal}`,
    });
  });
});
