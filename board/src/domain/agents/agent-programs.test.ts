import { describe, expect, it } from 'vitest';
import { adapters } from '@muster/contracts';
import { agentPrograms, programConfig } from './agent-programs.ts';

const empty = { model: '', keyName: 'ANTHROPIC_API_KEY', key: '', folder: ' ' };

describe('a coding agent', () => {
  it.each(agentPrograms)('$word is configured with what its adapter takes', (program) => {
    const { type, model, needsModel, keys } = program;
    const { config } = adapters[type];
    const keyName = keys[0] ?? '';
    const filled = programConfig({ model, keyName, key: 'secret', folder: '/srv/work' });
    expect(filled).toEqual({ model, env: { [keyName]: 'secret' }, cwd: '/srv/work' });
    expect(config.safeParse(filled).success).toBe(true);
    // That of the documents, whose price is listed.
    expect(model).toBe((adapters[type].example as { readonly model: string }).model);
    expect(config.safeParse(programConfig(empty)).success).toBe(!needsModel);
  });

  it('is sent nothing that was left empty', () => {
    expect(programConfig(empty)).toEqual({});
  });
});
