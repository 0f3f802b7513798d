import { describe, expect, it } from 'vitest';
import { adapterOf } from './adapters.ts';
import { AdapterType } from './vocabulary.ts';

describe.each(AdapterType.options)('the adapter %s', (type) => {
  const { config, example, secretKeys, pathKeys, commandKeys, hasDefaultPath } = adapterOf(type);

  it('says of every key of its configuration what it is', () => {
    for (const [key, schema] of Object.entries(config.shape)) {
      expect([key, schema.description]).toEqual([key, expect.stringMatching(/\.$/)]);
    }
  });

  it('knows the keys that it calls secret, a path or part of a command', () => {
    const known = Object.keys(config.shape);
    expect(known).toEqual(expect.arrayContaining([...secretKeys, ...pathKeys, ...commandKeys]));
  });

  it('has an example that it accepts, without secrets', () => {
    expect(config.parse(example)).toMatchObject(example);
    expect(Object.keys(example).filter((key) => secretKeys.includes(key))).toEqual([]);
  });

  it('has a path where it has a default one', () => {
    expect(hasDefaultPath).toBe(type === 'alpha_local' || type === 'beta_local');
    if (hasDefaultPath) expect(pathKeys[0]).toBe('instructionsFilePath');
  });
});
