import { describe, expect, it } from 'vitest';
import { argvOf, faultOfCommand, takesExtraArgs, type BoundCommand } from './command-line.ts';

const command: BoundCommand = [
  'cli', '-p', ['--model', '{{model}}'], ['--resume', '{{ sessionId }}'], '{{extraArgs}}',
];

describe('a bound command', () => {
  it('has its arguments with what they stand for', () => {
    const values = { SERVICE_MODEL: 'large', SERVICE_SESSION_ID: 's-1' };
    expect(argvOf(command, values, ['--fast', '{{model}}'])).toEqual([
      'cli', '-p', '--model', 'large', '--resume', 's-1', '--fast', '{{model}}',
    ]);
  });

  it('is without the lists that have no value', () => {
    expect(argvOf(command, { SERVICE_MODEL: '' }, [])).toEqual(['cli', '-p']);
    expect(argvOf(['cli', 'x{{model}}y'], {}, [])).toEqual(['cli', 'xy']);
  });

  it('takes arguments of an agent only where its operator says so', () => {
    expect(takesExtraArgs(command)).toBe(true);
    expect(takesExtraArgs(['cli', '-p'])).toBe(false);
    expect(argvOf(['cli', '-p'], {}, ['--fast'])).toEqual(['cli', '-p']);
  });

  it.each<[BoundCommand, string]>([
    [['{{model}}'], 'its program has a placeholder'],
    [['cli', ['{{modle}}']], 'no placeholder is called modle'],
    [['cli', 'a{{extraArgs}}'], 'no placeholder is called extraArgs'],
  ])('%j is refused', (wrong, fault) => expect(faultOfCommand(wrong)).toBe(fault));

  it('is accepted where its placeholders are known', () => {
    expect(faultOfCommand(command)).toBeUndefined();
  });
});
