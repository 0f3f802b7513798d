import { describe, expect, it } from 'vitest';
import { adapterOf } from './adapters.ts';
import { AdapterType } from '../vocabulary.ts';

describe.each(AdapterType.options)('the adapter %s', (type) => {
  const { config, example, secretKeys, pathKeys, commandKeys, hasDefaultPath } = adapterOf(type);

  it('describes every key of its configuration', () => {
    for (const [key, schema] of Object.entries(config.shape)) {
      expect([key, schema.description]).toEqual([key, expect.stringMatching(/\.$/)]);
    }
  });

  it('lists as secret, path or command keys only keys of its schema', () => {
    const known = Object.keys(config.shape);
    expect(known).toEqual(expect.arrayContaining([...secretKeys, ...pathKeys, ...commandKeys]));
  });

  it('accepts its own example, which has no secrets', () => {
    expect(config.parse(example)).toMatchObject(example);
    expect(Object.keys(example).filter((key) => secretKeys.includes(key))).toEqual([]);
  });

  it('has a default path only if it is bound to a command', () => {
    expect(hasDefaultPath).toBe(type === 'alpha_local' || type === 'beta_local');
    if (hasDefaultPath) expect(pathKeys[0]).toBe('instructionsFilePath');
  });
});
