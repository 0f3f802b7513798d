/** Files beside the thread of an issue: added, looked at, downloaded and deleted by a person. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { addIssue } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { useSignedIn } from './signed-in.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const world = useSharedWorld();
const { company, visitSignedIn } = useSignedIn(world);

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
