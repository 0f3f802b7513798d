/** What people come to the board for, in a real browser on the real system. */
import { randomUUID } from 'node:crypto';
import { issues, scheduler } from '@muster/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { addAgent, addAgentWithKey, addIssue, type AgentWithKey } from '../fixtures/builders.ts';
import { startLiveRun } from '../fixtures/live-run.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { eventually } from './browser.ts';
import { measured } from './hands.ts';
import { signInWithToken } from './sign-in.ts';
import { useSignedIn } from './signed-in.ts';

const world = useSharedWorld();
const { company, open, visitSignedIn } = useSignedIn(world);
let grace: AgentWithKey;

beforeAll(async () => {
  grace = await addAgentWithKey(world(), company().id, { name: 'Grace', role: 'engineer' });
});

describe('an issue', () => {
  it('is created by keys, worked on before the eyes of its author, and closed', async () => {
    const { caller, agent } = grace;
    // The page may not have heard yet of the version that a comment made.
    const page = await visitSignedIn('/', { expects: /^412 PATCH/ });
    await page.goto(`/${company().issuePrefix}`);
    await page.getByRole('heading', { name: 'Acme' }).waitFor();
    await page.getByText('live', { exact: true }).waitFor();
    await page.keyboard.press('c');
    await page.keyboard.type('Map the hall');
    await page.getByLabel('Assignee').selectOption(agent.id);
    await page.getByLabel('Title').focus();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Map the hall' }).waitFor();
    const ref = page.url().split('/').at(-1) ?? '';
    await caller.call(issues, 'checkoutIssue', {
      issueId: ref,
      agentId: agent.id,
      expectedStatuses: ['todo'],
    });
    const facts = page.getByRole('complementary', { name: 'Facts' });
    await facts.getByText('In progress').waitFor();
    await caller.call(issues, 'updateIssue', {
      issueId: ref,
      status: 'in_review',
      comment: 'Here is the map: <script>window.taken = true</script> `hall.svg`',
    });
    await page.getByText('Here is the map').waitFor();
    await page.getByLabel('Write a comment').fill('It is **good**.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('article').filter({ hasText: 'It is good.' }).waitFor();
    await page.locator('main').focus();
    await page.keyboard.press('s');
    await page.keyboard.type('Done');
    await page.getByRole('option', { name: 'Done' }).waitFor();
    await page.keyboard.press('Enter');
    await facts.getByText('Done').waitFor();
    await eventually(
      async () => (await caller.call(issues, 'getIssue', { issueId: ref })).status,
    ).toBe('done');
    expect(await page.evaluate(() => 'taken' in globalThis)).toBe(false);
  });

  it('that wakes nobody says so when it is created, until the note is dismissed', async () => {
    const page = await visitSignedIn('/');
    await page.goto(`/${company().issuePrefix}`);
    await page.getByText('live', { exact: true }).waitFor();
    await page.keyboard.press('c');
    await page.keyboard.type('Ask @Zed for water');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Ask @Zed for water' }).waitFor();
    const note = page.getByRole('status', { name: 'Message' });
    await note.getByText(/wakes no agent that it mentions \(@zed\): write a comment\./).waitFor();
    await note.getByRole('button', { name: 'Dismiss' }).click();
    await note.getByText('@zed').waitFor({ state: 'detached' });
  });

  it('is split into parts, shows how far they are, and says what wakes its agent', async () => {
    const { board } = world();
    const { agent } = grace;
    const { id, identifier } = await addIssue(board, company().id, {
      title: 'Open the shop',
      assigneeAgentId: agent.id,
    });
    const page = await visitSignedIn('/');
    await page.goto(`/${company().issuePrefix}/issues/${identifier}`);
    await page.getByRole('button', { name: 'Add parts' }).click();
    await page.getByRole('textbox', { name: 'Parts' }).fill('Rent a room\n\nPaint the door\n');
    await page.getByRole('button', { name: 'Add 2 parts' }).click();
    const parts = page.getByRole('region', { name: 'Parts' });
    await parts.getByText('0 of 2 done, 0%').waitFor();
    const { children } = await board.call(issues, 'listChildren', { issueId: id });
    const [one] = children;
    await board.call(issues, 'updateIssue', { issueId: String(one?.id), status: 'cancelled' });
    await parts.getByText('0 of 1 done, 0%').waitFor();
    await parts.getByText('1 cancelled').waitFor();
    await parts.getByLabel('Wake the assignee').selectOption('When any ends');
    await eventually(() => board.call(issues, 'getIssue', { issueId: id })).toMatchObject({
      wakeOnChildren: 'each',
    });
  });

  it('keeps both changes of two people who change different fields', async () => {
    const { board } = world();
    const issue = await addIssue(board, company().id, { title: 'Sort the shelves' });
    const page = await visitSignedIn('/', { expects: /^412 PATCH/ });
    await page.goto(`/${company().issuePrefix}/issues/${issue.identifier}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await board.call(issues, 'updateIssue', { issueId: issue.id, priority: 'critical' });
    await page.getByLabel('Title').fill('Sort all shelves');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Sort all shelves' }).waitFor();
    await eventually(() => board.call(issues, 'getIssue', { issueId: issue.id })).toMatchObject({
      title: 'Sort all shelves',
      priority: 'critical',
    });
  });
});

describe('a run', () => {
  it('is told something, and shows whether its program has it', async () => {
    const run = await startLiveRun(world(), company().id, `Runner ${randomUUID().slice(0, 4)}`);
    const page = await visitSignedIn('/');
    await page.goto(`/${company().issuePrefix}/runs/${run.runId}`);
    await page.getByLabel('Say something to this run').fill('Leave the prices.');
    await page.getByLabel('Interrupt its current turn').check();
    await page.getByRole('button', { name: 'Send' }).click();
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.getByText('Waits for the program').waitFor();
    await eventually(() =>
      world().board.call(scheduler, 'listRunMessages', { runId: run.runId }),
    ).toMatchObject([{ text: 'Leave the prices.', interrupt: true, status: 'waiting' }]);
    await world().board.call(scheduler, 'cancelRun', { runId: run.runId });
    await messages.getByText('Not read by this run').waitFor();
    await page.getByLabel('Say something to this run').waitFor({ state: 'detached' });
  });

  it('shows its output as it is written, and is stopped by two keys', async () => {
    const run = await startLiveRun(world(), company().id, `Runner ${randomUUID().slice(0, 4)}`);
    const page = await visitSignedIn('/');
    await page.goto(`/${company().issuePrefix}/runs/${run.runId}`);
    await page.getByText('Running', { exact: true }).waitFor();
    await page.keyboard.press('.');
    await page.keyboard.press('Enter');
    await page.getByText('Cancelled', { exact: true }).waitFor();
    await page.goto(`/${company().issuePrefix}/runs`);
    await page.locator(`a[href$="${run.runId}"]`, { hasText: 'Cancelled' }).waitFor();
  });
});

describe('the first steps', () => {
  it('lead from nothing to a run of an agent', async () => {
    const { page } = await open(world().stack.baseUrl);
    await signInWithToken(page, world().stack.baseUrl, world().stack.boardToken);
    await page.goto('/start');
    // The only question of the page has the focus.
    await page.locator('input:focus').waitFor();
    const effort = await measured(page, 'job 1, from nothing to a run', async () => {
      await page.keyboard.type('First Steps Inc');
      await page.keyboard.press('Enter');
      await page.getByLabel('Name of the agent').waitFor();
      await page.getByText('A command of this machine').click();
      await page.getByRole('textbox', { name: 'Command' }).click();
      await page.keyboard.type('/bin/true');
      await page.keyboard.press('Enter');
      await page.getByRole('list', { name: 'Checks' }).waitFor();
      await page.getByRole('button', { name: /^Continue/ }).click();
      await page.getByRole('button', { name: 'Start the work' }).click();
      await page.getByText('Ada’s run ended without changing this issue.').waitFor();
      const runs = page.getByRole('region', { name: 'Latest runs' });
      await runs.getByText('Succeeded').first().waitFor();
    });
    // Two texts of 15 and 9 letters, each with Enter.
    expect(effort).toEqual({ clicks: 4, keys: 26 });
  });
});

describe('a sign-in link', () => {
  it('says whom it signs in, waits for the click, and works once', async () => {
    const { board } = world();
    const made = await board.post('/api/auth/sign-in-links', {});
    const { url } = made.body as { url: string };
    const { page } = await open(world().stack.baseUrl, { expects: /^404 GET .*sign-in.link/ });
    await page.goto(url);
    await page.getByText('This link signs this browser in as').waitFor();
    expect(page.url()).not.toContain('#');
    // The button takes the focus once it can be used.
    await page.locator('button:focus', { hasText: 'Sign in' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.goto(url);
    await page.getByText('This link has been used').waitFor();
  });
});

describe('the palette', () => {
  it('finds an issue by its words and goes there', async () => {
    const { board } = world();
    await addIssue(board, company().id, { title: 'Grease the wheels' });
    await addAgent(board, company().id, { name: 'Lin' });
    const page = await visitSignedIn('/');
    await page.keyboard.press('Control+K');
    await page.keyboard.type('grease');
    await page.getByRole('option', { name: /Grease the wheels/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Grease the wheels' }).waitFor();
  });
});
