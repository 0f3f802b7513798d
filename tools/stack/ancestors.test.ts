import { describe, expect, test } from 'vitest';
import { watchedAmong } from './ancestors.ts';

const chain = (...commands: string[]) =>
  commands.map((command, pid) => ({ pid, command }));
const commandsOf = (...commands: string[]) =>
  watchedAmong(chain(...commands)).map(({ command }) => command);

describe('watchedAmong', () => {
  test('watches every process between the launcher and npx', () => {
    const line = ['sh -c node tools/start.ts', '/cache/pnpm start', 'sh -c pnpm start'];
    expect(commandsOf(...line, 'npm exec pnpm@12 start', 'bash -c npx pnpm start &')).toEqual([
      ...line, 'npm exec pnpm@12 start',
    ]);
  });

  test('does not watch a shell that started it in the background', () => {
    expect(commandsOf('bash -c node tools/start.ts &', 'sshd')).toEqual([]);
    expect(commandsOf('-zsh')).toEqual([]);
  });

  test('watches another program that started it', () => {
    expect(commandsOf('/usr/bin/node harness.js', 'bash')).toEqual(['/usr/bin/node harness.js']);
  });

  test('is not misled by names that only contain a runner', () => {
    expect(commandsOf('/opt/mypnpm-like', 'bash')).toEqual(['/opt/mypnpm-like']);
    expect(commandsOf('bash /home/pnpm/x.sh')).toEqual([]);
  });

  test('watches nobody when it has no ancestors that it can see', () => {
    expect(commandsOf()).toEqual([]);
  });
});
