import { describe, expect, it } from 'vitest';
import type { AccountActivity } from '@muster/contracts';
import { accountOfAction, wayOfAction, wordOfAction } from './account-actions.ts';

const action: AccountActivity = {
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
    expect(wordOfAction(action)).toBe('signed in');
    expect(wordOfAction({ action: 'passkey_added' as AccountActivity['action'] })).toBe(
      'passkey added',
    );
  });

  it('says by what a person signed in', () => {
    expect(wayOfAction(action)).toBe('with a token');
    expect(wayOfAction({ action: 'signed_out', method: null })).toBeUndefined();
  });

  it('names the account where another has acted on it', () => {
    expect(accountOfAction(action)).toBeUndefined();
    expect(accountOfAction({ ...action, actorId: 'grace' })).toBe('Ada');
    expect(accountOfAction({ ...action, userId: null, userName: null })).toBeUndefined();
  });
});
