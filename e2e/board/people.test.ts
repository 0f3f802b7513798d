/** Who sees what. */
import { approvals, type Issue } from '@muster/contracts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addAgentWithKey, addIssue, createCompany } from '../fixtures/builders.ts';
import { addPerson } from '../fixtures/people.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { signInWithToken } from './sign-in.ts';
import { useSignedIn } from './signed-in.ts';

const world = useSharedWorld();
const { company, open, visitSignedIn } = useSignedIn(world);
let issue: Issue;
let approvalId: string;
let askFor: (title: string) => Promise<{ id: string }>;

beforeAll(async () => {
  const { board } = world();
  const grace = await addAgentWithKey(world(), company().id, { name: 'Grace', role: 'engineer' });
  issue = await addIssue(board, company().id, { title: 'Map the hall' });
  askFor = (title) =>
    grace.caller.call(approvals, 'createApproval', {
      companyId: company().id,
      type: 'request_board_approval',
      payload: { title },
    });
  ({ id: approvalId } = await askFor('May I order a lidar?'));
});

/** What a reader is offered: to write a comment, to change an issue, to decide. */
async function offeredTo(page: Page): Promise<Record<string, boolean>> {
  const is = async (name: string): Promise<boolean> =>
    (await page.getByRole('button', { name, exact: true }).count()) > 0;
  await page.goto(`/${company().issuePrefix}/issues/${issue.identifier}`);
  await page.getByRole('heading', { name: 'Map the hall' }).waitFor();
  await page.getByText('No comments yet.').waitFor();
  const writes = await page.getByLabel('Write a comment').isVisible();
  const edits = await is('Edit');
  await page.goto(`/${company().issuePrefix}/approvals/${approvalId}`);
  await page.getByRole('heading', { name: 'May I order a lidar?' }).waitFor();
  await page.getByText('live', { exact: true }).waitFor();
  return { writes, edits, decides: await is('Approve') };
}

describe('a board user', () => {
  it.each([
    { role: 'owner', offered: { writes: true, edits: true, decides: true } },
    { role: 'operator', offered: { writes: true, edits: true, decides: false } },
    { role: 'viewer', offered: { writes: false, edits: false, decides: false } },
  ] as const)('who is a member as $role is offered what it may do', async ({ role, offered }) => {
    const { email, signIn: signInElsewhere } = await addPerson(world(), company().id, { role });
    const page = await visitSignedIn('/', { email });
    expect(await offeredTo(page)).toEqual(offered);
    expect(await page.getByRole('link', { name: 'New company' }).count()).toBe(0);
    const caller = await signInElsewhere();
    const [otherIssue, otherApproval] = await Promise.all([
      addIssue(world().board, company().id),
      askFor('Another one?'),
    ]);
    const commented = await caller.post(`/api/issues/${otherIssue.id}/comments`, { body: 'Yes.' });
    const decided = await caller.post(`/api/approvals/${otherApproval.id}/approve`, {});
    expect([commented.status === 403, decided.status === 403]).toEqual([
      !offered.writes,
      !offered.decides,
    ]);
  });

  it('who is an instance admin is offered all of it, in every company', async () => {
    const { page } = await open(world().stack.baseUrl);
    await signInWithToken(page, world().stack.baseUrl, world().stack.boardToken);
    expect(await offeredTo(page)).toEqual({ writes: true, edits: true, decides: true });
    await page.getByRole('link', { name: 'New company' }).waitFor();
  });

  it('who is no member of a company finds no page of it', async () => {
    const other = await createCompany(world().board, { name: 'Other' });
    const { email } = await addPerson(world(), other.id, { role: 'owner' });
    const page = await visitSignedIn('/', { email });
    await page.goto(`/${company().issuePrefix}/issues/${issue.identifier}`);
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    expect(await page.locator('body').innerText()).not.toContain('Map the hall');
  });
});
