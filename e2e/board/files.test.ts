/** Files beside the thread of an issue, and a company as files: added, looked at, downloaded by a person. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { agents } from '@muster/contracts';
import { expect, it } from 'vitest';
import { addAgent, addIssue, createCompany } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { signInWithToken } from './sign-in.ts';
import { useSignedIn } from './signed-in.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const world = useSharedWorld();
const { company, open, visitSignedIn } = useSignedIn(world);

it('a person adds files, looks at a picture, downloads one and deletes it', async () => {
  const { identifier } = await addIssue(world().board, company().id, { title: 'Draw' });
  const page = await visitSignedIn('/');
  await page.goto(`/${company().issuePrefix}/issues/${identifier}`);
  const files = page.getByRole('region', { name: 'Files' });
  const add = (name: string, mimeType: string, buffer: Buffer) =>
    files.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  await add('pixel.png', 'image/png', PIXEL);
  await files.getByRole('button', { name: 'View', exact: true }).click();
  const picture = page.getByRole('img', { name: 'pixel.png' });
  await picture.waitFor();
  expect(await picture.evaluate((img) => Reflect.get(img, 'naturalWidth'))).toBe(1);
  await page.getByRole('button', { name: 'Close' }).last().click();
  const hostile = '<script>document.title = "ran"</script>';
  await add('page.html', 'text/html', Buffer.from(hostile));
  const saved = page.waitForEvent('download');
  await files.getByRole('button', { name: 'page.html' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('page.html');
  expect(readFileSync((await download.path()) ?? '', 'utf8')).toBe(hostile);
  expect(await page.title()).not.toBe('ran');
  expect(await files.getByRole('button', { name: 'View', exact: true }).count()).toBe(2);
  await files.getByRole('button', { name: 'Delete' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await files.getByRole('button', { name: 'page.html' }).waitFor({ state: 'detached' });
});

/** What would tell of itself where it ran, or load something from elsewhere where it was shown. */
const HOSTILE = [
  [
    'page.html',
    'text/html',
    '<script>document.title = "ran"</script><img src="https://evil.example/x">',
  ],
  [
    'drawing.svg',
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=\'ran\'"><script>document.title="ran"</script></svg>',
  ],
  ['code.js', 'text/javascript', 'document.title = "ran"'],
] as const;

it('what would run in a browser is read as text, downloaded as bytes, and stays in its company', async () => {
  const { identifier } = await addIssue(world().board, company().id, { title: 'Look' });
  const page = await visitSignedIn('/');
  await page.goto(`/${company().issuePrefix}/issues/${identifier}`);
  const outside: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('evil.example')) outside.push(request.url());
  });
  const files = page.getByRole('region', { name: 'Files' });
  for (const [name, mimeType, text] of HOSTILE) {
    await files.locator('input[type=file]').setInputFiles({
      name,
      mimeType,
      buffer: Buffer.from(text),
    });
    const row = files.getByRole('listitem').filter({ hasText: name });
    await row.getByRole('button', { name: 'View', exact: true }).click();
    const shown = page.getByRole('group', { name: 'Text' });
    expect(await shown.textContent()).toBe(text);
    expect(await shown.locator('*').count()).toBe(0);
    await page.getByRole('button', { name: 'Close' }).last().click();
    await shown.waitFor({ state: 'detached' });
  }
  const archive = Buffer.from('UEsDBAoAAAAAAA', 'base64');
  await files.locator('input[type=file]').setInputFiles({
    name: 'x.zip',
    mimeType: 'application/zip',
    buffer: archive,
  });
  const packed = files.getByRole('listitem').filter({ hasText: 'x.zip' });
  await packed.waitFor();
  expect(await packed.getByRole('button', { name: 'View', exact: true }).count()).toBe(0);
  // Its signed address, opened in the place of the page, is saved and not shown.
  const saved = page.waitForEvent('download');
  await files.getByRole('button', { name: 'drawing.svg' }).click();
  expect((await saved).suggestedFilename()).toBe('drawing.svg');
  expect([await page.title(), outside]).toEqual([expect.not.stringContaining('ran'), []]);
});

it('a folder is previewed row by row, agreed to, and what it has created is linked', async () => {
  const folder = join(world().folder, 'looms');
  const files = {
    'agents/ada/AGENTS.md': '---\nname: Ada\ncommand: /bin/sh\n---\nWeave.\n',
    'agents/bob/AGENTS.md': 'Bob has no head.\n',
    'tasks/clean/TASK.md': '---\nname: Clean the loom\n---\n',
    '.git/HEAD': 'ref: refs/heads/main',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const page = await visitSignedIn('~/settings/package');
  await page.getByLabel('Choose a folder').setInputFiles(folder);
  const refused = page.getByRole('region', { name: 'Refused' });
  await refused.getByRole('row', { name: /Agent Begin with a head/ }).waitFor();
  await refused
    .getByRole('row', { name: /Agent Set it by hand .* Not imported: command/ })
    .waitFor();
  expect(await refused.getByRole('row').count()).toBe(3);
  const created = page.getByRole('region', { name: 'To be created' });
  await created.getByRole('row', { name: /Ada .* Paused/ }).waitFor();
  const { board } = world();
  const companyId = company().id;
  expect(await board.call(agents, 'listAgents', { companyId })).toEqual([]);
  await page.getByRole('button', { name: 'Create 2 entries' }).click();
  await page.getByText('2 entries created.').waitFor();
  await page.getByRole('link', { name: 'clean', exact: true }).click();
  await page.getByRole('heading', { name: 'Clean the loom' }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'ada', exact: true }).click();
  await page.getByRole('heading', { name: 'Ada' }).waitFor();
  expect(await board.call(agents, 'listAgents', { companyId })).toMatchObject([
    { name: 'Ada', status: 'paused' },
  ]);
});

it('an exported company is an archive, from which another installation makes a company', async () => {
  const { board, stack } = world();
  const { id, issuePrefix } = await createCompany(board, { name: 'Silk & co' });
  await addAgent(board, id, { name: 'Grace' });
  const { page } = await open(stack.baseUrl);
  await signInWithToken(page, stack.baseUrl, stack.boardToken);
  await page.goto(`/${issuePrefix}/settings/package`);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export the company' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('silk-co.zip');
  await page.getByText(/^silk-co.zip: 2 files, 1 KB/).waitFor();
  const archive = join(world().folder, 'silk-co.zip');
  await download.saveAs(archive);
  await page.goto('/import');
  await page.getByLabel('Choose a zip archive').setInputFiles(archive);
  await page.getByText('New company: Silk & co.').waitFor();
  await page.getByRole('button', { name: 'Create 1 entry' }).click();
  await page.getByText('1 entry created.').waitFor();
  await page.getByRole('link', { name: 'grace' }).waitFor();
  const copies = (await board.call(agents, 'listCompanies', { limit: 200 })).filter(
    (each) => each.name === 'Silk & co',
  );
  expect(copies).toHaveLength(2);
  const broken = { name: 'broken.zip', mimeType: 'application/zip', buffer: PIXEL };
  await page.goto('/import');
  await page.getByLabel('Choose a zip archive').setInputFiles(broken);
  await page.getByText('The archive cannot be read.').waitFor();
});
