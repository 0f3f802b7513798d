/** What quick hands do to what is typed or chosen: nothing of it is lost. */
import { agents, issues } from '@muster/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addAgent } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { useSignedIn } from './signed-in.ts';

const world = useSharedWorld();
const { company, visitSignedIn } = useSignedIn(world);

/** The forms that name an agent, each with what it needs besides. */
const namings = [
  { path: '/goals', opens: 'New goal', verb: 'Save', field: 'Owner', fills: { Goal: 'Rest' } },
  { path: '/projects', opens: 'New project', verb: 'Save', field: 'Lead', fills: { Name: 'Rest' } },
  {
    path: '/agents',
    opens: 'Add an agent',
    verb: 'Add the agent',
    field: 'Manager',
    fills: { Name: 'Rest', Command: '/bin/true' },
  },
] as const;

describe('the name of an agent', () => {
  it('is kept by each form where it is typed before the agents are read', async () => {
    const { board } = world();
    const companyId = company().id;
    const named = await addAgent(board, companyId, { name: 'Fenchurch' });
    const page = await visitSignedIn('~/goals');
    for (const { path, opens, verb, field, fills } of namings) {
      const read = Promise.withResolvers<void>();
      await page.route(/\/agents\?limit=500$/, async (route) => {
        await read.promise;
        await route.continue();
      });
      await page.goto(`/${company().issuePrefix}${path}`);
      await page.getByText('live', { exact: true }).waitFor();
      await page.getByRole('button', { name: opens }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(field, { exact: true }).focus();
      await page.keyboard.type('fench');
      for (const [label, text] of Object.entries(fills)) {
        await dialog.getByLabel(label, { exact: true }).fill(text);
      }
      await dialog.getByRole('button', { name: verb }).click();
      read.resolve();
      await dialog.waitFor({ state: 'detached' });
      await page.unrouteAll({ behavior: 'wait' });
    }
    const own = <T extends object>(rows: readonly T[], key: keyof T) =>
      rows.find((row) => Object.values(row).includes('Rest'))?.[key];
    expect([
      own(await board.call(issues, 'listGoals', { companyId }), 'ownerAgentId'),
      own(await board.call(issues, 'listProjects', { companyId }), 'leadAgentId'),
      own(await board.call(agents, 'listAgents', { companyId }), 'reportsTo'),
    ]).toEqual([named.id, named.id, named.id]);
  });
});

/** Chooses in two selects before the page can be painted in between, as quicker hands than ours would. */
const chooseAtOnce = (page: Page, choices: Record<string, string>): Promise<unknown> =>
  page.evaluate(`for (const [label, value] of Object.entries(${JSON.stringify(choices)})) {
    const select = document.querySelector('select[aria-label="' + label + '"]');
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }`);

describe('a link of the page of costs', () => {
  it('leaves the month that was chosen just before as it is', async () => {
    const page = await visitSignedIn('~/costs');
    const earlier = await page
      .locator('select[aria-label=Month] option')
      .nth(1)
      .getAttribute('value');
    await page.evaluate(`{
      const select = document.querySelector('select[aria-label=Month]');
      const tab = [...document.links].find(({ textContent }) => textContent === 'By project');
      select.value = '${earlier}';
      select.dispatchEvent(new Event('change', { bubbles: true }));
      tab.click();
    }`);
    await page.waitForURL(/by=project/);
    expect(new URL(page.url()).searchParams.get('month')).toBe(earlier);
  });
});

describe('a filter', () => {
  it('is kept where another follows before the page shows it', async () => {
    const { id } = await addAgent(world().board, company().id, { name: 'Marvin' });
    const page = await visitSignedIn('~/issues');
    await chooseAtOnce(page, { Priority: 'high', Status: 'all' });
    await page.waitForURL(/\?(?=.*priority=high)(?=.*status=all)/);
    await page.goto(`/${company().issuePrefix}/runs`);
    await page.locator(`option[value="${id}"]`).waitFor({ state: 'attached' });
    await chooseAtOnce(page, { Agent: id, Status: 'failed' });
    await page.waitForURL(new RegExp(`\\?(?=.*agent=${id})(?=.*status=failed)`));
    await page.goto(`/${company().issuePrefix}/activity`);
    await page.getByLabel('About', { exact: true }).waitFor();
    await chooseAtOnce(page, { About: 'agent', Action: 'agent.created' });
    await page.waitForURL(/\?(?=.*about=agent)(?=.*action=agent.created)/);
  });
});

describe('the focus', () => {
  it('stays on the page where the row of the pressed button is deleted', async () => {
    const label = { companyId: company().id, name: 'brief', color: '#112233' };
    await world().board.call(issues, 'createLabel', label);
    const page = await visitSignedIn('~/settings/labels');
    await page.getByRole('button', { name: 'Delete brief' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByRole('button', { name: 'Delete brief' }).waitFor({ state: 'detached' });
    await page.locator('main:focus').waitFor();
  });
});
