/** Opens whatever opens over a page: each dialog once, whether a key or a button opens it. */
import type { Page } from 'playwright-core';

const letters = 'abcdefhijklmnopqrstuvwxyz'.split('');
/** All but `g`, after which a letter leads to another page, and `.`, which wakes an agent and leads to its run. */
const keys = ['Control+K', '?', ...letters, 'Shift+A', 'Shift+R', 'Shift+E'];
/** Buttons that ask for more before anything happens. */
const asks = /^(?:New|Add|Edit|Change|Invite|Create|Raise|Set|Connect|Rename|Hire|Why|Roll)\b/;

/** Yields with each dialog that is not in `seen` yet while it is open, and closes it. */
export async function* openOverlays(page: Page, seen: Set<string>): AsyncGenerator<string> {
  const dialog = page.locator('dialog[open]');
  const main = page.locator('main');
  const yieldNew = async function* (): AsyncGenerator<string> {
    if ((await dialog.count()) === 0) return;
    const name = (await dialog.last().getAttribute('aria-label')) ?? 'a dialog without a name';
    if (!seen.has(name)) {
      seen.add(name);
      yield name;
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  if ((await page.locator('nav').count()) === 0) return;
  for (const key of keys) {
    await main.focus();
    await page.keyboard.press(key);
    yield* yieldNew();
  }
  const buttons = main.getByRole('button', { name: asks });
  for (const name of new Set(await buttons.allInnerTexts())) {
    const button = main.getByRole('button', { name }).first();
    if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
    await button.click();
    yield* yieldNew();
  }
}
