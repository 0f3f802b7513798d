import { describe, expect, it } from 'vitest';
import { watchedAmong } from './ancestors.ts';

const chain = (...commands: string[]) => commands.map((command, pid) => ({ pid, command }));
const commandsOf = (...commands: string[]) =>
  watchedAmong(chain(...commands)).map(({ command }) => command);

describe('watchedAmong', () => {
  it('watches every process from the launcher up to npx', () => {
    const line = ['sh -c node local/start.ts', '/cache/pnpm start', 'sh -c pnpm start'];
    expect(commandsOf(...line, 'npm exec pnpm@12 start', 'bash -c npx pnpm start &')).toEqual([
      ...line,
      'npm exec pnpm@12 start',
    ]);
  });

  it('does not watch a shell that started the launcher in the background', () => {
    expect(commandsOf('bash -c node local/start.ts &', 'sshd')).toEqual([]);
    expect(commandsOf('-zsh')).toEqual([]);
  });

  it('watches another program that started the launcher', () => {
    expect(commandsOf('/usr/bin/node harness.js', 'bash')).toEqual(['/usr/bin/node harness.js']);
  });

  it('ignores names that only contain the name of a runner', () => {
    expect(commandsOf('/opt/mypnpm-like', 'bash')).toEqual(['/opt/mypnpm-like']);
    expect(commandsOf('bash /home/pnpm/x.sh')).toEqual([]);
  });

  it('watches no process when no ancestor is visible', () => {
    expect(commandsOf()).toEqual([]);
  });
});
