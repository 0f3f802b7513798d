/** Work that comes again, made on the board in a real browser. */
import { issues } from '@muster/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { addAgentWithKey, type AgentWithKey } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { eventually } from './browser.ts';
import { useSignedIn } from './signed-in.ts';

const world = useSharedWorld();
const { company, visitSignedIn } = useSignedIn(world);
let grace: AgentWithKey;

beforeAll(async () => {
  grace = await addAgentWithKey(world(), company().id, { name: 'Grace', role: 'engineer' });
});

describe('a routine', () => {
  it('shows its moments before it is saved, is run by hand, paused and archived', async () => {
    const page = await visitSignedIn('~/routines');
    await page.getByText(/A routine creates an issue/).waitFor();
    await page.getByRole('button', { name: 'New routine' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name', { exact: true }).fill('Weekly report');
    await form.getByLabel('Issue title').fill('Report {{count}}');
    await form.getByLabel('Assignee').selectOption(grace.agent.id);
    await form.getByLabel('Parts').fill('draft: Write it\nsend: Send it to {{team}} < draft');
    await form.getByLabel('Variables').fill('team = Sales');
    await form.getByLabel('Cron expression').fill('0 9 * * MON');
    await form.getByLabel('Time zone', { exact: true }).fill('Europe/Berlin');
    await form.getByText(/^Next: .* · /).waitFor();
    await form.getByLabel('Cron expression').fill('0 9 * *');
    await form.getByText(/This schedule never fires/).waitFor();
    await form.getByLabel('Cron expression').fill('0 9 * * MON');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /Weekly report/ }).click();
    await page.getByRole('heading', { name: 'Weekly report' }).waitFor();
    await page.getByText('0 9 * * MON, Europe/Berlin').waitFor();
    const run = async (team: string): Promise<void> => {
      await page.getByRole('button', { name: 'Run now' }).click();
      expect(await form.getByLabel('team').inputValue()).toBe('Sales');
      await form.getByLabel('team').fill(team);
      await form.getByRole('button', { name: 'Run', exact: true }).click();
      await form.waitFor({ state: 'detached' });
    };
    await run('Support');
    await page.getByRole('link', { name: /Created an issue/ }).waitFor();
    await run('Sales');
    await page.getByText(/Skipped: the last issue is open/).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Turn on' }).waitFor();
    await page.getByRole('link', { name: /Created an issue/ }).click();
    await page.getByRole('heading', { name: 'Report 1' }).waitFor();
    await page.getByRole('link', { name: /Send it to Support/ }).waitFor();
    const { board } = world();
    const made = await board.call(issues, 'listIssues', { companyId: company().id });
    const [draft, send] = ['Write it', 'Send it to Support'].map((title) =>
      made.find((each) => each.title === title),
    );
    expect(send?.blockedByIssueIds).toEqual([draft?.id]);
    await page.goBack();
    await page.getByRole('button', { name: 'Archive' }).click();
    await eventually(() => board.call(issues, 'listRoutines', { companyId: company().id })).toEqual(
      [],
    );
  });

  it('that an agent proposes waits in the inbox, and begins when a person turns it on', async () => {
    const { id } = await grace.caller.call(issues, 'createRoutine', {
      companyId: company().id,
      name: 'Daily check',
      template: { title: 'Check', assigneeAgentId: grace.agent.id },
      clock: { kind: 'interval', everySec: 86_400 },
    });
    const page = await visitSignedIn('/');
    await page.getByRole('link', { name: /Daily check/ }).waitFor();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText(/Nothing needs you now/).waitFor();
    const routine = await world().board.call(issues, 'getRoutine', { routineId: id });
    expect(routine).toMatchObject({ status: 'active', proposedByAgentId: grace.agent.id });
  });
});
