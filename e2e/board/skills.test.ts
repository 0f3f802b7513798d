/** Skills, documents of the company, and icons of agents, as people write, give and see them. */
import { agents, issues } from '@muster/contracts';
import { expect, it } from 'vitest';
import { addAgent } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { eventually } from './browser.ts';
import { useSignedIn } from './signed-in.ts';

const world = useSharedWorld();
const { company, visitSignedIn } = useSignedIn(world);

it('a skill is written, changed, taken back to a version, given to an agent, and deleted', async () => {
  const { board } = world();
  const companyId = company().id;
  const ann = await addAgent(board, companyId, { name: 'Ann' });
  await addAgent(board, companyId, { name: 'Bob' });
  const page = await visitSignedIn('~/skills');
  await page.getByText('A skill says how').waitFor();
  await page.getByRole('button', { name: 'New skill' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name', { exact: true }).fill('Publish a page');
  await form.getByLabel('When to use it').fill('How we "publish": always.');
  await form.getByLabel('Text', { exact: true }).fill('Read it **twice**.');
  await form.getByRole('button', { name: 'Another file' }).click();
  await form.getByLabel('Path').fill('references/style.md');
  await form.getByLabel('Text of references/style.md').fill('Plain words.');
  await form.getByRole('button', { name: 'Create the skill' }).click();
  await page.getByRole('heading', { name: 'publish-a-page' }).waitFor();
  await page.getByText('How we "publish": always.').waitFor();
  await page.locator('strong', { hasText: 'twice' }).waitFor();
  await page.getByText('references/style.md').click();
  await page.getByText('Plain words.').waitFor();

  await page.getByRole('button', { name: 'Change' }).click();
  await form.getByLabel('Text', { exact: true }).fill('Read it three times.');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Read it three times.').waitFor();
  const read = () => board.call(agents, 'getSkill', { companyId, skill: 'publish-a-page' });
  expect((await read()).files.map(({ path }) => path)).toEqual(['SKILL.md', 'references/style.md']);
  await page.getByRole('button', { name: 'Compare' }).click();
  await form.getByText('three times').waitFor();
  await form.getByRole('button', { name: 'Go back to version 1' }).click();
  await page.locator('strong', { hasText: 'twice' }).waitFor();
  expect(await read()).toMatchObject({ version: 3 });

  await page.getByRole('button', { name: 'Give to agents' }).click();
  await form.getByLabel('Ann').check();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  const skillsOf = (agentId: string) => board.call(agents, 'listAgentSkills', { agentId });
  expect(await skillsOf(ann.id)).toMatchObject([{ slug: 'publish-a-page' }]);

  await page.getByRole('button', { name: 'Delete' }).click();
  await form.getByRole('button', { name: 'Delete the skill' }).click();
  await page.getByText('A skill says how').waitFor();
  expect(await skillsOf(ann.id)).toEqual([]);
});

it('a document of the company is written on its page, and read by an agent', async () => {
  const page = await visitSignedIn('~/documents');
  await page.getByText('All agents read').waitFor();
  await page.getByRole('button', { name: 'Write a document' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Key').fill('Handbook');
  await form.getByLabel('Text').fill('# Handbook\n\nAnswer on the same day.');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'handbook' }).click();
  await page.getByText('Answer on the same day.').waitFor();
  const companyId = company().id;
  await eventually(() =>
    world().board.call(issues, 'getCompanyDocument', { companyId, document: 'handbook' }),
  ).toMatchObject({ version: 1, title: 'Handbook' });
});

it('the icon of an agent is drawn wherever agents are listed, and on its page', async () => {
  const agent = await addAgent(world().board, company().id, { name: 'Iris', icon: 'telescope' });
  const page = await visitSignedIn('~/agents');
  for (const path of ['agents', `agents/${agent.urlKey}`, 'org', '']) {
    await page.goto(`/${company().issuePrefix}/${path}`);
    await page.locator('main [data-icon="telescope"] path').first().waitFor();
  }
});
