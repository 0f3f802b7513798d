import { describeEach } from '@muster/test-kit/needs';
import { expect, it } from 'vitest';
import { usedKinds, hasKind, inProcessFor } from './kinds.ts';

const LOOKS = new URL('looks.ts', import.meta.url);
const rule = 'is not in a folder that the operator allows (MUSTER_LOCAL_ROOTS)';
const outside = { cwd_outside_roots: `adapterConfig.cwd ${rule}` };
const missing = { cwd_missing: 'adapterConfig.cwd is not a folder' };
const asItWas = { errorCode: 'exit_code', signal: null, names: false };
const notUsable = { errorCode: 'program_not_usable', signal: null, names: true };

describeEach(usedKinds, hasKind)('hands under isolation: %s', (kind) => {
  it('find folders and programs as the agent does, and say what is in its way', async () => {
    expect(await inProcessFor(kind, LOOKS)).toEqual({
      nothing: { cwd: '~/workspace', instructionsFile: null },
      project: { cwd: '/project', instructionsFile: '/project/AGENTS.md', isUnseen: true },
      relative: { cwd: '~/workspace/in', instructionsFile: null },
      near: missing,
      missing,
      file: missing,
      locked: ['cwd_not_usable'],
      leadingOut: outside,
      inRoots: { cwd: '/project', instructionsFile: '/project/AGENTS.md' },
      outsideRoots: outside,
      noRoots: outside,
      ownWithoutRoots: {
        instructions_missing: 'instructionsFilePath names no file that the agent can reach',
      },
      instructionsOutside: {
        instructions_outside_roots: `adapterConfig.instructionsFilePath ${rule}`,
      },
      instructionsMissing: {
        instructions_missing: 'instructionsFilePath names no file that the agent can reach',
      },
      programLocked: notUsable,
      programInLockedPath: notUsable,
      programNowhere: asItWas,
      programThere: asItWas,
      signalled:
        kind === 'none' ? asItWas : { errorCode: 'signalled', signal: 'SIGKILL', names: false },
    });
  });
});
