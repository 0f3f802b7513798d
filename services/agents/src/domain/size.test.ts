import { Refusal, RuntimeConfig } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { requireSizeWithinLimit } from './size.ts';

const sized = (characters: number, letter = 'x') => ({
  adapterType: 'process' as const,
  adapterConfig: { promptTemplate: letter.repeat(characters) },
  runtimeConfig: RuntimeConfig.parse({}),
  metadata: {},
});

describe('the size of an agent', () => {
  it('is limited in bytes, and the refusal names the largest field', () => {
    expect(() => requireSizeWithinLimit(sized(262_000))).not.toThrow();
    const refused = expect.objectContaining({
      code: 'invalid_input',
      details: [expect.objectContaining({ path: ['adapterConfig'] })],
    });
    expect(() => requireSizeWithinLimit(sized(263_000))).toThrow(Refusal);
    expect(() => requireSizeWithinLimit(sized(263_000))).toThrow(refused);
    expect(() => requireSizeWithinLimit(sized(90_000, '記'))).toThrow(refused);
  });
});
