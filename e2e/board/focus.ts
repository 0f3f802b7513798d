/** The way of the focus through a page, for people who use no mouse. */
import type { Page } from 'playwright-core';
import type { Focus } from './in-page/focus.ts';
import { runInPage } from './in-page.ts';

/** Past the navigation, and far into what the page has. */
const TABS_MAX = 40;

/** What is wrong with the way of the focus through a page that has just been loaded, by Tab alone. */
export async function objectionsToFocus(page: Page): Promise<string[]> {
  const objections: string[] = [];
  for (let tab = 1; tab <= TABS_MAX; tab += 1) {
    await page.keyboard.press('Tab');
    const focus = await runInPage<Focus>(page, 'look-at-focus');
    const { isEnd, reached, reachable, at, wrong } = focus;
    if (wrong !== undefined) objections.push(wrong);
    if (!isEnd) continue;
    if (reached < reachable) objections.push(`reaches ${reached} of ${reachable}, then ${at}`);
    break;
  }
  return objections;
}
