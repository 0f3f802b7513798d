/** Guides are pages of the board, and each page leads to the one about it. */
import { expect, it } from 'vitest';
import { useSharedWorld } from '../world/use-world.ts';
import { useSignedIn } from './signed-in.ts';

const world = useSharedWorld();
const { company, visitSignedIn } = useSignedIn(world);

it('a page leads to its guide, and a guide to others', async () => {
  const page = await visitSignedIn('~/skills');
  await page.locator('main').getByRole('link', { name: 'Guide', exact: true }).click();
  await page.getByRole('heading', { name: 'Skills of a company' }).waitFor();
  await page.getByText('A skill is a folder of texts').waitFor();
  await page.goto(`/${company().issuePrefix}/costs`);
  await page.locator('main').getByRole('link', { name: 'Guide', exact: true }).click();
  await page.getByRole('heading', { name: 'Budgets and quotas' }).waitFor();
  await page.getByRole('navigation', { name: 'Companies' }).getByText('Guides').click();
  await page.getByRole('link', { name: 'API reference' }).waitFor();
  await page.getByRole('link', { name: 'Tools for models' }).click();
  await page.getByText('claude mcp add').first().waitFor();
  expect(await page.getByRole('link', { name: 'Guide', exact: true }).count()).toBe(0);
});
