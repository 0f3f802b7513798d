/** What people do with a request, and with work that has failed, in a real browser on the real system. */
import { agents, approvals } from '@muster/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { addAgent, addAgentWithKey, addIssue, type AgentWithKey } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { eventually } from './browser.ts';
import { useSignedIn } from './signed-in.ts';

const world = useSharedWorld();
const { company, visitSignedIn } = useSignedIn(world, {
  name: 'Verbs',
  requireBoardApprovalForNewAgents: true,
});
let grace: AgentWithKey;

beforeAll(async () => {
  grace = await addAgentWithKey(world(), company().id, { name: 'Grace', role: 'ceo' });
});

const hire = async (name: string) => {
  const { agent, approval } = await grace.caller.call(agents, 'hireAgent', {
    companyId: company().id,
    name,
    role: 'engineer',
    adapterType: 'process',
    adapterConfig: { command: '/bin/sh', args: ['-c', 'exit 0'] },
  });
  return { agentId: agent.id, approvalId: approval?.id ?? '' };
};
const read = (approvalId: string) => world().board.call(approvals, 'getApproval', { approvalId });

describe('a request', () => {
  it('is rejected with a reason, and by no single click or key', async () => {
    const { approvalId } = await hire('Lin');
    const page = await visitSignedIn(`~/approvals/${approvalId}`);
    await page.getByRole('button', { name: 'Reject', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const reject = dialog.getByRole('button', { name: 'Reject for good', disabled: true });
    await reject.waitFor();
    expect(await read(approvalId)).toMatchObject({ status: 'pending' });
    await page.keyboard.type('We have two of these.');
    await dialog.getByRole('button', { name: 'Reject for good' }).click();
    await page.getByText('Rejected by you').waitFor();
    expect(await read(approvalId)).toMatchObject({
      status: 'rejected',
      decisionNote: 'We have two of these.',
    });
  });

  it('is sent back with what to change, edited, resubmitted and approved', async () => {
    const { agentId, approvalId } = await hire('Max');
    const page = await visitSignedIn(`~/approvals/${approvalId}`);
    const ask = page.getByRole('button', { name: /^Ask for a revision/ });
    await page.getByRole('button', { name: /revision.*what to change/, disabled: true }).waitFor();
    await page.getByLabel('Note').fill('Call it Moritz.');
    await ask.click();
    await page.getByText('Revision requested by you').waitFor();
    await page.getByText('Call it Moritz.').waitFor();
    await page.getByRole('button', { name: 'Edit and resubmit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Moritz');
    await dialog.getByLabel('Arguments').fill('-c\nexit 1');
    await dialog.getByRole('button', { name: 'Resubmit' }).click();
    await page.getByRole('heading', { name: 'Hire Moritz' }).waitFor();
    await page.getByText('revision 2').waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Approved by you').waitFor();
    await eventually(() => world().board.call(agents, 'getAgent', { agentId })).toMatchObject({
      name: 'Moritz',
      status: 'idle',
      adapterConfig: { command: '/bin/sh', args: ['-c', 'exit 1'] },
    });
  });

  it('is withdrawn after it was sent back', async () => {
    const { approvalId } = await hire('Ned');
    await world().board.call(approvals, 'requestRevision', { approvalId, decisionNote: 'No.' });
    const page = await visitSignedIn(`~/approvals/${approvalId}`);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('button', { name: 'Withdraw the request' }).click();
    await page.getByText('Cancelled', { exact: true }).first().waitFor();
    expect(await read(approvalId)).toMatchObject({ status: 'cancelled' });
  });
});

describe('a run again', () => {
  const tried = async (name: string, script: string) => {
    const { board } = world();
    const agent = await addAgent(board, company().id, {
      name,
      adapterType: 'process',
      adapterConfig: { command: '/bin/sh', args: ['-c', script] },
      runtimeConfig: { heartbeat: { enabled: false, wakeOnDemand: true } },
    });
    return addIssue(board, company().id, { title: 'Try it', assigneeAgentId: agent.id });
  };

  it('is for the same issue, from the issue and from the run', async () => {
    const issue = await tried('Tess', 'echo "task $SERVICE_TASK_ID"');
    const page = await visitSignedIn(`~/issues/${issue.identifier}`);
    const last = page.getByRole('region', { name: 'Last run' });
    await last.getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('heading', { name: 'Run of Tess' }).waitFor();
    await page.getByText('run again', { exact: true }).waitFor();
    await page.getByText(`task ${issue.id}`).first().waitFor();
    const first = page.url();
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.waitForURL((url) => url.href !== first);
    await page.getByText(`task ${issue.id}`).first().waitFor();
  });

  it('of an agent that has failed resumes it', async () => {
    const issue = await tried('Fay', 'echo "task $SERVICE_TASK_ID"; exit 3');
    const page = await visitSignedIn(`~/issues/${issue.identifier}`);
    const last = page.getByRole('region', { name: 'Last run' });
    await last.getByText(/Fay’s run failed/).waitFor();
    await page.getByRole('complementary').getByRole('link', { name: 'Error' }).waitFor();
    await last.getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('heading', { name: 'Run of Fay' }).waitFor();
    await page.getByText(`task ${issue.id}`).first().waitFor();
  });
});
