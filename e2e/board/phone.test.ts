/** A phone: what is seldom needed is folded, and all pages stay in reach. And the way to another page, for all. */
import { expect, it } from 'vitest';
import { useSharedWorld } from '../world/use-world.ts';
import { eventually } from './browser.ts';
import { useSignedIn } from './signed-in.ts';

const HEAD_MAX_PX = 57;

const world = useSharedWorld();
const { visitSignedIn } = useSignedIn(world);

it('the head of a phone is one line, and its menu leads to every page', async () => {
  const page = await visitSignedIn('~/issues', { width: 390, height: 844 });
  const top = async () => (await page.locator('main').boundingBox())?.y;
  expect(await top()).toBeLessThanOrEqual(HEAD_MAX_PX);
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await page.getByRole('navigation', { name: 'Companies' }).getByText('Acme').waitFor();
  const more = page.getByRole('navigation', { name: 'More pages' });
  await more.getByRole('link', { name: 'Agents' }).click();
  await page.getByRole('heading', { name: 'Agents' }).waitFor();
  await more.waitFor({ state: 'detached' });
  expect(await menu.getAttribute('aria-expanded')).toBe('false');
  expect(await top()).toBeLessThanOrEqual(HEAD_MAX_PX);
});

it('the way to another page moves the focus there, and names it', async () => {
  const page = await visitSignedIn('~/issues');
  await page.getByRole('navigation', { name: 'Pages' }).getByText('Costs').click();
  await page.getByRole('heading', { level: 1, name: 'Costs' }).waitFor();
  await eventually(() =>
    page.evaluate<string>('document.activeElement.tagName.toLowerCase()'),
  ).toBe('main');
  await page.getByRole('main', { name: 'Costs' }).waitFor();
});
