/** How much a company package may hold, and how many imports a company has at a time. */
import { composed, PACKAGE_FILES_MAX } from '@muster/contracts';
import { expect, it } from 'vitest';
import { createCompany } from '../fixtures/builders.ts';
import { beginImport, importPackage, packageOf } from '../fixtures/packages.ts';
import { useSharedWorld } from '../world/use-world.ts';

const world = useSharedWorld();

it('previews as many files as a package may have, and no more', async () => {
  const { board } = world();
  const files = Array.from({ length: PACKAGE_FILES_MAX }, (_, at) => ({
    path: `notes/${at}.md`,
    text: 'A note.',
    omitted: 'too_large' as const,
  }));
  const path = '/api/company-packages/preview';
  const { status, body } = await board.post(path, { files });
  expect(status).toBe(200);
  expect(composed.previewCompanyPackage.output.parse(body).rows).toHaveLength(PACKAGE_FILES_MAX);
  const more = await board.post(path, { files: [...files, { path: 'x.md', text: '' }] });
  expect(more).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
});

it('refuses a second import while one is under way', async () => {
  const { board } = world();
  const { id: companyId } = await createCompany(board);
  const many = Array.from({ length: 300 }, (_, number) => ({
    path: `goals/goal-${number}/GOAL.md`,
    text: `---\nname: Goal ${number}\n---\n`,
  }));
  await importPackage(board, companyId, many);
  expect(await beginImport(board, companyId, packageOf('Second'))).toMatchObject({
    status: 409,
    body: { code: 'package_import_under_way' },
  });
});
