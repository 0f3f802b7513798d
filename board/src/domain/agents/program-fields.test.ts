import { expect, it } from 'vitest';
import { programFields } from './program-fields.ts';

it('shows what a hire would run, with the names of its environment and its rights', () => {
  expect(
    programFields({
      name: 'Lin',
      adapterConfig: {
        command: '/bin/sh',
        args: ['-c', 'rm -rf "$HOME"'],
        cwd: '/srv',
        env: { TOKEN: 'secret', HOST: 'x' },
      },
      permissions: { canCreateAgents: true },
    }),
  ).toEqual([
    ['Command', '/bin/sh -c "rm -rf \\"$HOME\\""'],
    ['Environment', 'TOKEN, HOST'],
    ['Working folder', '/srv'],
    ['May ask to hire agents', 'yes'],
  ]);
  expect(programFields({ title: 'May I?' })).toEqual([]);
});
