/** A real browser on the pages of the board. Whatever it complains about fails the story. */
import { accessSync, constants } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { boardFolder, buildBoard } from '@muster/local/stack';
import { until } from '@muster/test-kit';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

/** A browser on a busy machine. */
const PATIENCE_MS = 30_000;

/** What a page, or what it has changed, comes to be. */
export const eventually = <T>(read: () => Promise<T>) =>
  expect.poll(read, { timeout: PATIENCE_MS });

export interface Visit {
  readonly page: Page;
  /** What the browser complained about so far. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

export interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  /** A refusal that belongs to the story: `412 PATCH /api/issues/…`. */
  readonly expects?: RegExp;
}

/** Builds the pages and opens a browser before the first test of a file. */
export function useBrowser(): (baseUrl: string, options?: VisitOptions) => Promise<Visit> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    await buildBoard(boardFolder(tmpdir()));
    browser = await chromium.launch({
      executablePath: chromiumPath(),
      // Its sandbox needs another user than root.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
  });
  afterAll(() => browser?.close());
  return (baseUrl, options = {}) => {
    if (browser === undefined) throw new Error('the browser is open only while tests run');
    return openVisit(browser, baseUrl, options);
  };
}

function chromiumPath(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const inPath = folders.flatMap((folder) =>
    ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name)),
  );
  const path = [process.env['CHROMIUM_PATH'] ?? '', ...inPath].find(isExecutable);
  if (path !== undefined) return path;
  throw new Error(
    'The stories of the board need Chromium: install the package chromium, or set CHROMIUM_PATH.',
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return path !== '';
  } catch {
    return false;
  }
}

async function openVisit(browser: Browser, baseUrl: string, options: VisitOptions): Promise<Visit> {
  const { width = 1_280, height = 800, theme = 'light', expects } = options;
  await untilServed(baseUrl);
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width, height },
    colorScheme: theme,
    hasTouch: width < 700,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const faults = watch(context, baseUrl, expects);
  const page = await context.newPage();
  return { page, faults, close: () => context.close() };
}

/** The gateway serves a build that it has not read yet from the next second on. */
const untilServed = (baseUrl: string): Promise<true> =>
  until('the pages of the board', async () => {
    return (await statusOfPage(baseUrl)) === 503 ? undefined : true;
  });

/** As a browser asks; `fetch` would say that a script does. */
const statusOfPage = (url: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { accept: 'text/html' } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });

/** Before the sign-in, a page asks whether there is a session. */
const isAskedBeforeSignIn = (status: number, path: string): boolean =>
  status === 401 && path === '/api/session';

function watch(context: BrowserContext, baseUrl: string, expects: RegExp | undefined): string[] {
  const faults: string[] = [];
  context.on('console', (message) => {
    const text = message.text();
    // Each such answer is looked at below.
    if (!['error', 'warning'].includes(message.type()) || text.startsWith('Failed to load')) return;
    faults.push(`${message.type()}: ${text}`);
  });
  context.on('weberror', (error) => faults.push(`exception: ${error.error().message}`));
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseUrl}/`) && !url.startsWith('data:')) faults.push(`foreign: ${url}`);
  });
  context.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const asked = `${response.request().method()} ${pathname}`;
    const refusal = `${response.status()} ${asked}`;
    const isExpected =
      isAskedBeforeSignIn(response.status(), pathname) || expects?.test(refusal) === true;
    if (response.status() >= 400 && !isExpected) faults.push(refusal);
    const ignored = response.headers()['ignored-fields'];
    if (ignored !== undefined) faults.push(`ignored ${ignored} of ${asked}`);
  });
  return faults;
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/');
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
}
