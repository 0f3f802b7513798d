/** Where an issue belongs is shown and changed on its page, and everything is found by its name. */
import { issues } from '@muster/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { addAgentWithKey, addIssue, type AgentWithKey } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { eventually } from './browser.ts';
import { useSignedIn } from './signed-in.ts';

const world = useSharedWorld();
const { company, visitSignedIn } = useSignedIn(world, { name: 'Whole' });
let grace: AgentWithKey;

beforeAll(async () => {
  grace = await addAgentWithKey(world(), company().id, { name: 'Grace', role: 'engineer' });
});

const read = (issueId: string) => world().board.call(issues, 'getIssue', { issueId });

async function openedIssue(title: string) {
  const issue = await addIssue(world().board, company().id, { title });
  const page = await visitSignedIn(`~/issues/${issue.identifier}`);
  const facts = page.getByRole('complementary', { name: 'Facts' });
  await facts.waitFor();
  const pick = async (words: string) => {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').fill(words);
    await dialog.getByRole('option', { name: new RegExp(words) }).click();
  };
  return { issue, page, facts, pick };
}

describe('an issue', () => {
  it('is given a project, a goal, a parent and a blocker on its page', async () => {
    const { board } = world();
    const companyId = company().id;
    const project = await board.call(issues, 'createProject', { companyId, name: 'Garden' });
    const goal = await board.call(issues, 'createGoal', { companyId, title: 'Grow food' });
    const parent = await addIssue(board, companyId, { title: 'Dig the beds' });
    const blocker = await addIssue(board, companyId, { title: 'Buy a spade' });
    const { issue, page, facts, pick } = await openedIssue('Sow carrots');
    const field = facts.getByRole('button', { name: 'Change project' });
    const { y: top = 0, height = 0 } = (await field.boundingBox()) ?? {};
    await field.click();
    const opened = await page.getByRole('dialog', { name: 'Project' }).boundingBox();
    expect(Math.abs((opened?.y ?? 0) - (top + height))).toBeLessThan(8);
    await pick('Garden');
    await facts.getByRole('link', { name: 'Garden' }).waitFor();
    await facts.getByRole('button', { name: 'Change goal' }).click();
    await pick('Grow food');
    await facts.getByRole('link', { name: 'Grow food' }).waitFor();
    await facts.getByRole('button', { name: 'Change parent' }).click();
    await pick('Dig the beds');
    await facts.getByRole('link', { name: parent.identifier }).waitFor();
    await facts.getByRole('button', { name: 'Change blockers' }).click();
    await pick('Buy a spade');
    await facts.getByRole('link', { name: /Buy a spade/ }).waitFor();
    await eventually(() => read(issue.id)).toMatchObject({
      projectId: project.id,
      goalId: goal.id,
      parentId: parent.id,
      blockedByIssueIds: [blocker.id],
    });
  });

  it('is made in a project and with a due date', async () => {
    const { board } = world();
    const companyId = company().id;
    const project = await board.call(issues, 'createProject', { companyId, name: 'Orchard' });
    const page = await visitSignedIn(`~/projects/${project.id}`);
    await page.getByRole('heading', { name: 'Orchard' }).waitFor();
    await page.locator('main').focus();
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'New issue in Whole' });
    await dialog.getByLabel('Title').fill('Prune the trees');
    await dialog.getByLabel('Due date').fill('2099-03-01');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Prune the trees' }).waitFor();
    const made = await read(page.url().split('/').at(-1) ?? '');
    expect(made).toMatchObject({ projectId: project.id });
    expect(made.dueAt).toMatch(/^2099-03-0[12]/);
  });

  it('says between its comments what has happened to it', async () => {
    const { issue, page } = await openedIssue('Water the beds');
    const { board } = world();
    await board.call(issues, 'addComment', { issueId: issue.id, body: 'Twice a day.' });
    await board.call(issues, 'updateIssue', { issueId: issue.id, priority: 'high' });
    const thread = page.getByRole('region', { name: 'Comments' });
    await thread.getByText('priority: medium → high').waitFor();
    const rows = await thread.locator('article, [data-event]').allInnerTexts();
    expect(rows.findIndex((row) => row.includes('Twice a day.'))).toBeLessThan(
      rows.findIndex((row) => row.includes('medium → high')),
    );
  });
});

describe('a wait', () => {
  it('is cancelled on the page of its issue, and its note is taken away when it has ended', async () => {
    const { board } = world();
    const issue = await addIssue(board, company().id, {
      title: 'Wait for rain',
      status: 'todo',
      assigneeAgentId: grace.agent.id,
    });
    await board.post(`/api/issues/${issue.id}/waits`, { after: 86_400, note: 'The key is abc.' });
    const page = await visitSignedIn(`~/issues/${issue.identifier}`);
    const waits = page.getByRole('region', { name: 'Waits' });
    await waits.getByText('The key is abc.').waitFor();
    await waits.getByRole('button', { name: 'Cancel the wait' }).click();
    await waits.getByText('Ended waits (1)').click();
    await waits.getByRole('button', { name: 'Redact' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Redact' }).click();
    await waits.getByText(/The note was redacted by you/).waitFor();
    expect(await page.getByText('The key is abc.').count()).toBe(0);
  });
});

describe('a comment', () => {
  it('is offered names at @, and marks the ones that nobody has', async () => {
    const { page } = await openedIssue('Feed the hens');
    const text = page.getByLabel('Write a comment');
    await text.click();
    await page.keyboard.type('Ask @Nobody or @gr');
    await page.getByText('No agent is called @Nobody').waitFor();
    const offered = page.getByRole('listbox', { name: 'Agents' });
    await offered.getByRole('option', { name: 'Grace' }).waitFor();
    await page.keyboard.press('Enter');
    await eventually(() => text.inputValue()).toBe('Ask @Nobody or @Grace ');
    await offered.waitFor({ state: 'detached' });
  });
});

describe('the palette', () => {
  it('finds an agent, and a page by the words that people use', async () => {
    const page = await visitSignedIn('~');
    await page.keyboard.press('Control+K');
    await page.keyboard.type('grace');
    await page.getByRole('option', { name: /^Grace/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: grace.agent.name, level: 1 }).waitFor();
    const finds = async (words: string, option: RegExp) => {
      await page.keyboard.press('Control+K');
      await page.keyboard.type(words);
      await page.getByRole('option', { name: option }).waitFor();
      // The next one opens with the next key, before the browser has said that this one is closed.
      await page.keyboard.press('Escape');
    };
    await finds('mcp', /^Agents/);
    await finds('invite', /^Settings: people/);
    await finds('token', /^Your account/);
    await finds('pause grace', /^Pause Grace/);
  });

  it('does what can be done with the issue that is open', async () => {
    const { issue, page } = await openedIssue('Pick the peas');
    await page.keyboard.press('Control+K');
    await page.keyboard.type('change priority');
    await page.getByRole('option', { name: /^Change priority of/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Priority' }).waitFor();
    await page.keyboard.type('critical');
    await page.keyboard.press('Enter');
    await eventually(() => read(issue.id)).toMatchObject({ priority: 'critical' });
  });
});
