import { describe, expect, it } from 'vitest';
import { isOpenInvitation } from './people.ts';

const expiresAt = '2026-11-24T10:00:00.000Z';
const open = { acceptedAt: null, revokedAt: null, expiresAt };
const before = Date.parse(expiresAt) - 1;

describe('an invitation', () => {
  it('is open until it is accepted, revoked or too old', () => {
    expect(isOpenInvitation(open, before)).toBe(true);
    expect(isOpenInvitation(open, before + 1)).toBe(false);
    expect(isOpenInvitation({ ...open, acceptedAt: expiresAt }, before)).toBe(false);
    expect(isOpenInvitation({ ...open, revokedAt: expiresAt }, before)).toBe(false);
  });
});
