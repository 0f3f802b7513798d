import { adapters, JsonObject, type Input, type gateway } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { validateJoiner } from './joiner.ts';

type Asked = Parameters<typeof validateJoiner>[0];
type Config = Input<typeof gateway, 'redeemInvite'>['adapterConfig'];

const asked = (fields: Partial<Asked> = {}): Asked => ({
  agentName: 'Eve',
  role: 'general',
  adapterType: 'remote',
  adapterConfig: {},
  ...fields,
});

const refusedFields = (adapterType: Asked['adapterType'], adapterConfig: Config): unknown => {
  try {
    validateJoiner(asked({ adapterType, adapterConfig }));
    return [];
  } catch (error) {
    return (error as { details: { fields: string[] } }).details.fields;
  }
};

describe('validateJoiner', () => {
  it('fills in defaults', () => {
    expect(validateJoiner(asked())).toEqual({
      name: 'Eve',
      role: 'general',
      title: null,
      icon: null,
      capabilities: null,
      adapterType: 'remote',
      adapterConfig: {},
    });
  });

  it.each(['remote', 'http'] as const)('accepts the example of the %s adapter', (adapterType) => {
    const adapterConfig = JsonObject.parse(adapters[adapterType].example);
    expect(validateJoiner(asked({ adapterType, adapterConfig }))).toMatchObject({ adapterConfig });
  });

  const dangerous = Object.values(adapters).flatMap(({ commandKeys, secretKeys }) => [
    ...commandKeys,
    ...secretKeys,
  ]);
  it.each([...new Set<string>(dangerous)])('refuses %s of every adapter', (key) => {
    for (const adapterType of ['remote', 'http'] as const) {
      expect(refusedFields(adapterType, { [key]: 'x' })).toEqual([`adapterConfig.${key}`]);
    }
  });

  it.each([
    ['a token', 'use mst_agent_0123456789ab_cdef for it'],
    ['a reference', { secretRef: 'openai' }],
    ['a reference in a text', 'say {{secret:openai}}'],
    ['a nested password', { login: { password: 'hunter2' } }],
  ])('refuses %s in a harmless key', (_, value) => {
    expect(refusedFields('remote', { promptTemplate: value })).toEqual([
      'adapterConfig.promptTemplate',
    ]);
  });

  it('names keys that the adapter does not know', () => {
    expect(() =>
      validateJoiner(asked({ adapterType: 'http', adapterConfig: { url: 'gopher://a' } })),
    ).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        details: [expect.objectContaining({ path: ['adapterConfig', 'url'] })],
      }),
    );
  });
});
