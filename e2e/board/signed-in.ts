/** A company with an owner, and the visits of its people: each is closed after its test, and had no fault. */
import type { Company } from '@muster/contracts';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { createCompany } from '../fixtures/builders.ts';
import { addPerson, PASSWORD } from '../fixtures/people.ts';
import type { useSharedWorld } from '../world/use-world.ts';
import { useBrowser, type Visit, type VisitOptions } from './browser.ts';
import { signIn } from './sign-in.ts';

type Open = (baseUrl: string, options?: VisitOptions) => Promise<Visit>;

/** Opens visits that end with the test, which fails if the browser has complained in one. */
export function useVisits(): Open {
  const openVisit = useBrowser();
  let opened: Visit[] = [];
  afterEach(async () => {
    const visits = opened;
    opened = [];
    await Promise.all(visits.map((visit) => visit.close()));
    expect(visits.flatMap(({ faults }) => faults)).toEqual([]);
  });
  return async (baseUrl, options) => {
    const visit = await openVisit(baseUrl, options);
    opened.push(visit);
    return visit;
  };
}

interface SignedInOptions extends VisitOptions {
  /** Of a person; an owner of the company unless it is given. */
  readonly email?: string;
}

export interface SignedIn {
  company(): Company;
  open: Open;
  /** Signs in a person and goes to a page, whose address may begin with `~` for the company. */
  visitSignedIn(path: string, options?: SignedInOptions): Promise<Page>;
}

export function useSignedIn(
  world: ReturnType<typeof useSharedWorld>,
  settings: Parameters<typeof createCompany>[1] = {},
): SignedIn {
  const open = useVisits();
  let company: Company;
  let owner: string;
  beforeAll(async () => {
    const rules = { name: 'Acme', requireBoardApprovalForNewAgents: false };
    company = await createCompany(world().board, { ...rules, ...settings });
    ({ email: owner } = await addPerson(world(), company.id, { role: 'owner', name: 'Ada' }));
  });
  return {
    company: () => company,
    open,
    async visitSignedIn(path, { email = owner, ...options } = {}) {
      const { page } = await open(world().stack.baseUrl, options);
      await signIn(page, email, PASSWORD);
      if (path !== '/') await page.goto(path.replace('~', `/${company.issuePrefix}`));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText('live', { exact: true }).waitFor();
      return page;
    },
  };
}
