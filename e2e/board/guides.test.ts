/** The guide is beside the board: each page leads to the chapter about it, and a search finds the others. */
import { expect, it } from 'vitest';
import { useSharedWorld } from '../world/use-world.ts';
import { useSignedIn } from './signed-in.ts';

const world = useSharedWorld();
const { company, visitSignedIn } = useSignedIn(world);

it('a page leads to its chapter, and the rail to the contents', async () => {
  const page = await visitSignedIn(`~/costs`);
  await page.locator('main').getByRole('link', { name: 'Guide', exact: true }).click();
  await page.getByRole('heading', { name: 'Budgets and quotas', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/docs/guide/budgets');
  await page.goto(`/${company().issuePrefix}/costs`);
  await page.getByRole('navigation', { name: 'Companies' }).getByText('Guide').click();
  await page.getByRole('heading', { name: 'The guide' }).waitFor();
  await page.getByRole('link', { name: 'API reference' }).click();
  await page.getByText('/api/openapi.json').first().waitFor();
});

it('a search finds a chapter by its words as they are typed, and shows no markup', async () => {
  const page = await visitSignedIn('~/costs');
  await page.goto('/docs');
  const search = page.getByRole('searchbox', { name: 'Search the guide' });
  await search.fill('overshot');
  await page.getByRole('status').getByText('1 found').waitFor();
  await search.fill('merged pull reque');
  const first = page.locator('#found').getByRole('link').first();
  await first.getByText('A merged pull request closes an issue').waitFor();
  await search.press('Enter');
  await page.waitForURL('**/docs/guide/routines-and-hooks#a-merged-pull-request-closes-an-issue');
  await page.getByRole('searchbox').fill('<img src=x>');
  await page.getByRole('status').getByText('0 found').waitFor();
});
