/** People set up a company and its work on the board: settings, planning, columns, agents from elsewhere. */
import { agents, gateway, issues } from '@muster/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addAgent, addAgentWithKey, addIssue } from '../fixtures/builders.ts';
import { PASSWORD } from '../fixtures/people.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { eventually } from './browser.ts';
import { signInWithToken } from './sign-in.ts';
import { useSignedIn } from './signed-in.ts';

const world = useSharedWorld();
const { company, open, visitSignedIn } = useSignedIn(world);

/** Fills the fields of the open dialog and answers it. */
async function answer(page: Page, verb: string, fields: Record<string, string>): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const [label, text] of Object.entries(fields)) {
    await dialog.getByLabel(label, { exact: true }).fill(text);
  }
  await dialog.getByRole('button', { name: verb }).click();
}

describe('the settings', () => {
  it('invite a person, who joins by the link with a password of their own', async () => {
    const page = await visitSignedIn('~/settings/people');
    await page.getByRole('button', { name: 'Invite a person' }).click();
    const address = `grace-${company().id.slice(-6)}@example.com`;
    await answer(page, 'Create the link', { 'E-mail': address, Name: 'Grace' });
    const link = await page.getByLabel('To copy').inputValue();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('listitem').filter({ hasText: address }).waitFor();
    const { page: joined } = await open(world().stack.baseUrl);
    await joined.goto(link);
    await joined.getByText(address).waitFor();
    expect(joined.url()).not.toContain('#');
    await joined.getByLabel('Password').fill(PASSWORD);
    await joined.getByRole('button', { name: 'Join' }).click();
    await joined.getByRole('link', { name: /Acme/ }).waitFor();
    // The invitation, which names her too, goes by another answer.
    const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
    await members.filter({ hasText: 'Grace' }).getByText('Operator').waitFor();
  });

  it('erase the company, which each page says, until it is taken back', async () => {
    const page = await visitSignedIn('~/settings/company');
    await page.getByRole('button', { name: 'Erase this company' }).click();
    const verb = page.getByRole('dialog').getByRole('button', { name: 'Erase it in 7 days' });
    expect(await verb.isDisabled()).toBe(true);
    await answer(page, 'Erase it in 7 days', { 'Name of the company': company().name });
    const bar = page.getByRole('region', { name: 'Erased' });
    await bar.getByText('with everything in it').waitFor();
    await page.getByRole('link', { name: 'Labels' }).click();
    await bar.getByRole('button', { name: 'Take back' }).click();
    await bar.waitFor({ state: 'detached' });
    const { status, erasesAt } = await world().board.call(agents, 'getCompany', {
      companyId: company().id,
    });
    expect({ status, erasesAt }).toEqual({ status: 'active', erasesAt: null });
  });

  it('keep a secret whose value no page shows, a label and the rules of the company', async () => {
    const { board } = world();
    const page = await visitSignedIn('~/settings/secrets', { expects: /^412 PATCH .*budgets/ });
    await page.getByRole('button', { name: 'New secret' }).click();
    await answer(page, 'Store the secret', { Name: 'provider-key', Value: 'never-shown-again' });
    await page.getByRole('listitem').filter({ hasText: 'provider-key' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain('never-shown-again');
    await page.getByRole('link', { name: 'Labels' }).click();
    await page.getByRole('button', { name: 'New label' }).click();
    await answer(page, 'Save', { Name: 'urgent' });
    await page.getByRole('listitem').filter({ hasText: 'urgent' }).waitFor();
    await page.getByRole('link', { name: 'Company', exact: true }).click();
    await page.getByLabel(/New agents need the board/).check();
    await page.getByRole('button', { name: 'Save' }).click();
    const now = () => board.call(agents, 'getCompany', { companyId: company().id });
    await eventually(now).toMatchObject({ requireBoardApprovalForNewAgents: true });
    await page.getByLabel('Limit in US dollars').fill('12.50');
    await page.getByRole('button', { name: 'Set the limit' }).click();
    await eventually(now).toMatchObject({ budgetMonthlyCents: 1_250 });
  });

  it('make a webhook, show its secret once, and send a delivery again', async () => {
    const { board } = world();
    // The page of a webhook may read it once more before it hears that it is deleted.
    const page = await visitSignedIn('~/settings/webhooks', { expects: /^404 GET .*webhooks/ });
    await page.getByRole('button', { name: 'New webhook' }).click();
    await answer(page, 'Create it', { Address: 'https://hooks.invalid/x' });
    expect(await page.getByLabel('To copy').inputValue()).not.toBe('');
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('heading', { name: 'https://hooks.invalid/x' }).waitFor();
    await page.getByRole('button', { name: 'Send a test' }).click();
    const ping = page.getByRole('listitem').filter({ hasText: 'webhook.ping' });
    await ping.getByRole('button', { name: /Send again/ }).click();
    const webhookId = page.url().split('/').at(-1) ?? '';
    const target = { companyId: company().id, webhookId };
    await eventually(() => board.call(gateway, 'listWebhookDeliveries', target)).toMatchObject([
      { event: 'webhook.ping' },
    ]);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('A program of yours gets each event').waitFor();
  });
});

describe('planning', () => {
  it('makes a goal, one below it, and a project with a workspace and its progress', async () => {
    const { board } = world();
    const page = await visitSignedIn('~/goals');
    await page.getByRole('button', { name: 'New goal' }).click();
    await answer(page, 'Save', { Goal: 'Robots tidy up' });
    await page.getByRole('button', { name: 'Add below Robots tidy up' }).click();
    await answer(page, 'Save', { Goal: 'No robot stops' });
    const below = page.getByRole('list', { name: 'Below Robots tidy up' });
    await below.getByRole('link', { name: 'No robot stops' }).waitFor();
    await page.getByRole('link', { name: 'Projects' }).click();
    await page.getByRole('button', { name: 'New project' }).click();
    await page.getByRole('dialog').getByLabel('No robot stops').check();
    await answer(page, 'Save', { Name: 'Navigation' });
    await page.getByRole('link', { name: /Navigation/ }).click();
    await page.getByRole('heading', { name: 'Navigation' }).waitFor();
    await page.getByRole('button', { name: 'Add a workspace' }).click();
    await answer(page, 'Save', { Name: 'robots', Folder: '/srv/robots' });
    await page.getByRole('listitem').filter({ hasText: '/srv/robots' }).waitFor();
    const projectId = page.url().split('/').at(-1) ?? '';
    await addIssue(board, company().id, { title: 'Map the hall', projectId });
    await page.getByText('0 of 1 done').waitFor();
    await page.getByRole('link', { name: /Map the hall/ }).waitFor();
    await page.getByRole('link', { name: 'Projects' }).first().click();
    await page.getByRole('link', { name: /Navigation.*0 of 1 done, 0%/ }).waitFor();
    const goalId =
      (await board.call(issues, 'listGoals', { companyId: company().id }))[0]?.id ?? null;
    await addIssue(board, company().id, { title: 'Sweep it', goalId });
    await page.getByRole('link', { name: 'Goals' }).first().click();
    await page.getByRole('listitem').filter({ hasText: '0 of 1 done, 0%' }).first().waitFor();
  });
});

describe('the approval of a hire', () => {
  it('names who asks, who is hired, the manager, and who has decided', async () => {
    const chief = await addAgentWithKey(world(), company().id, { name: 'Zaphod', role: 'ceo' });
    await chief.caller.call(agents, 'hireAgent', {
      companyId: company().id,
      name: 'Eddie',
      reportsTo: chief.agent.id,
      adapterType: 'process',
      adapterConfig: { command: '/bin/true' },
    });
    const page = await visitSignedIn('~/approvals');
    await page.getByRole('link', { name: /Hire Eddie.*Zaphod/ }).click();
    await page.getByText('Asked by Zaphod').waitFor();
    const asked = page.getByRole('region', { name: 'Request', exact: true }).locator('dl');
    await eventually(() => asked.innerText()).toMatch(/Reports to\s+Zaphod/);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Approved by you').waitFor();
  });
});

describe('the board of issues', () => {
  it('moves an issue by dragging and by its menu, and changes several at once', async () => {
    const { board } = world();
    const lin = await addAgent(board, company().id, { name: 'Lin' });
    const moved = await addIssue(board, company().id, { title: 'Drag me', status: 'backlog' });
    const kept = await addIssue(board, company().id, { title: 'Keep me', status: 'backlog' });
    const statusOf = async ({ id }: { id: string }): Promise<string> =>
      (await board.call(issues, 'getIssue', { issueId: id })).status;
    const page = await visitSignedIn('~/issues?view=board', { expects: /^4\d\d PATCH .*issues/ });
    const column = (word: string) => page.getByRole('region', { name: word });
    await column('Backlog').getByText('Drag me').dragTo(column('To do'));
    await column('To do').getByText('Drag me').waitFor();
    await eventually(() => statusOf(moved)).toBe('todo');
    await column('Backlog')
      .getByRole('button', { name: `Move ${kept.identifier}` })
      .click();
    await page.getByRole('dialog').getByRole('option', { name: 'Cancelled' }).click();
    await eventually(() => statusOf(kept)).toBe('cancelled');
    await column('Cancelled').getByRole('button').click();
    await column('Cancelled').getByText('Keep me').waitFor();
    await page.goto(`/${company().issuePrefix}/issues?q=me&status=all`);
    const row = page.getByRole('link', { name: /Drag me/ });
    await row.focus();
    await page.keyboard.press('Space');
    const glance = page.getByRole('dialog', { name: 'The issue at a glance' });
    await glance.getByText('To do').waitFor();
    await page.keyboard.press('Escape');
    // It gives the focus back when it is gone.
    await glance.waitFor({ state: 'detached' });
    for (const title of [/Drag me/, /Keep me/]) {
      await page.getByRole('link', { name: title }).focus();
      await page.keyboard.press('x');
    }
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('a');
    await page.getByRole('dialog').getByRole('option', { name: /Lin/ }).click();
    for (const { id } of [moved, kept]) {
      await eventually(
        async () => (await board.call(issues, 'getIssue', { issueId: id })).assigneeAgentId,
      ).toBe(lin.id);
    }
    await page.keyboard.press('s');
    await page.getByRole('dialog').getByRole('option', { name: 'In review' }).click();
    const refusals = page.getByRole('dialog', { name: 'Not changed' });
    await refusals.getByRole('link', { name: kept.identifier }).waitFor();
  });
});

describe('an agent that runs elsewhere', () => {
  it('is invited in the first steps, asks to join, and gets the first issue', async () => {
    const { api, stack } = world();
    const { page } = await open(stack.baseUrl);
    await signInWithToken(page, stack.baseUrl, stack.boardToken);
    await page.goto('/start');
    await page.getByRole('textbox', { name: 'Name' }).fill('Elsewhere Inc');
    await page.keyboard.press('Enter');
    await page.getByText('An agent that runs elsewhere').click();
    await page.getByRole('button', { name: 'Create the message' }).click();
    const message = await page.getByLabel('To copy').inputValue();
    const token = /invites\/([^/\s]+)\//.exec(message)?.[1] ?? '';
    await api.as().post(`/api/invites/${token}/accept`, { agentName: 'Remo' });
    await page.getByText('asks to join').waitFor();
    await page.getByRole('button', { name: 'Let it in' }).click();
    await page.getByRole('button', { name: 'Start the work' }).click();
    await page.getByText('Remo has been woken').waitFor();
    const facts = page.getByRole('complementary', { name: 'Facts' });
    await facts.getByRole('button', { name: 'Change assignee: Remo' }).waitFor();
  });
});

describe('all issues of a list', () => {
  it('are counted before they change together, and refused each for itself', async () => {
    const { board } = world();
    const { id: labelId } = await board.call(issues, 'createLabel', {
      companyId: company().id,
      name: 'spring',
      color: '#336633',
    });
    const titles = ['Sweep the yard', 'Paint the gate', 'Mend the roof'];
    const made = await Promise.all(
      titles.map((title) =>
        addIssue(board, company().id, { title, labelIds: [labelId], status: 'backlog' }),
      ),
    );
    const ended = { issueId: made[2]?.id ?? '', status: 'cancelled' as const };
    await board.call(issues, 'updateIssue', ended);
    const page = await visitSignedIn(`~/issues?label=${labelId}&status=all`);
    await page.getByRole('link', { name: /Mend the roof/ }).waitFor();
    await page.getByRole('button', { name: 'Change all' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Status').selectOption('todo');
    await form.getByText('3 issues match. 2 change, 1 is refused.').waitFor();
    await form.getByLabel('Priority').selectOption('high');
    await form.getByRole('button', { name: 'Change 3 issues' }).click();
    await form.getByRole('heading', { name: 'Done' }).waitFor();
    await form.getByText('2 of 3 changed, 1 is refused.').waitFor();
    await form.getByRole('list', { name: 'Refused' }).getByRole('link').waitFor();
    await form.getByRole('button', { name: 'Close' }).click();
    const now = await Promise.all(
      made.map(({ id: issueId }) => board.call(issues, 'getIssue', { issueId })),
    );
    expect(now.map(({ status, priority }) => `${status} ${priority}`)).toEqual([
      'todo high',
      'todo high',
      'cancelled medium',
    ]);
  });

  it('are not offered together where words are searched for', async () => {
    const page = await visitSignedIn('~/issues?q=gate');
    await page.getByRole('button', { name: 'Change all' }).waitFor();
    expect(await page.getByRole('button', { name: 'Change all' }).isDisabled()).toBe(true);
  });
});
