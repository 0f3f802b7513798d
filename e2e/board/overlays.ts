/** Opens whatever opens over a page: each dialog once, whether a key or a button opens it. */
import type { Page } from 'playwright-core';
import type { OpenDialog } from './in-page/dialog.ts';
import { runInPage } from './in-page.ts';

const letters = 'abcdefhijklmnopqrstuvwxyz'.split('');
/** All but `g`, after which a letter leads to another page, and `.`, which wakes an agent and leads to its run. */
const keys = ['Control+K', '?', ...letters, 'Shift+A', 'Shift+R', 'Shift+E'];
/** Buttons that ask for more before anything happens. */
const asks = /^(?:New|Add|Edit|Change|Invite|Create|Raise|Set|Connect|Rename|Hire|Why|Roll)\b/;

/**
 * The keys that open something on each page, by its address: a walk that finds none there presses all, and leaves
 * to later ones those that do. No key depends on the colours, the size or the direction of a page.
 */
export type Openers = Map<string, readonly string[]>;

/** Buttons that begin with the same word, beyond which they are one button for each row of a list. */
const OF_A_WORD_MAX = 4;

export interface Overlay extends OpenDialog {
  /** Whether its elements are those of none before. */
  readonly isNewForm: boolean;
}

/** What a walk has opened so far. */
export interface Opened {
  readonly names: Set<string>;
  readonly forms: Set<string>;
}

/** Yields with each dialog of a new name while it is open, and closes it. */
export async function* openOverlays(
  page: Page,
  { names, forms }: Opened,
  openers: Openers,
): AsyncGenerator<Overlay> {
  const main = page.locator('main');
  const { pathname, search } = new URL(page.url());
  const address = pathname + search;
  const found: string[] = [];
  const yieldNew = async function* (key?: string): AsyncGenerator<Overlay> {
    const open = await runInPage<OpenDialog | undefined>(page, 'open-dialog');
    if (open === undefined) return;
    if (!names.has(open.name)) {
      names.add(open.name);
      if (key !== undefined) found.push(key);
      yield { ...open, isNewForm: !forms.has(open.form) };
      forms.add(open.form);
    }
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await main.focus();
  };
  if ((await page.locator('nav').count()) === 0) return;
  await main.focus();
  const isFirstWalk = !openers.has(address);
  for (const key of openers.get(address) ?? keys) {
    await page.keyboard.press(key);
    yield* yieldNew(key);
  }
  if (isFirstWalk) openers.set(address, found);
  const labels = new Set(await main.getByRole('button', { name: asks }).allInnerTexts());
  for (const name of isFirstWalk ? labels : widestOf([...labels])) {
    const button = main.getByRole('button', { name }).first();
    if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
    await button.click();
    yield* yieldNew();
  }
}

/**
 * Of the buttons of a list the first one, and those with the longest words: the first walk has opened all of them, and
 * what others can find is that a dialog is too narrow for its text.
 */
function widestOf(names: readonly string[]): string[] {
  const longest = (name: string): number =>
    Math.max(...name.split(/\s/).map((word) => word.length));
  const byWord = Object.values(Object.groupBy(names, (name) => /^\w*/.exec(name)?.[0] ?? ''));
  return byWord.flatMap((ofWord = []) => {
    if (ofWord.length <= OF_A_WORD_MAX) return ofWord;
    const [first = '', ...others] = ofWord;
    return [first, ...others.toSorted((a, b) => longest(b) - longest(a)).slice(0, 2)];
  });
}
