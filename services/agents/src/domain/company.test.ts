import { describe, expect, it } from 'vitest';
import { type CompanyRow, patchCompany } from './company.ts';

const company = (overrides: Partial<CompanyRow> = {}): CompanyRow => ({
  id: '019aa000-0000-7000-8000-000000000001',
  name: 'Acme',
  description: '',
  status: 'active',
  erasesAt: null,
  issuePrefix: 'ACM',
  budgetMonthlyCents: 0,
  spentMonthlyCents: 0,
  requireBoardApprovalForNewAgents: true,
  reviewRequired: true,
  timeZone: 'UTC',
  approvalsNeedAnother: false,
  stopsEndedWork: true,
  reopenDays: 7,
  reviewPolicy: 'anyone',
  reviewerAgentId: null,
  reviewEvidence: 'none',
  maxReviewRounds: 5,
  createdAt: '2026-11-20T18:00:00.000Z',
  updatedAt: '2026-11-20T18:00:00.000Z',
  version: 1,
  ...overrides,
});

describe('patchCompany', () => {
  it('changes the given fields and keeps the others', () => {
    expect(patchCompany(company(), { name: 'Bcme', budgetMonthlyCents: 5 })).toEqual(
      company({ name: 'Bcme', budgetMonthlyCents: 5 }),
    );
  });

  it('returns nothing if nothing changes', () => {
    expect(patchCompany(company(), { name: 'Acme', status: 'active' })).toBeUndefined();
  });

  it('keeps the issue prefix when the name changes', () => {
    expect(patchCompany(company(), { name: 'Zebra' })?.issuePrefix).toBe('ACM');
  });

  it('refuses to change an archived company', () => {
    const archived = company({ status: 'archived' });
    expect(() => patchCompany(archived, { name: 'Bcme' })).toThrow(
      expect.objectContaining({ code: 'company_archived' }),
    );
    expect(patchCompany(archived, { status: 'archived' })).toBeUndefined();
    expect(patchCompany(archived, { status: 'active' })?.status).toBe('active');
  });
});
