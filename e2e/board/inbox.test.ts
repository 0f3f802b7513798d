/** The inbox, in a real browser on the real system: what waits for a person is decided where it stands. */
import { approvals, issues } from '@muster/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { addAgentWithKey, type AgentWithKey } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { eventually } from './browser.ts';
import { go } from './hands.ts';
import { useSignedIn } from './signed-in.ts';

const world = useSharedWorld();
const { company, visitSignedIn } = useSignedIn(world);
let grace: AgentWithKey;

beforeAll(async () => {
  grace = await addAgentWithKey(world(), company().id, { name: 'Grace', role: 'engineer' });
});

describe('the inbox', () => {
  it('shows what waits for a decision, takes it with its note, and empties itself', async () => {
    const { board } = world();
    const asked = await grace.caller.call(approvals, 'createApproval', {
      companyId: company().id,
      type: 'request_board_approval',
      payload: { title: 'May I order a lidar?', description: 'It costs **$90**.' },
    });
    const page = await visitSignedIn('/');
    await page.getByRole('link', { name: /May I order a lidar/ }).click();
    await page.getByText('$90', { exact: true }).waitFor();
    await page.keyboard.press('Shift+A');
    await page.keyboard.type('Take the cheaper one.');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Approved by you').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('main').focus();
    await go(page, 'i');
    await page.getByText(/Nothing needs you now/).waitFor();
    const decided = await board.call(approvals, 'getApproval', { approvalId: asked.id });
    expect(decided).toMatchObject({ status: 'approved', decisionNote: 'Take the cheaper one.' });
  });

  it('takes decisions in its rows by keys, and goes on to the next row', async () => {
    const { board } = world();
    const ask = (title: string) =>
      grace.caller.call(approvals, 'createApproval', {
        companyId: company().id,
        type: 'request_board_approval',
        payload: { title, description: 'It costs **$90**.' },
      });
    const kept = await ask('May I keep the lidar?');
    const sold = await ask('May I sell the lidar?');
    const page = await visitSignedIn('/');
    await page.getByRole('link', { name: /May I sell the lidar/ }).focus();
    await page.keyboard.press('d');
    const decision = page.getByRole('group', { name: 'Decide', exact: true });
    await decision.getByText('$90', { exact: true }).waitFor();
    await page.keyboard.press('Shift+R');
    await page.keyboard.type('We need it.');
    await page.getByRole('button', { name: 'Reject for good' }).press('Enter');
    await decision.waitFor({ state: 'detached' });
    await page.locator('a:focus', { hasText: 'May I keep the lidar' }).waitFor();
    await page.keyboard.press('d');
    await page.getByRole('button', { name: 'Approve' }).press('Enter');
    await page.getByText(/Nothing needs you now/).waitFor();
    const verdictOn = async ({ id: approvalId }: { readonly id: string }) => {
      const { status, decisionNote } = await board.call(approvals, 'getApproval', { approvalId });
      return { status, decisionNote };
    };
    expect(await verdictOn(sold)).toEqual({ status: 'rejected', decisionNote: 'We need it.' });
    expect(await verdictOn(kept)).toMatchObject({ status: 'approved' });
  });

  it('gets what agents ask while it is open', async () => {
    const page = await visitSignedIn('/');
    await page.getByText('live', { exact: true }).waitFor();
    await grace.caller.call(approvals, 'createApproval', {
      companyId: company().id,
      type: 'request_board_approval',
      payload: { title: 'One more question' },
    });
    await page.getByRole('link', { name: /One more question/ }).waitFor();
  });
});

describe('work that is handed to an agent', () => {
  it('comes back as questions and a review, all answered from the inbox', async () => {
    const { caller, agent } = grace;
    const page = await visitSignedIn('/');
    await page.goto(`/${company().issuePrefix}`);
    await page.getByRole('heading', { name: 'Acme' }).waitFor();
    await page.getByText('live', { exact: true }).waitFor();
    await page.keyboard.press('c');
    await page.keyboard.type('Open the second shop');
    await page.getByLabel('Assignee').selectOption(agent.id);
    await page.getByLabel('Title').focus();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Open the second shop' }).waitFor();
    const issueId = page.url().split('/').at(-1) ?? '';
    const claim = { issueId, agentId: agent.id, expectedStatuses: ['todo' as const] };
    await caller.call(issues, 'checkoutIssue', claim);
    const children = [{ title: 'Rent the room' }];
    const made = await caller.call(issues, 'createChildren', { issueId, children });
    const about = { issueId, to: 'board' as const };
    const colour = { kind: 'choice' as const, text: 'Which colour?', options: ['Red', 'Blue'] };
    const asked = await caller.call(issues, 'askQuestion', { ...about, ...colour });
    const words = { kind: 'text' as const, text: 'Which name?' };
    const named = await caller.call(issues, 'askQuestion', { ...about, ...words });

    await page.locator('main').focus();
    await go(page, 'i');
    const waiting = page.getByRole('region', { name: /Waits for your answer/ });
    await waiting.getByRole('button', { name: 'Blue' }).click();
    await waiting.getByText('Which colour?').waitFor({ state: 'detached' });
    await waiting.getByRole('textbox').fill('The corner');
    await waiting.getByRole('button', { name: 'Answer' }).click();
    await waiting.waitFor({ state: 'detached' });
    const answerOf = async (questionId: string) =>
      (await caller.call(issues, 'getQuestion', { questionId })).answer;
    expect([await answerOf(asked.id), await answerOf(named.id)]).toEqual(['Blue', 'The corner']);

    const part = made.children[0]?.id ?? '';
    await world().board.call(issues, 'updateIssue', { issueId: part, status: 'cancelled' });
    await caller.call(issues, 'updateIssue', { issueId, status: 'in_review' });
    await page.getByRole('button', { name: 'Decide Open the second shop' }).click();
    await page.getByLabel('Note on the verdict').fill('Where is the lease?');
    await page.getByRole('button', { name: 'Send back' }).click();
    await eventually(async () => (await caller.call(issues, 'getIssue', { issueId })).status).toBe(
      'in_progress',
    );
    await caller.call(issues, 'updateIssue', { issueId, status: 'in_review' });
    await page.getByRole('button', { name: 'Decide Open the second shop' }).click();
    await page.getByRole('button', { name: 'Accept' }).click();
    await eventually(async () => (await caller.call(issues, 'getIssue', { issueId })).status).toBe(
      'done',
    );
  });
});
