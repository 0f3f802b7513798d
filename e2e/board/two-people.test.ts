/** Two people change one row in its form: neither puts back what the other has written, nor loses it unseen. */
import { agents, gateway, issues } from '@muster/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addAgent } from '../fixtures/builders.ts';
import { addPerson } from '../fixtures/people.ts';
import { addWebhook } from '../fixtures/webhooks.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { eventually } from './browser.ts';
import { useSignedIn } from './signed-in.ts';

const world = useSharedWorld();
const { company, visitSignedIn } = useSignedIn(world);

interface Form {
  readonly path: string;
  readonly opens: string;
  /** The label of the field that both change, and its name in the API. */
  readonly label: string;
  readonly shared: string;
  /** A field that the other person changes, and what the page shows of it. */
  readonly other: string;
  readonly change: (fields: Record<string, string>) => Promise<unknown>;
  readonly read: () => Promise<object>;
  /** Between the form and its saving. */
  readonly review?: string;
}

const inCompany = () => ({ companyId: company().id });

const forms: Readonly<Record<string, () => Promise<Form>>> = {
  async 'a goal'() {
    const { board } = world();
    const goal = await board.call(issues, 'createGoal', { ...inCompany(), title: 'Sort' });
    const goalId = goal.id;
    return {
      path: '~/goals',
      opens: 'Change Sort',
      label: 'Text',
      shared: 'description',
      other: 'title',
      change: (fields) => board.call(issues, 'updateGoal', { goalId, ...fields }),
      read: () => board.call(issues, 'getGoal', { goalId }),
    };
  },
  async 'a project'() {
    const { board } = world();
    const project = await board.call(issues, 'createProject', { ...inCompany(), name: 'Hall' });
    const projectId = project.id;
    return {
      path: `~/projects/${projectId}`,
      opens: 'Change',
      label: 'Text',
      shared: 'description',
      other: 'name',
      change: (fields) => board.call(issues, 'updateProject', { projectId, ...fields }),
      read: () => board.call(issues, 'getProject', { projectId }),
    };
  },
  async 'a label'() {
    const { board } = world();
    const label = { ...inCompany(), name: 'Press', color: '#112233' };
    const { id: labelId } = await board.call(issues, 'createLabel', label);
    const readAll = () => board.call(issues, 'listLabels', inCompany());
    return {
      path: '~/settings/labels',
      opens: 'Change Press',
      label: 'Colour',
      shared: 'color',
      other: 'name',
      change: (fields) => board.call(issues, 'updateLabel', { labelId, ...fields }),
      read: async () => (await readAll()).find(({ id }) => id === labelId) ?? {},
    };
  },
  async 'a workspace'() {
    const { board } = world();
    const { id: projectId, primaryWorkspace } = await board.call(issues, 'createProject', {
      ...inCompany(),
      name: 'Yard',
      workspace: { name: 'Shed', cwd: '/srv/shed' },
    });
    const target = { projectId, workspaceId: primaryWorkspace?.id ?? '' };
    const readAll = () => board.call(issues, 'listWorkspaces', { projectId });
    return {
      path: `~/projects/${projectId}`,
      opens: 'Change Shed',
      label: 'Branch',
      shared: 'repoRef',
      other: 'name',
      change: (fields) => board.call(issues, 'updateWorkspace', { ...target, ...fields }),
      read: async () => (await readAll())[0] ?? {},
    };
  },
  async 'an issue'() {
    const { board } = world();
    const issue = await board.call(issues, 'createIssue', { ...inCompany(), title: 'Lift' });
    const issueId = issue.id;
    return {
      path: `~/issues/${issue.identifier}`,
      opens: 'Edit',
      label: 'Text',
      shared: 'description',
      other: 'title',
      change: (fields) => board.call(issues, 'updateIssue', { issueId, ...fields }),
      read: () => board.call(issues, 'getIssue', { issueId }),
    };
  },
  async 'a webhook'() {
    const { board } = world();
    const { id } = await addWebhook(board, company().id);
    const target = { ...inCompany(), webhookId: id };
    return {
      path: `~/settings/webhooks/${id}`,
      opens: 'Change',
      label: 'Address',
      shared: 'url',
      other: 'description',
      change: (fields) => board.call(gateway, 'changeWebhook', { ...target, ...fields }),
      read: () => board.call(gateway, 'getWebhook', target),
    };
  },
  async 'an agent'() {
    const { board } = world();
    const { id: agentId, urlKey } = await addAgent(board, company().id, {
      adapterConfig: { command: '/bin/true' },
    });
    return {
      path: `~/agents/${urlKey}?view=configuration`,
      opens: 'Change',
      label: 'Title',
      shared: 'title',
      other: 'capabilities',
      change: (fields) => board.call(agents, 'updateAgent', { agentId, ...fields }),
      read: () => board.call(agents, 'getAgent', { agentId }),
      review: 'Review changes',
    };
  },
};

/** Types into the field that both change, and goes on to where it is saved. */
async function type(page: Page, { label, review }: Form, text: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(label, { exact: true }).fill(text);
  if (review !== undefined) await dialog.getByRole('button', { name: review }).click();
}

/** What both write into fields that do not take every text. */
const texts: Readonly<Record<string, { readonly mine: string; readonly theirs: string }>> = {
  'a label': { mine: '#00aa00', theirs: '#aa0000' },
  'a webhook': { mine: 'https://hooks.invalid/mine', theirs: 'https://hooks.invalid/theirs' },
};

describe.each(Object.entries(forms))('the form of %s', (name, begin) => {
  const { mine = 'As I say', theirs = 'As they say' } = texts[name] ?? {};

  it('keeps what another person has changed elsewhere in it', async () => {
    const form = await begin();
    const page = await visitSignedIn(form.path, { expects: /^412 PATCH/ });
    await page.getByRole('button', { name: form.opens, exact: true }).first().click();
    await form.change({ [form.other]: 'Another one' });
    // The form is over what the page shows of it.
    await page.getByText('Another one').first().waitFor({ state: 'attached' });
    await type(page, form, mine);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await form.read()).toMatchObject({ [form.shared]: mine, [form.other]: 'Another one' });
  });

  it('shows both values once where another person has changed the same', async () => {
    const form = await begin();
    const page = await visitSignedIn(form.path, { expects: /^412 PATCH/ });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: form.opens, exact: true }).first().click();
    await type(page, form, mine);
    await form.change({ [form.shared]: theirs });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').filter({ hasText: theirs }).waitFor();
    // The page behind the form says nothing of it.
    expect(await page.locator('[role=alert]').count()).toBe(1);
    expect(await form.read()).toMatchObject({ [form.shared]: theirs });
    await dialog.getByRole('button', { name: 'Save mine instead' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await form.read()).toMatchObject({ [form.shared]: mine });
  });
});

describe('the form of a role', () => {
  it('shows what another owner has made of the person meanwhile', async () => {
    const { board } = world();
    const { userId } = await addPerson(world(), company().id, { role: 'operator' });
    const target = { ...inCompany(), userId };
    const page = await visitSignedIn('~/settings/people', { expects: /^412 PATCH/ });
    const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
    const operator = members.filter({ hasText: 'Operator' });
    await operator.getByRole('button', { name: /^Change/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('decide approvals').check();
    await board.call(gateway, 'changeMember', { ...target, role: 'viewer', permissions: [] });
    await members.getByText('Viewer').waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'Viewer' }).waitFor();
    await dialog.getByRole('button', { name: 'Save mine instead' }).click();
    await dialog.waitFor({ state: 'detached' });
    const [member] = (await board.call(gateway, 'listMembers', inCompany())).filter(
      (each) => each.userId === userId,
    );
    expect(member).toMatchObject({ role: 'operator', permissions: ['approve'] });
  });
});

describe('the settings of a company', () => {
  it('keep a sum that is being typed while another person sets one, and then show both', async () => {
    const { board } = world();
    const set = (budgetMonthlyCents: number) =>
      board.call(agents, 'updateCompanyBudget', { ...inCompany(), budgetMonthlyCents });
    const now = () => board.call(agents, 'getCompany', inCompany());
    const page = await visitSignedIn('~/settings/company', { expects: /^412 PATCH/ });
    const limit = page.getByLabel('Limit in US dollars');
    await limit.fill('12.5');
    await set(70_000);
    await page
      .getByText(/of \$700/)
      .first()
      .waitFor();
    expect(await limit.inputValue()).toBe('12.5');
    await page.getByRole('button', { name: 'Set the limit' }).click();
    await page.getByRole('alert').filter({ hasText: '700.00' }).waitFor();
    expect(await now()).toMatchObject({ budgetMonthlyCents: 70_000 });
    await page.getByRole('button', { name: 'Save mine instead' }).click();
    await eventually(now).toMatchObject({ budgetMonthlyCents: 1_250 });
    await eventually(() => limit.inputValue()).toBe('12.50');
  });

  it('keep the rules that are typed, and show those of another person where they collide', async () => {
    const { board } = world();
    const change = (fields: { description?: string; reviewRequired: boolean }) =>
      board.call(agents, 'updateCompany', { ...inCompany(), ...fields });
    const now = () => board.call(agents, 'getCompany', inCompany());
    const page = await visitSignedIn('~/settings/company', { expects: /^412 PATCH/ });
    const purpose = page.getByLabel('Purpose');
    const reviewed = page.getByLabel(/work is reviewed/);
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await change({ reviewRequired: false });
    await eventually(() => reviewed.isChecked()).toBe(false);
    await purpose.fill('Robots for everyone');
    await change({ reviewRequired: true });
    await eventually(() => reviewed.isChecked()).toBe(true);
    expect(await purpose.inputValue()).toBe('Robots for everyone');
    await save.click();
    await eventually(now).toMatchObject({
      description: 'Robots for everyone',
      reviewRequired: true,
    });
    await eventually(() => save.isDisabled()).toBe(true);
    await purpose.fill('Robots for all');
    await change({ description: 'Robots for some', reviewRequired: false });
    await eventually(() => reviewed.isChecked()).toBe(false);
    await save.click();
    await page.getByRole('alert').filter({ hasText: 'Robots for some' }).waitFor();
    expect(await purpose.inputValue()).toBe('Robots for all');
    await page.getByRole('button', { name: 'Save mine instead' }).click();
    await eventually(now).toMatchObject({ description: 'Robots for all' });
  });
});
