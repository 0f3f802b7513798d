/** A hook, made on the board in a real browser: what it takes, what it does, and why not. */
import { issues } from '@muster/contracts';
import { beforeAll, expect, it } from 'vitest';
import { addIssue } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { useSignedIn } from './signed-in.ts';

const world = useSharedWorld();
const { company, visitSignedIn } = useSignedIn(world);
let identifier: string;

beforeAll(async () => {
  const { board } = world();
  ({ identifier } = await addIssue(board, company().id, { title: 'Watch the pipeline' }));
  await board.call(issues, 'createRoutine', {
    companyId: company().id,
    name: 'After a merge',
    template: { title: 'Look at {{title}}' },
    variables: [{ name: 'title' }],
  });
});

it('is made with its secret shown once, takes deliveries, and says what they did', async () => {
  const { api } = world();
  const page = await visitSignedIn('~/hooks', { expects: /^400 POST .*\/hooks$/ });
  await page.getByText(/A hook is an address/).waitFor();
  await page.getByRole('button', { name: 'New hook' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name', { exact: true }).fill('Pipelines');
  await form.getByLabel('Sender').selectOption('gitlab');
  await form.getByLabel('A delivery').selectOption('comment');
  await form.getByLabel('Issue').fill('/issue');
  await form.getByLabel('Text').fill('text');
  await form.getByLabel('Only where').fill('/status = failed');
  await form.getByRole('button', { name: 'Create it' }).click();
  await form.getByText(/JSON pointer/).waitFor();
  await form.getByLabel('Text').fill('/text');
  await form.getByRole('button', { name: 'Create it' }).click();
  const secret = await page.getByLabel('To copy').inputValue();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByRole('link', { name: /Pipelines/ }).click();
  await page.getByRole('heading', { name: 'Pipelines' }).waitFor();
  const address = await page.getByLabel('To copy').inputValue();
  const send = (body: object) =>
    api.as().post(new URL(address).pathname, body, { 'x-gitlab-token': secret });
  const body = { issue: identifier, text: 'The pipeline is red' };
  expect((await send({ ...body, status: 'failed' })).status).toBe(202);
  await page.getByText('Done', { exact: true }).waitFor();
  expect((await send({ ...body, status: 'success' })).status).toBe(202);
  await page.getByText('Ignored', { exact: true }).waitFor();
  expect((await send({ issue: 'ACM-99999', text: 'x', status: 'failed' })).status).toBe(202);
  await page.getByText('issue not found').waitFor();
  await page.getByRole('button', { name: /Try again/ }).waitFor();
  await page.getByRole('link', { name: 'its issue' }).click();
  await page.getByText('The pipeline is red').waitFor();
});

it('runs a routine that is chosen by its name, is turned off, and is deleted', async () => {
  const page = await visitSignedIn('~/hooks');
  await page.getByRole('button', { name: 'New hook' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name', { exact: true }).fill('Merges');
  await form.getByLabel('Routine').selectOption('After a merge');
  await form.getByLabel('Variables').fill('title = /pull_request/title');
  await form.getByRole('button', { name: 'Create it' }).click();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByRole('link', { name: /Merges/ }).click();
  await page.getByText('title = /pull_request/title').waitFor();
  await page.getByText('After a merge').waitFor();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('button', { name: 'Turn on' }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Hooks' }).waitFor();
  await page.getByRole('link', { name: /Merges/ }).waitFor({ state: 'detached' });
});
