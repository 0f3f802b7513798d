import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { planImport } from './domain/plan-import.ts';
import { newCompany } from './domain/planning.ts';
import { planOfFiles } from './plan-of-files.ts';

const files = Array.from({ length: 2_000 }, (_, at) => ({
  path: `agents/a${at}/AGENTS.md`,
  text: `---\nname: A${at}\n---\n${'Work. '.repeat(300)}`,
}));

it('can be left after each file, while files are sorted and while they are read', () => {
  const work = planImport(files, newCompany);
  let times = 0;
  while (!work.next().done) times += 1;
  expect(times).toBe(2 * files.length);
});

it('lets others have their turns before a large package is planned', async () => {
  await planOfFiles(files.slice(0, 1), undefined);
  let isPlanned = false;
  const planning = planOfFiles(files, undefined).finally(() => (isPlanned = true));
  let turns = 0;
  while (!isPlanned) {
    await turn();
    turns += 1;
  }
  expect((await planning).steps).toHaveLength(files.length);
  expect(turns).toBeGreaterThan(5);
});
