import { Permission } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { boardInboxOf } from './board-inbox.ts';

const [acme, blue] = [
  '0190a000-0000-7000-8000-000000000001',
  '0190a000-0000-7000-8000-000000000002',
];

const parts = {
  agents: { counts: [{ companyId: blue, count: 2 }], rows: [] },
  approvals: { counts: [{ companyId: acme, count: 1_000 }], rows: [] },
  issues: {
    counts: [
      { companyId: acme, reason: 'in_review' as const, count: 3 },
      { companyId: blue, reason: 'stuck' as const, count: 1 },
    ],
    rows: [],
    questions: { counts: [{ companyId: blue, count: 5 }], rows: [], more: false },
  },
  gateway: {
    joinRequests: { counts: [{ companyId: acme, count: 4 }], rows: [] },
    webhooks: { counts: [], rows: [] },
  },
};
const none = {
  approvals: 0,
  joinRequests: 0,
  assigned: 0,
  inReview: 0,
  stuck: 0,
  overdue: 0,
  questions: 0,
  routines: 0,
  agents: 0,
  webhooks: 0,
};

describe('boardInboxOf', () => {
  it('counts what waits in each company, and says what the caller may do there', () => {
    const memberships = [
      { companyId: acme, role: 'owner' as const, permissions: [] },
      { companyId: blue, role: 'operator' as const, permissions: ['approve' as const] },
    ];
    const inbox = boardInboxOf(memberships, parts);
    expect(inbox.companies).toEqual([
      {
        companyId: acme,
        role: 'owner',
        permissions: Permission.options,
        counts: { ...none, approvals: 1_000, inReview: 3, joinRequests: 4 },
      },
      {
        companyId: blue,
        role: 'operator',
        permissions: ['approve'],
        counts: { ...none, agents: 2, stuck: 1, questions: 5 },
      },
    ]);
    expect(inbox).not.toHaveProperty('unavailable');
    expect(inbox).not.toHaveProperty('more');
  });

  it('says that more waits where a part has left something out', () => {
    const joinRequests = { ...parts.gateway.joinRequests, more: true };
    const inbox = boardInboxOf('all', { ...parts, gateway: { ...parts.gateway, joinRequests } });
    expect(inbox.more).toBe(true);
  });

  it('gives an instance admin every permission, and names the services that are missing', () => {
    const inbox = boardInboxOf('all', { ...parts, issues: undefined, agents: undefined });
    expect(inbox.companies).toMatchObject([
      { companyId: acme, role: null, permissions: Permission.options, counts: { inReview: 0 } },
    ]);
    expect(inbox).toMatchObject({ issues: [], agents: [], unavailable: ['agents', 'issues'] });
  });
});
