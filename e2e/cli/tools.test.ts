/** Events as they happen, findings with their next steps, and the completion of shells. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addAgent, addIssue, createCompany } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { usePerson } from './muster.ts';

const world = useSharedWorld();
const person = usePerson();

const board = (companyId = ''): { env: Record<string, string> } => ({
  env: {
    MUSTER_URL: world().stack.baseUrl,
    MUSTER_TOKEN: world().stack.boardToken,
    ...(companyId === '' ? {} : { MUSTER_COMPANY: companyId }),
  },
});

it('tells what has happened as sentences, the newest last', async () => {
  const { id } = await createCompany(world().board);
  const { identifier } = await addIssue(world().board, id, { title: 'A loom' });
  const { out } = await person.run('events', [], board(id));
  expect(out.trim().split('\n').at(-1)).toMatch(new RegExp(` created issue ${identifier} A loom$`));
  const some = await person.run('events', ['--type', 'company.created', '--json'], board(id));
  expect(JSON.parse(some.out)).toMatchObject([{ action: 'company.created' }]);
});

it('follows what happens, and goes on behind its last event', async () => {
  const { id } = await createCompany(world().board);
  const add = (title: string) => addIssue(world().board, id, { title });
  const args = ['-f', '--type', 'issue.created'];
  const first = person.start('events', args, board(id));
  // Nothing tells that the feed is open: what is made before then is not in it.
  await expect.poll(async () => (await add('first'), first.out())).toContain('first');
  first.kill('SIGINT');
  const { code, err } = await first.ended;
  expect(code).toBe(0);
  const cursor = /--after (\S+)/.exec(err)?.[1] ?? '';
  await add('in between');
  const second = person.start('events', [...args, '--after', cursor, '--jsonl'], board(id));
  await expect.poll(() => second.out()).toContain('in between');
  second.kill('SIGTERM');
  expect((await second.ended).code).toBe(0);
});

it('finds what is wrong with the installation, the company and an agent, and what to do', async () => {
  const away = { MUSTER_URL: 'http://127.0.0.1:9', MUSTER_TOKEN: 'x' };
  const dead = await person.run('doctor', [], { env: away });
  expect(dead).toMatchObject({
    code: 7,
    out: expect.stringContaining('does not answer') as string,
  });
  const wrong = { ...board().env, MUSTER_TOKEN: 'wrong' };
  const stranger = await person.run('doctor', [], { env: wrong });
  expect(stranger).toMatchObject({
    code: 7,
    out: expect.stringContaining('muster login') as string,
  });

  const { id } = await createCompany(world().board);
  const empty = await person.run('doctor', [], board(id));
  expect(empty).toMatchObject({
    code: 0,
    out: expect.stringContaining('muster agent hire') as string,
  });
  await addAgent(world().board, id, {
    name: 'Lost',
    adapterConfig: { command: 'no-such-program' },
  });
  await addIssue(world().board, id);
  const company = await person.run('doctor', [], board(id));
  expect(company.code).toBe(7);
  expect(company.out).toMatch(/^FAIL {2}agent Lost, program: .+\n +→ .+$/m);
  expect(company.out).toMatch(/^WARN {2}issues: nobody has 1 open issues/m);
  await person.run('agent pause', ['lost'], board(id));
  const agent = await person.run('doctor', ['lost', '--json'], board(id));
  expect(agent.code).toBe(7);
  expect(JSON.parse(agent.out)).toContainEqual(
    expect.objectContaining({
      about: 'program',
      level: 'fail',
      hint: expect.any(String) as string,
    }),
  );
});

it('completes commands, flags and operations in a real shell', async () => {
  const { out } = await person.run('completion', ['bash']);
  const file = join(person.home, 'muster.bash');
  writeFileSync(file, out);
  const completed = (...words: string[]): string[] => {
    const line = words.map((word) => `'${word}'`).join(' ');
    const script = `source '${file}'; COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _muster; echo "\${COMPREPLY[*]}"`;
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split(' ');
  };
  expect(completed('muster', 'iss')).toEqual(['issue']);
  expect(completed('muster', 'issue', 'cr')).toEqual(['create']);
  expect(completed('muster', 'issue', 'create', '--json', '--ass')).toEqual(['--assignee']);
  expect(completed('muster', 'inbox', 'rev')).toEqual(['review']);
  expect(completed('muster', 'api', 'checkoutI')).toEqual(['checkoutIssue']);
  for (const shell of ['zsh', 'fish']) {
    const other = await person.run('completion', [shell]);
    expect(other).toMatchObject({
      code: 0,
      out: expect.stringContaining('checkoutIssue') as string,
    });
  }
});
