/** A phone: what is seldom needed is folded, and all pages stay in reach. And the first page and the next, for all. */
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

it('the filters of a phone are folded, and counted', async () => {
  const page = await visitSignedIn('~/issues?status=all&sort=updated', { width: 390, height: 844 });
  const status = page.getByLabel('Status', { exact: true });
  const unfold = page.getByRole('button', { name: 'Filters (2)' });
  await unfold.waitFor();
  await page.getByText('0 issues', { exact: true }).waitFor();
  expect(await status.isVisible()).toBe(false);
  await unfold.click();
  await status.selectOption('');
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  expect(await status.isVisible()).toBe(false);
});

it('the keys of Apple have their names there', async () => {
  const page = await visitSignedIn('/');
  await page.getByRole('button', { name: 'Find or do Ctrl K' }).waitFor();
  await page.addInitScript(
    `Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (Macintosh)' })`,
  );
  await page.reload();
  await page.getByRole('button', { name: 'Find or do ⌘K' }).waitFor();
});

it('the frame is painted before a script or a style has come, and what all pages need is asked for at once', async () => {
  const page = await visitSignedIn('/');
  const isHeld = Promise.withResolvers<void>();
  await page.route('**/assets/**', async (route) => {
    await isHeld.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await eventually(() =>
    page.evaluate(`performance.getEntriesByName('first-contentful-paint').length`),
  ).toBe(1);
  const others = ['companies', 'inbox'].map((path) => page.waitForRequest(`**/api/${path}*`));
  await page.route('**/api/session', async (route) => {
    await Promise.all(others);
    await route.continue();
  });
  isHeld.resolve();
  await page.getByText('live', { exact: true }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});
