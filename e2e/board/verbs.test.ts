/** What people do with a request, and with work that has failed, in a real browser on the real system. */
import { agents, approvals } from '@muster/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { addAgentWithKey, type AgentWithKey } from '../fixtures/builders.ts';
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
