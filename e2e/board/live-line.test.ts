/** Pages stay as new as a fresh load: two tabs with one stream, a cut line, a killed gateway, an ended session. */
import { approvals, issues } from '@muster/contracts';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import {
  addAgentWithKey,
  addIssue,
  createCompany,
  type AgentWithKey,
} from '../fixtures/builders.ts';
import { useSql } from '../world/sql.ts';
import { useWorld } from '../world/use-world.ts';
import { eventually } from './browser.ts';
import { useVisits } from './signed-in.ts';

const world = useWorld();
const sql = useSql(world);
const open = useVisits();
let near: { id: string; issuePrefix: string };
let far: { id: string; issuePrefix: string };
let grace: AgentWithKey;

/** As a restored database forgets what it had, or an operator deletes what takes too much room. */
const FORGET_ALL_BUT_THE_LAST = `
  delete from issues.events e using issues.event_heads h
   where e.company_id = $1 and h.company_id = e.company_id and e.seq < h.seq`;

beforeAll(async () => {
  const { board } = world();
  near = await createCompany(board, { name: 'Near', requireBoardApprovalForNewAgents: false });
  far = await createCompany(board, { name: 'Far', requireBoardApprovalForNewAgents: false });
  grace = await addAgentWithKey(world(), far.id, { name: 'Grace', role: 'engineer' });
});

async function visitAsBoard(expects?: RegExp): Promise<Page> {
  const { page } = await open(world().stack.baseUrl, expects ? { expects } : {});
  await page.goto('/');
  await enterToken(page);
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  await live(page);
  return page;
}

async function enterToken(page: Page): Promise<void> {
  await page.getByLabel('Board token').check();
  await page.locator('input[name=secret]').fill(world().stack.boardToken);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const live = (page: Page): Promise<void> => page.getByText('live', { exact: true }).waitFor();

const ask = (title: string) =>
  grace.caller.call(approvals, 'createApproval', {
    companyId: far.id,
    type: 'request_board_approval',
    payload: { title },
  });

async function endSessions(): Promise<void> {
  const { board } = world();
  const sessions = (await board.get('/api/sessions')).body as { id: string }[];
  for (const { id } of sessions) await board.delete(`/api/sessions/${id}`);
}

/** What the page shows, without how long ago. */
const shownBy = async (page: Page): Promise<string> =>
  (await page.locator('main').innerText()).replaceAll(/\b(?:now|\d+ (?:s|min|h))(?: ago)?\b/g, '');

async function expectAsFresh(page: Page): Promise<void> {
  const fresh = await page.context().newPage();
  await fresh.goto(page.url());
  await live(fresh);
  await eventually(() => shownBy(fresh)).not.toContain('Loading');
  await eventually(async () => (await shownBy(page)) === (await shownBy(fresh))).toBe(true);
  await fresh.close();
}

function streamsOf(context: BrowserContext): string[] {
  const streams: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/api/events') streams.push(pathname);
  });
  return streams;
}

it('gives two tabs one stream of all companies, which the second continues when the first is closed', async () => {
  const page = await visitAsBoard();
  const streams = streamsOf(page.context());
  const second = await page.context().newPage();
  await second.goto(`/${near.issuePrefix}`);
  await live(second);
  await ask('May I order a lidar?');
  await page.getByRole('link', { name: /May I order a lidar/ }).waitFor();
  const counted = second.getByRole('navigation', { name: 'Companies' }).getByText(/^1 waiting$/);
  await counted.waitFor();
  expect(streams).toEqual([]);
  await page.close();
  await ask('And a bumper?');
  await second
    .getByRole('navigation', { name: 'Companies' })
    .getByText(/^2 waiting$/)
    .waitFor();
  await second.getByRole('link', { name: /^Inbox/ }).click();
  await second.getByRole('link', { name: /And a bumper/ }).waitFor();
  expect(streams).toHaveLength(1);
});

it('is equal to a fresh load after the events behind its cursor are no longer stored', async () => {
  const { board, stack } = world();
  await addIssue(board, near.id, { title: 'Seen by the page' });
  const page = await visitAsBoard(/^410 GET .api.events|^50[0-9] GET/);
  await page.goto(`/${near.issuePrefix}/issues`);
  await live(page);
  await page.getByRole('link', { name: /Seen by the page/ }).waitFor();
  await page.context().setOffline(true);
  await page.getByText(/not live since/).waitFor();
  const missed = await addIssue(board, near.id, { title: 'Missed by the page' });
  await board.call(issues, 'updateIssue', { issueId: missed.id, priority: 'critical' });
  await sql.rows(FORGET_ALL_BUT_THE_LAST, [near.id]);
  // Another gateway remembers nothing of what it has sent.
  stack.kill('gateway');
  await stack.whenReady('gateway');
  const refused = page.waitForResponse(
    (response) => response.url().includes('/api/events') && response.status() === 410,
  );
  await page.context().setOffline(false);
  expect(await (await refused).json()).toMatchObject({ code: 'cursor_too_old' });
  await live(page);
  await page.getByRole('link', { name: /Missed by the page/ }).waitFor();
  await board.call(issues, 'updateIssue', { issueId: missed.id, title: 'Seen again' });
  await page.getByRole('link', { name: /Seen again/ }).waitFor();
  await expectAsFresh(page);
});

it('is equal to a fresh load after the gateway was killed', async () => {
  const { stack, board } = world();
  const page = await visitAsBoard(/^50[0-9] GET/);
  await page.goto(`/${far.issuePrefix}/issues`);
  await live(page);
  stack.kill('gateway');
  await page.getByText(/not live since/).waitFor();
  await stack.whenReady('gateway');
  await addIssue(board, far.id, { title: 'Made by another gateway' });
  await page.getByRole('link', { name: /Made by another gateway/ }).waitFor();
  await live(page);
  await expectAsFresh(page);
});

it('asks for a sign-in when the stream alone says that the session has ended', async () => {
  const page = await visitAsBoard(/^401 GET .api.(?:session|events)$/);
  await endSessions();
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
});

it('asks for a sign-in over the page when the session has ended, and goes on with what was written', async () => {
  const { board } = world();
  const issue = await addIssue(board, near.id, { title: 'Paint the arm' });
  const page = await visitAsBoard(/^401 /);
  await page.goto(`/${near.issuePrefix}/issues/${issue.identifier}`);
  await page.getByLabel('Write a comment').fill('Red, please.');
  await endSessions();
  // The stream may end first: then the dialog is over the button already, and a hand would not reach it.
  await page.getByRole('button', { name: /^Comment/ }).dispatchEvent('click');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  await enterToken(page);
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Comment/ }).click();
  await page.getByRole('article').filter({ hasText: 'Red, please.' }).waitFor();
  await live(page);
});
