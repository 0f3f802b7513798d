import { describe, expect, it } from 'vitest';
import { patched, type CompanyRow } from './company.ts';

const company = (overrides: Partial<CompanyRow> = {}): CompanyRow => ({
  id: '019aa000-0000-7000-8000-000000000001',
  name: 'Acme',
  description: '',
  status: 'active',
  issuePrefix: 'ACM',
  budgetMonthlyCents: 0,
  spentMonthlyCents: 0,
  requireBoardApprovalForNewAgents: true,
  reviewRequired: true,
  timeZone: 'UTC',
  createdAt: '2026-11-20T18:00:00.000Z',
  updatedAt: '2026-11-20T18:00:00.000Z',
  version: 1,
  ...overrides,
});

describe('patched', () => {
  it('changes what is named and keeps the rest', () => {
    expect(patched(company(), { name: 'Bcme', budgetMonthlyCents: 5 })).toEqual(
      company({ name: 'Bcme', budgetMonthlyCents: 5 }),
    );
  });

  it('is nothing when everything is so already', () => {
    expect(patched(company(), { name: 'Acme', status: 'active' })).toBeUndefined();
  });

  it('keeps the issue prefix when the name changes', () => {
    expect(patched(company(), { name: 'Zebra' })?.issuePrefix).toBe('ACM');
  });

  it('refuses to change an archived company', () => {
    const archived = company({ status: 'archived' });
    expect(() => patched(archived, { name: 'Bcme' })).toThrow(
      expect.objectContaining({ code: 'company_archived' }),
    );
    expect(patched(archived, { status: 'archived' })).toBeUndefined();
    expect(patched(archived, { status: 'active' })?.status).toBe('active');
  });
});
