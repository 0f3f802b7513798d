import { describe, expect, it } from 'vitest';
import { accountOfDeed, wayOfDeed, wordOfDeed, type Deed } from './deeds.ts';

const deed: Deed = {
  id: '1',
  action: 'signed_in',
  userId: 'ada',
  userName: 'Ada',
  actorId: 'ada',
  actorName: 'Ada',
  method: 'token',
  subjectId: null,
  address: null,
  createdAt: '2026-11-20T10:00:00Z',
};

describe('an action on an account', () => {
  it('has a word, also one that only a newer server knows', () => {
    expect(wordOfDeed(deed)).toBe('signed in');
    expect(wordOfDeed({ action: 'passkey_added' as Deed['action'] })).toBe('passkey added');
  });

  it('says by what a person signed in', () => {
    expect(wayOfDeed(deed)).toBe('with a token');
    expect(wayOfDeed({ action: 'signed_out', method: null })).toBeUndefined();
  });

  it('names the account where another has acted on it', () => {
    expect(accountOfDeed(deed)).toBeUndefined();
    expect(accountOfDeed({ ...deed, actorId: 'grace' })).toBe('Ada');
    expect(accountOfDeed({ ...deed, userId: null, userName: null })).toBeUndefined();
  });
});
