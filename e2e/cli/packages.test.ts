/** Companies as folders of files, written and read by a person at a terminal. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agents } from '@muster/contracts';
import { expect, it } from 'vitest';
import { addAgent, createCompany } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { answerOf, usePerson } from './muster.ts';

const world = useSharedWorld();
const person = usePerson();

const as = (companyId: string): { env: Record<string, string> } => ({
  env: {
    MUSTER_URL: world().stack.baseUrl,
    MUSTER_TOKEN: world().stack.boardToken,
    MUSTER_COMPANY: companyId,
  },
});

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();

it('writes a company into a folder that is new or empty', async () => {
  const { board, folder } = world();
  const company = await createCompany(board, { description: 'Weaves.' });
  const { id: agentId } = await addAgent(board, company.id, { name: 'Ada Lovelace' });
  await board.call(agents, 'setInstructions', { agentId, body: 'Weave well.' });
  const dir = join(folder, 'exported');
  const ran = await person.run('company export', [dir], as(company.id));
  expect(ran).toMatchObject({ code: 0, out: `Wrote 2 files into ${dir}.\n`, err: '' });
  expect(filesIn(dir)).toEqual(['COMPANY.md', 'agents/ada-lovelace/AGENTS.md']);
  expect(readFileSync(join(dir, 'agents/ada-lovelace/AGENTS.md'), 'utf8')).toBe(
    '---\nkind: agent\nname: Ada Lovelace\nslug: ada-lovelace\n---\n\nWeave well.\n',
  );
  const again = await person.run('company export', [dir], as(company.id));
  expect(again).toMatchObject({ code: 2, err: expect.stringContaining('not empty') as string });
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  const json = await person.run('company export', [empty, '--json'], as(company.id));
  expect(answerOf(json)).toEqual({ folder: empty, files: 2, leftOut: [] });
});

it('overwrites nothing, and exports only what its caller may read', async () => {
  const { folder } = world();
  const dir = join(folder, 'used');
  mkdirSync(dir);
  writeFileSync(join(dir, 'COMPANY.md'), 'mine');
  const { id } = await createCompany(world().board);
  expect((await person.run('company export', [dir], as(id))).code).toBe(2);
  expect(readFileSync(join(dir, 'COMPANY.md'), 'utf8')).toBe('mine');
});

it('shows what a folder would make, makes a new company of it, and adds nothing twice', async () => {
  const { folder, board } = world();
  const dir = join(folder, 'package');
  mkdirSync(join(dir, 'agents/ada'), { recursive: true });
  mkdirSync(join(dir, 'agents/eve'));
  const name = `Looms ${Date.now()}`;
  writeFileSync(join(dir, 'COMPANY.md'), `---\nname: ${name}\n---\nWeaves.\n`);
  writeFileSync(join(dir, 'agents/ada/AGENTS.md'), '---\nname: Ada\n---\nWeave.\n');
  symlinkSync('/etc/hostname', join(dir, 'agents/eve/AGENTS.md'));
  writeFileSync(join(dir, 'logo.png'), Buffer.from([0x89, 0x50, 0xff]));
  const shown = await person.run('company import', [dir, '--new', '--preview'], as(''));
  expect(shown.code).toBe(0);
  expect(shown.out).toMatch(/^create +agent +agents\/ada\/AGENTS\.md/m);
  expect(shown.out).toMatch(/^refuse +agent +agents\/eve\/AGENTS\.md +link/m);
  const ran = await person.run('company import', [dir, '--new', '--json'], as(''));
  expect(ran.err).toContain('agents/eve/AGENTS.md: link');
  const companyId = String(answerOf(ran)['companyId']);
  const company = await board.call(agents, 'getCompany', { companyId });
  expect(company).toMatchObject({ name, description: 'Weaves.' });
  const [ada] = await board.call(agents, 'listAgents', { companyId });
  expect(ada).toMatchObject({ name: 'Ada', status: 'paused' });
  const again = await person.run('company import', [dir], as(companyId));
  expect(again).toMatchObject({
    code: 5,
    err: expect.stringContaining('nothing to import') as string,
  });
});
