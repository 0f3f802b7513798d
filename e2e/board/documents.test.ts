/** Documents in the browser: written with a preview, changed by two at once, and compared. */
import { issues } from '@muster/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { addAgentWithKey, addIssue, type AgentWithKey } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { eventually } from './browser.ts';
import { useSignedIn } from './signed-in.ts';

const world = useSharedWorld();
const { company, visitSignedIn } = useSignedIn(world);
let grace: AgentWithKey;

beforeAll(async () => {
  grace = await addAgentWithKey(world(), company().id, { name: 'Grace', role: 'engineer' });
});

describe('a document', () => {
  it('is written beside the thread, changed while an agent changes it, and compared', async () => {
    const { board } = world();
    const { caller } = grace;
    const { id: issueId, identifier } = await addIssue(board, company().id);
    const read = () => caller.call(issues, 'getIssueDocument', { issueId, document: 'the-plan' });
    const page = await visitSignedIn('/', { expects: /^412 PUT/ });
    await page.goto(`/${company().issuePrefix}/issues/${identifier}`);
    await page.getByText('live', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Write a document' }).click();
    const made = page.getByRole('dialog', { name: 'A new document' });
    await made.getByLabel('Key').fill('The plan');
    await made.getByLabel('Text').fill('# Plan\n\nOpen the **north** door.');
    await made.getByLabel('Preview').check();
    await made.getByRole('heading', { name: 'Plan', exact: true }).waitFor();
    await made.getByRole('button', { name: 'Save' }).click();
    const documents = page.getByRole('region', { name: 'Documents' });
    await documents.getByRole('button', { name: 'the-plan' }).click();
    const shown = page.getByRole('dialog', { name: 'Document the-plan' });
    await shown.getByText('Open the north door.').waitFor();
    expect(await read()).toMatchObject({ version: 1, title: 'Plan', authorAgentId: null });

    await shown.getByRole('button', { name: 'Change' }).click();
    const form = page.getByRole('dialog', { name: 'Change the-plan' });
    await form.getByLabel('Text').fill('# Plan\n\nOpen the south door.');
    const theirs = '# Plan\n\nOpen the east door.';
    await caller.call(issues, 'writeIssueDocument', {
      issueId,
      document: 'the-plan',
      body: theirs,
      ifVersion: 1,
    });
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByRole('alert').filter({ hasText: 'Open the east door.' }).waitFor();
    expect(await read()).toMatchObject({ version: 2, body: theirs });
    await form.getByLabel('Note on the change').fill('Another door');
    await form.getByRole('button', { name: 'Save mine instead' }).click();
    await form.waitFor({ state: 'detached' });
    await eventually(async () => (await read()).body).toBe('# Plan\n\nOpen the south door.');

    await documents.getByText('Another door').waitFor();
    await documents.getByRole('button', { name: 'the-plan' }).click();
    await shown.getByRole('button', { name: 'Versions' }).click();
    const versions = page.getByRole('dialog', { name: 'Versions of the-plan' });
    await versions.getByRole('button', { name: 'Compare version 2 with now' }).click();
    const difference = versions.getByRole('group', { name: 'Difference' });
    await difference.locator('del', { hasText: 'east' }).waitFor();
    await difference.locator('ins', { hasText: 'south' }).waitFor();
    await versions.getByRole('button', { name: 'Close' }).click();

    await documents.getByRole('button', { name: 'the-plan' }).click();
    await shown.getByRole('button', { name: 'Delete' }).click();
    const gone = page.getByRole('dialog', { name: 'Delete the-plan' });
    await gone.getByRole('button', { name: 'Delete' }).click();
    await documents.getByRole('button', { name: 'the-plan' }).waitFor({ state: 'detached' });
  });

  it('of a project appears on its page as an agent writes it', async () => {
    const { board } = world();
    const { id: projectId } = await board.call(issues, 'createProject', {
      companyId: company().id,
      name: 'Hall',
    });
    const page = await visitSignedIn(`/${company().issuePrefix}/projects/${projectId}`);
    await page.getByText('live', { exact: true }).waitFor();
    await grace.caller.call(issues, 'writeProjectDocument', {
      projectId,
      document: 'report',
      body: '# What was done',
    });
    const documents = page.getByRole('region', { name: 'Documents' });
    await documents.getByText('What was done').waitFor();
    await documents.getByText('by Grace').waitFor();
  });
});
