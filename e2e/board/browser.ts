/** A real browser on the pages of the board. Whatever it complains about fails the story. */
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { boardFolder, buildBoard } from '@muster/local/stack';
import { until } from '@muster/test-kit';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { launchChromium } from './chromium.ts';
import { watch, type Allowed } from './faults.ts';

/** A browser on a busy machine. */
export const PATIENCE_MS = 45_000;

/** What a page, or what it has changed, comes to be. */
export const eventually = <T>(read: () => Promise<T>) =>
  expect.poll(read, { timeout: PATIENCE_MS });

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the browser complained about so far; whole once the visit is closed. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

export interface VisitOptions extends Allowed {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  /** Lets scripts of the test do what the policy of a page forbids its own. */
  readonly withoutPolicy?: boolean;
}

/** Builds the pages and opens a browser before the first test of a file. */
export function useBrowser(
  flags: readonly string[] = [],
): (baseUrl: string, options?: VisitOptions) => Promise<Visit> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    await buildBoard(boardFolder(tmpdir()));
    browser = await launchChromium(flags);
  });
  afterAll(() => browser?.close());
  return (baseUrl, options = {}) => {
    if (browser === undefined) throw new Error('the browser is open only while tests run');
    return openVisit(browser, baseUrl, options);
  };
}

async function openVisit(browser: Browser, baseUrl: string, options: VisitOptions): Promise<Visit> {
  const { width = 1_280, height = 800, theme = 'light', withoutPolicy = false } = options;
  await untilServed(baseUrl);
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width, height },
    colorScheme: theme,
    hasTouch: width < 700,
    bypassCSP: withoutPolicy,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const { faults, settled } = watch(context, baseUrl, options);
  const page = await context.newPage();
  const close = async (): Promise<void> => {
    await settled();
    await context.close();
    // Answers that came meanwhile.
    await settled();
  };
  return { page, context, faults, close };
}

/** The gateway serves a build that it has not read yet from the next second on. */
export const untilServed = (baseUrl: string): Promise<true> =>
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
