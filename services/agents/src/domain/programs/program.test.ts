import { describe, expect, it } from 'vitest';
import { noteOfProgram, requireSplitCommand } from './program.ts';

const started = (adapterConfig: object, adapterType: 'process' | 'alpha_local' = 'process') => ({
  adapterType,
  adapterConfig: adapterConfig as Parameters<typeof requireSplitCommand>[0]['adapterConfig'],
});

describe('requireSplitCommand', () => {
  it.each(['node agent.js', '/usr/bin/node  agent.js', 'sh -c "echo hi"', 'a\tb'])(
    'refuses %j and names the field and the form',
    (command) => {
      expect(() => requireSplitCommand(started({ command }))).toThrow(
        expect.objectContaining({
          code: 'invalid_input',
          details: [
            expect.objectContaining({
              path: ['adapterConfig', 'command'],
              message: expect.stringContaining('"args":["agent.js"]') as string,
            }),
          ],
        }),
      );
    },
  );

  it('accepts a program, a path with a space next to arguments, and what it starts no program by', () => {
    const accepted = [
      started({ command: 'node' }),
      started({ command: '/opt/My Agent/run', args: [] }),
      started({ command: 7 }),
      started({}),
      started({ command: 'node agent.js' }, 'alpha_local'),
    ];
    for (const one of accepted) expect(() => requireSplitCommand(one)).not.toThrow();
  });

  it('leaves an old command line alone until it or the adapter changes', () => {
    const old = started({ command: 'node agent.js', model: 'x' });
    const next = started({ command: 'node agent.js', model: 'y' });
    expect(() => requireSplitCommand(next, old)).not.toThrow();
    expect(() => requireSplitCommand(next, started(old.adapterConfig, 'alpha_local'))).toThrow();
  });
});

describe('noteOfProgram', () => {
  it('says what an agent without a program needs, with its id', () => {
    const id = '01990000-0000-7000-8000-000000000001';
    expect(noteOfProgram({ id, ...started({}) }).note).toContain(`PATCH /api/agents/${id}`);
    expect(noteOfProgram({ id, ...started({ command: 'node' }) })).toEqual({});
    expect(noteOfProgram({ id, ...started({}, 'alpha_local') })).toEqual({});
  });
});
