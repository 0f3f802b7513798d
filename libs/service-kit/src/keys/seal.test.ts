import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { seal, unseal } from './seal.ts';

const key = randomBytes(32);
const sealed = seal(key, 'the words', 'company/1');

describe('unseal', () => {
  it('opens what was sealed for the subject', () => {
    expect(unseal(key, sealed, 'company/1')?.toString()).toBe('the words');
    expect(unseal(key, seal(key, '', 'x'), 'x')?.toString()).toBe('');
  });

  it('opens nothing for another subject or with another key', () => {
    expect(unseal(key, sealed, 'company/2')).toBeUndefined();
    expect(unseal(randomBytes(32), sealed, 'company/1')).toBeUndefined();
  });

  it('opens nothing that was changed anywhere, or cut to any length', () => {
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(unseal(key, changed, 'company/1')).toBeUndefined();
      expect(unseal(key, sealed.subarray(0, at), 'company/1')).toBeUndefined();
    }
  });

  it('never seals alike', () => {
    expect(seal(key, 'the words', 'company/1').equals(sealed)).toBe(false);
  });
});
