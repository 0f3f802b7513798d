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
  await files.getByRole('button', { name: 'Look at it' }).click();
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
  expect(await files.getByRole('button', { name: 'Look at it' }).count()).toBe(1);
  await files.getByRole('button', { name: 'Delete' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await files.getByRole('button', { name: 'page.html' }).waitFor({ state: 'detached' });
});
