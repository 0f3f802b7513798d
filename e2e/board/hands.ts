/** How many clicks and keys a job takes, and how long until its end is seen; and keys that belong together. */
import type { Page } from 'playwright-core';

export interface Effort {
  readonly clicks: number;
  readonly keys: number;
}

const COUNT = `{
  const hands = (globalThis.hands = { clicks: 0, keys: 0 });
  addEventListener('pointerdown', () => (hands.clicks += 1), { capture: true });
  addEventListener('keydown', () => (hands.keys += 1), { capture: true });
}`;

/**
 * Counts what the hands do from here to the end of the job, and prints it with the time. The page must not
 * be loaded anew meanwhile. Characters of a text count as keys.
 */
export async function measured(page: Page, job: string, act: () => Promise<void>): Promise<Effort> {
  await page.evaluate(COUNT);
  const startedAt = performance.now();
  await act();
  const tookMs = Math.round(performance.now() - startedAt);
  const counts = await page.evaluate<Effort>('globalThis.hands');
  process.stdout.write(`${job}: ${counts.clicks} clicks, ${counts.keys} keys, ${tookMs} ms\n`);
  return counts;
}

/**
 * Presses `g` and a letter at once: a page takes them for two keys if a second lies between them, which is soon over
 * on a busy machine.
 */
export async function go(page: Page, letter: string): Promise<void> {
  await Promise.all([page.keyboard.press('g'), page.keyboard.press(letter)]);
}

/**
 * Goes to another page as a link does: by the router, in the document that is open. A load takes many times as long,
 * and shows nothing else where the address alone says what is shown.
 */
export const goInApp = (page: Page, path: string): Promise<void> =>
  page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);

/** Goes to a page of another kind by the router, and waits until the page before is gone. */
export async function goToOther(page: Page, path: string): Promise<void> {
  await page.evaluate(`document.getElementById('main')?.setAttribute('data-before', '')`);
  await goInApp(page, path);
  await page.locator('main:not([data-before])').waitFor();
}
