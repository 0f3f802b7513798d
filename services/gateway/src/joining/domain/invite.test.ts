import { AgentRole } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { requireCeo, inviteStatus, type InviteRow } from './invite.ts';

const now = '2026-11-20T18:00:00.000Z';
const row: InviteRow = {
  id: '018f2f4e-0000-7000-8000-0123456789ab',
  companyId: '018f2f4e-0000-7000-8000-0123456789ac',
  agentMessage: null,
  createdByAgentId: null,
  createdByUserId: null,
  expiresAt: '2026-11-20T18:10:00.000Z',
  usedAt: null,
  revokedAt: null,
  createdAt: now,
};

describe('inviteStatus', () => {
  it.each([
    ['open', {}, now],
    ['expired', {}, row.expiresAt],
    ['used', { usedAt: now }, row.expiresAt],
    ['revoked', { revokedAt: now }, row.expiresAt],
  ] as const)('is %s', (status, change, at) => {
    expect(inviteStatus({ ...row, ...change }, at)).toBe(status);
  });
});

describe('requireCeo', () => {
  it.each(AgentRole.options)('accepts the role ceo only: %s', (role) => {
    const check = () => requireCeo(role);
    if (role === 'ceo') expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: 'ceo_only' }));
  });
});
