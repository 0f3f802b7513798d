/** Addresses of every page, made from the table of the router. */
import type { Page } from 'playwright-core';
import { pagePaths } from '../../board/src/domain/page-paths.ts';

export type PageName = keyof typeof pagePaths;

/** Values of the parameters of addresses, in a company that has one of everything. */
export interface AddressValues {
  readonly prefix: string;
  readonly ref: string;
  readonly runId: string;
  readonly approvalId: string;
  readonly agentRef: string;
  readonly projectId: string;
  readonly routineId: string;
  readonly hookId: string;
  readonly skill: string;
  readonly webhookId: string;
}

/** Sections of a page, of which each has an address. */
const sections = [
  'company',
  'people',
  'joiners',
  'labels',
  'secrets',
  'webhooks',
  'package',
] as const;
/** Pages that are shown to those who are signed out, without the frame. */
const doors: ReadonlySet<string> = new Set([
  '/sign-in',
  '/enter',
  '/join',
  '/oauth/authorize',
  '/oauth/device',
]);

export interface Address {
  readonly name: string;
  readonly path: string;
  /** The last parameter, where the page has several addresses. */
  readonly section: string | undefined;
  /** Whether the page has the frame around it, which follows events. */
  readonly isFramed: boolean;
}

/** The addresses of all pages; a page of a new kind of thing fails until `AddressValues` has one. */
export function addressesOf(values: AddressValues): Address[] {
  const pages = Object.entries<string>(pagePaths).flatMap(([name, template]) => {
    const isSection = template.endsWith('/$section');
    return (isSection ? sections : [undefined]).map((section) => {
      const path = pathOf(template, { ...values, section });
      return { name, path, section, isFramed: !doors.has(path) };
    });
  });
  const path = `/${values.prefix}/issues?view=board`;
  return [...pages, { name: 'issues', section: 'board', path, isFramed: true }];
}

const pathOf = (template: string, values: Readonly<Record<string, string | undefined>>): string =>
  template.replaceAll(/\$(\w+)/g, (_, name: string) => {
    const value = values[name];
    if (value !== undefined && value !== '') return value;
    throw new Error(`the page ${template} has a parameter that AddressValues lacks`);
  });

/** Waits until a page shows what it has, and is live. */
export async function isShown(page: Page, { path, isFramed }: Address): Promise<void> {
  try {
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    if (isFramed) await page.getByText('live', { exact: true }).first().waitFor();
    await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
    await page.locator('main[aria-busy=true]').waitFor({ state: 'detached' });
  } catch (error) {
    const text = await page.locator('body').innerText();
    throw new Error(`${path} does not show what it has: ${text.slice(0, 400)}`, { cause: error });
  }
}
