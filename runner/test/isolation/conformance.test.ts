import { describeEach } from '@muster/test-kit/needs';
import { expect, it } from 'vitest';
import { usedKinds, hasKind, inProcessFor } from './kinds.ts';

const PROGRAMS = new URL('conforming-programs.ts', import.meta.url);
const fine = { exitCode: 0, signal: null, stderr: '' };

describeEach(usedKinds, hasKind)('isolation: %s', (kind) => {
  it('runs programs like every other isolation', async () => {
    const isMadeSandbox = kind.startsWith('sandbox');
    const isWrapped = kind !== 'none';
    expect(await inProcessFor(kind, PROGRAMS)).toEqual({
      environment: {
        ...fine,
        stdout:
          'EMPTY=;HOME=~;LANG=C.UTF-8;PATH=/usr/bin:/bin;PWD=~/workspace;' +
          `TEXT=it's "two"\nlines $HOME;TMPDIR=~/tmp;a=short;`,
      },
      folders: { ...fine, stdout: '~/workspace\n~ ~/tmp\n' },
      kept: { ...fine, stdout: 'kept\n' },
      madeAgain: { ...fine, stdout: '' },
      project: { ...fine, stdout: 'result\n' },
      missing: isWrapped
        ? { exitCode: 126, signal: null, stdout: '', stderr: expect.any(String) }
        : 'ENOENT',
      gateway: ['here\n', 'here\n'],
      code: { ...fine, exitCode: 7, stdout: '' },
      killed: isMadeSandbox
        ? { ...fine, exitCode: 137, stdout: '' }
        : { ...fine, exitCode: null, signal: 'SIGKILL', stdout: '' },
      limits: isWrapped
        ? { ...fine, stdout: '0\n2048\n' }
        : { ...fine, stdout: expect.any(String) },
      asked: { exitCode: 3, stdout: 'begun\nasked\n' },
      ended: 'begun\n',
      another: true,
    });
  });
});
