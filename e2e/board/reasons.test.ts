/** What the board says when something is refused, or cannot be done now. */
import { agents, billing, issues } from '@muster/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addAgent, addIssue } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { signInWithToken } from './sign-in.ts';
import { useSignedIn } from './signed-in.ts';

const world = useSharedWorld();
const { company, open, visitSignedIn } = useSignedIn(world, { name: 'Reasons' });

const NOT_SPLIT = 'A command line in one string is not split.';
/** The field that has the focus is marked as wrong, and says why. */
const isWrongAt = async (page: Page, label: string): Promise<void> => {
  const wrong = page.locator('[aria-invalid="true"]:focus');
  await page.getByRole('textbox', { name: label, exact: true }).and(wrong).waitFor();
  await page.locator('p').filter({ has: wrong }).getByText(NOT_SPLIT).waitFor();
};

describe('a refusal', () => {
  it('is told at the field of an agent, which gets the focus', async () => {
    const page = await visitSignedIn('~/agents', { expects: /^400 POST/ });
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Echo');
    await dialog.getByLabel('Runs as').selectOption('process');
    await dialog.getByLabel('Command').fill('/bin/echo hello');
    await dialog.getByRole('button', { name: 'Add the agent' }).click();
    await isWrongAt(page, 'Command');
    expect(await dialog.getByRole('alert').innerText()).not.toMatch(/args|\/api|[{_]/);
  });

  it('is told at the field of the first steps, and what was refused works with arguments', async () => {
    const { baseUrl, boardToken } = world().stack;
    const { page } = await open(baseUrl, { expects: /^400 POST/ });
    await signInWithToken(page, baseUrl, boardToken);
    await page.goto('/start');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('Told at Once');
    await page.keyboard.press('Enter');
    await page.getByText('A command of this machine').click();
    const command = page.getByRole('textbox', { name: 'Command' });
    await command.fill('/bin/echo hello');
    await page.keyboard.press('Enter');
    await isWrongAt(page, 'Command');
    await command.fill('/bin/echo');
    await page.getByRole('textbox', { name: 'Arguments' }).fill('hello');
    await page.getByRole('button', { name: 'Add the agent' }).click();
    await page.getByRole('list', { name: 'Checks' }).waitFor();
  });

  it('of an address lists what is wrong with it', async () => {
    const page = await visitSignedIn('~/runs?agent=x', { expects: /^400 GET/ });
    await page.getByRole('alert').getByRole('listitem').first().waitFor();
    expect(await page.getByRole('alert').first().innerText()).toMatch(/Agent: /);
  });
});

describe('what cannot be done now', () => {
  it('of an agent whose budget is spent: the limit is raised, and the issue says why it waits', async () => {
    const { board } = world();
    const spender = await addAgent(board, company().id, { name: 'Ed', budgetMonthlyCents: 10 });
    const issue = await addIssue(board, company().id, {
      title: 'Wait for money',
      assigneeAgentId: spender.id,
    });
    const cost = { companyId: company().id, agentId: spender.id, provider: 'example' };
    await board.call(billing, 'recordCost', { ...cost, model: 'large', costCents: 12 });
    const page = await visitSignedIn(`~/issues/${issue.identifier}`);
    const facts = page.getByRole('complementary', { name: 'Facts' });
    await facts.getByRole('link', { name: 'Paused: its budget is spent' }).click();
    await page.getByRole('heading', { name: 'Ed' }).waitFor();
    const resume = page.getByRole('button', { name: /^Resume\s*: Its budget is spent/ });
    expect(await resume.getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('button', { name: 'Raise the limit' }).click();
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Wake now' }).waitFor();
    expect(await board.call(agents, 'getAgent', { agentId: spender.id })).toMatchObject({
      status: 'idle',
    });
  });

  it('of an issue: each status that it cannot get is grey and says why', async () => {
    const { board } = world();
    const worker = await addAgent(board, company().id, { name: 'Ida' });
    const issue = await addIssue(board, company().id, {
      title: 'Sort the bolts',
      assigneeAgentId: worker.id,
    });
    await board.call(agents, 'pauseAgent', { agentId: worker.id });
    const page = await visitSignedIn(`~/issues/${issue.identifier}`);
    await page.getByRole('link', { name: 'Paused: by hand' }).waitFor();
    await page.keyboard.press('s');
    const option = page.getByRole('option', { name: /^In progress/, disabled: true });
    await option.getByText('Ida is paused: by hand').waitFor();
    await page.keyboard.type('done');
    await page.getByRole('option', { name: /^Done.*Start it first/, disabled: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('!');
    await page.getByText('No status has this name.').waitFor();
    expect(await board.call(issues, 'getIssue', { issueId: issue.id })).toMatchObject({
      status: 'todo',
    });
  });
});
