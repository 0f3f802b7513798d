import { Permission, type Membership } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { companiesWithin, narrows } from './token-limits.ts';

const none = { companies: null, readOnly: false, mayDecide: null };
const all = [...Permission.options];
const owner: Membership = { companyId: 'one', role: 'owner', permissions: all };
const approver: Membership = { companyId: 'two', role: 'operator', permissions: ['approve'] };
const viewer: Membership = { companyId: 'three', role: 'viewer', permissions: [] };
const held = [owner, approver, viewer];

describe('the limits of a board token', () => {
  it('leave the rights of its user as they are where it has none, or may decide', () => {
    for (const limits of [none, { ...none, mayDecide: true }]) {
      expect(narrows(limits)).toBe(false);
      expect(companiesWithin(held, limits)).toBe(held);
      expect(companiesWithin('all', limits)).toBe('all');
    }
  });

  it('leave only companies that both the token and its user have', () => {
    const limits = { ...none, companies: ['two', 'another'] };
    expect(companiesWithin(held, limits)).toEqual([approver]);
    expect(companiesWithin([], limits)).toEqual([]);
  });

  it('make a viewer of a token that only reads', () => {
    const roles = companiesWithin(held, { ...none, readOnly: true });
    expect(roles).toEqual(
      ['one', 'two', 'three'].map((companyId) => ({ companyId, role: 'viewer', permissions: [] })),
    );
  });

  it('leave no permission to a token that may not decide, and no more to a viewer', () => {
    expect(companiesWithin(held, { ...none, mayDecide: false })).toEqual([
      { companyId: 'one', role: 'operator', permissions: [] },
      { companyId: 'two', role: 'operator', permissions: [] },
      viewer,
    ]);
  });

  it('leave an instance admin the companies that the token names, and nothing of the instance', () => {
    const limits = { ...none, companies: ['one'], mayDecide: true };
    expect(companiesWithin('all', limits)).toEqual([owner]);
    expect(companiesWithin('all', { ...none, readOnly: true })).toEqual([]);
  });
});
