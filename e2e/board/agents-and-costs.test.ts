/** What is done about agents and money, in a real browser on the real system. */
import { readFile } from 'node:fs/promises';
import { agents, billing, type Activity, type Agent } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { addAgent, addIssue } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { eventually } from './browser.ts';
import { go, measured } from './hands.ts';
import { useSignedIn } from './signed-in.ts';

const world = useSharedWorld();
const { company, visitSignedIn } = useSignedIn(world, {
  name: 'Money and Agents',
  budgetMonthlyCents: 50_000,
});

const now = (agentId: string): Promise<Agent> =>
  world().board.call(agents, 'getAgent', { agentId });

describe('an agent that went bad', () => {
  it('shows what has changed, goes back in three clicks, and is stopped with all others in two', async () => {
    const { board } = world();
    const agent = await addAgent(board, company().id, {
      name: 'Marvin',
      adapterConfig: { command: '/bin/true', promptTemplate: 'Be kind.' },
    });
    await board.call(agents, 'updateAgent', {
      agentId: agent.id,
      adapterConfig: { command: '/bin/false', promptTemplate: 'Be rude.' },
    });
    const page = await visitSignedIn(`~/agents/${agent.urlKey}`);
    const back = await measured(page, 'job 10, roll back', async () => {
      await page.getByRole('link', { name: 'Configuration' }).click();
      await page.getByRole('region', { name: 'History' }).getByText('/bin/false').waitFor();
      await page.getByRole('button', { name: 'Undo this change' }).click();
      await page.getByRole('button', { name: 'Go back', exact: true }).click();
      await page.getByText('went back to an earlier revision').waitFor();
    });
    expect(back).toEqual({ clicks: 3, keys: 0 });
    expect((await now(agent.id)).adapterConfig).toMatchObject({
      command: '/bin/true',
      promptTemplate: 'Be kind.',
    });
    const pause = await measured(page, 'job 10, pause', async () => {
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByText('Paused: by hand').waitFor();
    });
    expect(pause).toEqual({ clicks: 1, keys: 0 });
    await go(page, 'a');
    await page.getByRole('heading', { name: 'Agents' }).waitFor();
    const stop = await measured(page, 'job 10, stop all', async () => {
      await page.getByRole('button', { name: 'Stop all' }).click();
      await page.getByRole('button', { name: 'Stop all agents' }).click();
      await page.getByRole('button', { name: 'Resume all agents' }).waitFor();
    });
    expect(stop).toEqual({ clicks: 2, keys: 0 });
    expect(await board.call(agents, 'getCompany', { companyId: company().id })).toMatchObject({
      status: 'paused',
    });
    await page.getByRole('button', { name: 'Resume all agents' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume all agents' }).click();
    await page.getByRole('button', { name: 'Stop all' }).waitFor();
  });

  it('is changed by a form that shows the difference and keeps what was not touched', async () => {
    const { board } = world();
    const agent = await addAgent(board, company().id, {
      name: 'Trillian',
      adapterConfig: { command: '/bin/true', env: { TOKEN: 'kept-by-the-form' }, own: 'kept' },
    });
    const page = await visitSignedIn(`~/agents/${agent.urlKey}?view=configuration`);
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Navigator');
    await dialog.getByLabel('Timeout in seconds').fill('120');
    await dialog.getByRole('button', { name: 'Review changes' }).click();
    await dialog.getByText('Navigator').waitFor();
    await dialog.getByText('120').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await now(agent.id)).toMatchObject({
      title: 'Navigator',
      adapterConfig: { command: '/bin/true', timeoutSec: 120, own: 'kept' },
    });
    const [revision] = await board.call(agents, 'listConfigRevisions', { agentId: agent.id });
    expect(revision?.changedKeys.toSorted()).toEqual(['adapterConfig', 'title']);
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.keyboard.type('Laptop');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The new key' }).waitFor();
    const token = await page.getByRole('textbox', { name: 'To copy' }).inputValue();
    const caller = world().api.as(token);
    expect(await caller.call(agents, 'getOwnAgent', {})).toMatchObject({ id: agent.id });
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke it' }).click();
    await page.getByText('revoked', { exact: true }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await caller.get('/api/agents/me')).status).toBe(401);
    expect(await page.locator('body').innerText()).not.toContain(token);
  });

  it('is added by a form of its adapter, and shows where it stands', async () => {
    const { board } = world();
    const manager = await addAgent(board, company().id, { name: 'Zaphod' });
    const page = await visitSignedIn('~/agents');
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Ford');
    await dialog.getByLabel('Manager').selectOption(manager.id);
    await dialog.getByLabel('Runs as').selectOption('http');
    await dialog.getByLabel('URL').fill('https://agents.example.com/ford');
    await dialog.getByLabel('Monthly budget (USD)').fill('12.50');
    await dialog.getByRole('button', { name: 'Add the agent' }).click();
    await page.getByRole('heading', { name: 'Ford' }).waitFor();
    expect(
      await board.call(agents, 'getAgent', { agentId: 'ford', companyId: company().id }),
    ).toMatchObject({
      reportsTo: manager.id,
      adapterType: 'http',
      adapterConfig: { url: 'https://agents.example.com/ford' },
      budgetMonthlyCents: 1_250,
    });
    for (const view of ['', '?view=chart', '?view=table']) {
      await page.goto(`/${company().issuePrefix}/org${view}`);
      await page.getByRole('link', { name: /Ford/ }).waitFor();
    }
  });
});

describe('the money', () => {
  it('is seen by day and kind, opens its bookings, and a limit is raised by two clicks and the sum', async () => {
    const { board } = world();
    const spender = await addAgent(board, company().id, {
      name: 'Spender',
      budgetMonthlyCents: 10_000,
    });
    const issue = await addIssue(board, company().id, { title: 'An expensive one' });
    const cost = { companyId: company().id, agentId: spender.id, provider: 'example' };
    await board.call(billing, 'recordCost', {
      ...cost,
      model: 'large',
      costCents: 1_234,
      issueId: issue.id,
    });
    await board.call(billing, 'recordCost', { ...cost, model: 'secretive', inputTokens: 5_000 });
    const page = await visitSignedIn('');
    await measured(page, 'job 9, where the money goes', async () => {
      await go(page, 'c');
      await page.getByRole('table', { name: 'Costs by agent' }).getByText('Spender').waitFor();
      await page.getByRole('group', { name: 'Costs by day' }).waitFor();
    });
    await page.getByText(/1 without a price, estimated/).waitFor();
    await page.locator('rect[fill^="url"]').first().waitFor({ state: 'attached' });
    const row = page.getByRole('row', { name: /Spender/ });
    const raise = await measured(page, 'job 9, raise a limit', async () => {
      await row.getByRole('button', { name: 'Change' }).click();
      await page.keyboard.type('250');
      await page.getByRole('button', { name: 'Save the limit' }).click();
      await row.getByText('of $250.00').waitFor();
    });
    expect(raise).toEqual({ clicks: 2, keys: 3 });
    expect((await now(spender.id)).budgetMonthlyCents).toBe(25_000);
    await page.getByRole('link', { name: /Spender \$/ }).click({ position: { x: 6, y: 100 } });
    const bookings = page.getByRole('table', { name: 'Bookings' });
    await bookings.getByText('price unknown').waitFor();
    await bookings.getByText('$12.34').waitFor();
    await bookings.getByRole('link', { name: issue.identifier }).waitFor();
    await page.getByText(/^By model: .*large \$12\.34/).waitFor();
    const top = async () => (await bookings.boundingBox())?.y;
    await eventually(top).toBeLessThan(page.viewportSize()?.height ?? 0);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n');
    expect(lines.map((each) => JSON.parse(each).model)).toEqual(['large', 'secretive']);
    await page.getByRole('link', { name: 'By issue' }).click();
    await page.getByRole('link', { name: /An expensive one/ }).waitFor();
  });
});

/** Who did the latest of these, and on which day. */
const latest = async (action: string): Promise<{ who: string; day: string }> => {
  const { body } = await world().board.get(
    `/api/companies/${company().id}/activity?action=${action}`,
  );
  const [event] = body as Activity[];
  if (!event) expect.fail(`no ${action}`);
  return { who: event.actorId, day: event.createdAt.slice(0, 10) };
};

describe('the activity', () => {
  it('arrives while it is looked at, and says what led to what', async () => {
    const { board } = world();
    const agent = await addAgent(board, company().id, { name: 'Slartibart' });
    const page = await visitSignedIn('~/activity?about=agent');
    await page.getByRole('listitem').filter({ hasText: 'created agent' }).first().waitFor();
    await board.call(agents, 'terminateAgent', { agentId: agent.id });
    const entry = page.getByRole('listitem').filter({ hasText: /terminated agent.*Slartibart/ });
    await entry.first().getByRole('button', { name: /Why/ }).click();
    await entry.first().getByText('Nothing led to it').waitFor();
    const who = page.getByLabel('Who', { exact: true });
    const ended = await latest('agent.terminated');
    await who.selectOption(ended.who);
    await page.getByLabel('Day', { exact: true }).fill(ended.day);
    await entry.first().waitFor();
    await who.selectOption('you');
    await entry.first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByLabel('Day', { exact: true }).fill('2020-01-01');
    await page.getByText(/^No (?:events match|matches)/).waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('link', { name: 'Slartibart' }).first().click();
    await page.getByRole('heading', { name: 'Slartibart' }).waitFor();
    await page.getByText('Terminated', { exact: true }).waitFor();
  });
});
