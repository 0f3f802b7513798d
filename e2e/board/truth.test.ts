/** What the board shows of what is the case: a stop, a hire, a run that has done nothing. */
import { agents, gateway, issues } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { addAgent, addIssue, createCompany } from '../fixtures/builders.ts';
import { addPerson } from '../fixtures/people.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { eventually } from './browser.ts';
import { go } from './hands.ts';
import { signInWithToken } from './sign-in.ts';
import { useSignedIn } from './signed-in.ts';

const world = useSharedWorld();
const { company, open, visitSignedIn } = useSignedIn(world, {
  name: 'Truth',
  requireBoardApprovalForNewAgents: true,
});

describe('a stop of all agents', () => {
  it('is a verb of the palette, a bar on every page, and is lifted there', async () => {
    const { board } = world();
    const agent = await addAgent(board, company().id, { name: 'Ann' });
    const issue = await addIssue(board, company().id, { title: 'Wait for the end of the stop' });
    const page = await visitSignedIn('~');
    await page.getByRole('heading', { name: 'Truth' }).waitFor();
    await page.getByText('live', { exact: true }).waitFor();
    await page.keyboard.press('Control+K');
    await page.keyboard.type('stop');
    await page.getByRole('option', { name: 'Stop all agents in Truth' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Stop all agents' }).click();
    const bar = page.getByRole('region', { name: 'Stopped' });
    await bar.getByText('Ada').waitFor();
    await page.getByRole('link', { name: /Ann.*Stopped with the company/ }).waitFor();
    for (const path of ['/', `/${company().issuePrefix}/issues/${issue.identifier}`]) {
      await page.goto(path);
      await bar.waitFor();
    }
    await page.goto(`/${company().issuePrefix}/agents/${agent.urlKey}`);
    await page.getByRole('button', { name: /^Wake now.*The company is stopped/ }).waitFor();
    await bar.getByRole('button', { name: 'Resume all agents' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume all agents' }).click();
    await bar.waitFor({ state: 'detached' });
    expect(await board.call(agents, 'getCompany', { companyId: company().id })).toMatchObject({
      status: 'active',
    });
  });

  it('is found for the company that is open, before those that are older', async () => {
    const { baseUrl, boardToken } = world().stack;
    const newest = await createCompany(world().board, { name: 'Newest of All' });
    const { page } = await open(baseUrl);
    await signInWithToken(page, baseUrl, boardToken);
    await page.goto(`/${newest.issuePrefix}/issues`);
    await page.getByRole('heading', { name: 'Issues' }).waitFor();
    await page.keyboard.press('Control+K');
    await page.keyboard.type('agents');
    await page.getByRole('option', { name: /^Agents/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === `/${newest.issuePrefix}/agents`);
  });
});

describe('a stop of all companies', () => {
  it('is a verb of the palette, and stops each that the reader may stop', async () => {
    const { board } = world();
    const two = await Promise.all(
      ['First', 'Second'].map((name) => createCompany(board, { name })),
    );
    const [first, second] = two.map(({ id }) => id);
    const { email, signIn } = await addPerson(world(), first ?? '', { role: 'owner' });
    await board.call(gateway, 'addMember', { companyId: second ?? '', email, role: 'owner' });
    const person = await signIn();
    const [invitation] = (await person.get('/api/invitations')).body as { id: string }[];
    await person.post(`/api/invitations/${invitation?.id}/accept`);
    const page = await visitSignedIn('/', { email });
    await page.getByText('live', { exact: true }).waitFor();
    await page.keyboard.press('Control+K');
    await page.keyboard.type('stop');
    await page.getByRole('option', { name: 'Stop all agents in all companies' }).click();
    await page.getByRole('button', { name: 'Stop all companies' }).click();
    const bars = page.getByRole('region', { name: 'Stopped' });
    await bars.filter({ hasText: 'First' }).waitFor();
    await bars.filter({ hasText: 'Second' }).waitFor();
    for (const { id: companyId } of two) {
      const now = await board.call(agents, 'getCompany', { companyId });
      expect(now).toMatchObject({ status: 'paused' });
    }
  });
});

describe('a hire', () => {
  it('shows the program that will run, and a limit of nothing as none', async () => {
    const { approval } = await world().board.call(agents, 'hireAgent', {
      companyId: company().id,
      name: 'Lin',
      role: 'engineer',
      adapterType: 'process',
      adapterConfig: { command: '/bin/sh', args: ['-c', 'exit 0'], env: { HOST: 'x' } },
      budgetMonthlyCents: 0,
    });
    const page = await visitSignedIn(`~/approvals/${approval?.id}`);
    const asked = page.getByRole('region', { name: 'Request', exact: true });
    await asked.getByText('/bin/sh -c "exit 0"').waitFor();
    await asked.getByText('HOST', { exact: true }).waitFor();
    await asked.getByText('No limit').waitFor();
    expect(await asked.innerText()).not.toContain('$0.00');
  });
});

describe('a run on an issue', () => {
  it.each([
    {
      name: 'Mute',
      script: 'echo counted 4 files',
      says: /Mute’s run ended without changing/,
      event: 'Mute finished a run',
    },
    {
      name: 'Bad',
      script: 'echo oh no; exit 3',
      says: /Bad’s run failed \(exit code 3\)/,
      event: 'Bad failed in a run (exit code 3)',
    },
    {
      name: 'Loud',
      script: 'echo oh no >&2; exit 3',
      says: /Loud’s run failed \(exit code 3\)/,
      event: 'Loud failed in a run (exit code 3)',
    },
  ])('says of $name what it did, where it did nothing', async ({ name, script, says, event }) => {
    const { board } = world();
    const agent = await addAgent(board, company().id, {
      name,
      adapterType: 'process',
      adapterConfig: { command: '/bin/sh', args: ['-c', script] },
      runtimeConfig: { heartbeat: { enabled: false, wakeOnDemand: true } },
    });
    const issue = await addIssue(board, company().id, {
      title: 'Count the files',
      status: 'todo',
      assigneeAgentId: agent.id,
    });
    const page = await visitSignedIn(`~/issues/${issue.identifier}?first=true`);
    const last = page.getByRole('region', { name: 'Last run' });
    await last.getByText(says).waitFor();
    await last.getByText(/counted 4 files|oh no/).waitFor();
    expect(await page.getByText('has been woken').count()).toBe(0);
    if (name !== 'Mute') {
      await last.getByText('No further try is planned.').waitFor();
      await page.getByRole('complementary').getByRole('link', { name: 'Error' }).click();
      await page.getByText('Its last run failed (exit code 3).').waitFor();
      await page.getByText('Last line: oh no').waitFor();
      await page.getByRole('list', { name: 'Latest runs' }).getByText('exit code').waitFor();
      await page.goBack();
    }
    await last.getByRole('link', { name: 'Open the run' }).click();
    await page.getByRole('heading', { name: `Run of ${name}` }).waitFor();
    await page.getByRole('img', { name: /Waited for its start .* s, Worked .* s/ }).waitFor();
    await eventually(() => board.call(issues, 'getIssue', { issueId: issue.id })).toMatchObject({
      status: 'todo',
    });
    await go(page, 'o');
    await page.getByRole('listitem').filter({ hasText: event }).waitFor();
    // Its end says that it has started, and a service is nobody.
    expect(await page.getByText(/started a run|finished run/).count()).toBe(0);
  });
});
