import { describe, expect, it } from 'vitest';
import {
  commandArguments,
  commandFault,
  acceptsExtraArgs,
  type BoundCommand,
} from './command-line.ts';

const command: BoundCommand = [
  'cli',
  '-p',
  ['--model', '{{model}}'],
  ['--resume', '{{ sessionId }}'],
  '{{extraArgs}}',
];

describe('a bound command', () => {
  it('has its arguments with the values of their placeholders', () => {
    const values = { SERVICE_MODEL: 'large', SERVICE_SESSION_ID: 's-1' };
    expect(commandArguments(command, values, ['--fast', '{{model}}'])).toEqual([
      'cli',
      '-p',
      '--model',
      'large',
      '--resume',
      's-1',
      '--fast',
      '{{model}}',
    ]);
  });

  it('omits the lists whose placeholders have no value', () => {
    expect(commandArguments(command, { SERVICE_MODEL: '' }, [])).toEqual(['cli', '-p']);
    expect(commandArguments(['cli', 'x{{model}}y'], {}, [])).toEqual(['cli', 'xy']);
  });

  it('takes arguments of an agent only where the operator accepts them', () => {
    expect(acceptsExtraArgs(command)).toBe(true);
    expect(acceptsExtraArgs(['cli', '-p'])).toBe(false);
    expect(commandArguments(['cli', '-p'], {}, ['--fast'])).toEqual(['cli', '-p']);
  });

  it.each<[BoundCommand, string]>([
    [['{{model}}'], 'its program has a placeholder'],
    [['cli', ['{{modle}}']], 'no placeholder is called modle'],
    [['cli', 'a{{extraArgs}}'], 'no placeholder is called extraArgs'],
  ])('%j is refused', (wrong, fault) => expect(commandFault(wrong)).toBe(fault));

  it('is accepted where its placeholders are known', () => {
    expect(commandFault(command)).toBeUndefined();
  });
});
