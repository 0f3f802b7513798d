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
  let turns = 0;
  const takeTurn = (): void => {
    turns += 1;
    next = setImmediate(takeTurn);
  };
  let next = setImmediate(takeTurn);
  const { steps } = await planOfFiles(files, undefined);
  clearImmediate(next);
  expect(steps).toHaveLength(files.length);
  expect(turns).toBeGreaterThan(5);
});
