/** How the command line ends: the code, the sentence and the hint, and what a repeated command does. */
import { expect, it } from 'vitest';
import { addAgentWithKey, createCompany } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { answerOf, usePerson, type Ran } from './muster.ts';

const world = useSharedWorld();
const person = usePerson();

const run = (
  path: string,
  args: readonly string[] = [],
  more: Record<string, string> = {},
): Promise<Ran> =>
  person.run(path, args, {
    env: { MUSTER_URL: world().stack.baseUrl, MUSTER_TOKEN: world().stack.boardToken, ...more },
  });

it.each([
  ['an unknown command', 'weave', [], 2],
  ['an unknown verb', 'issue weave', [], 2],
  ['a missing argument', 'issue show', [], 2],
  ['an unknown flag', 'company list', ['--weave'], 2],
  ['a value that is none of the words', 'issue list', ['--status', 'weaving'], 2],
  ['an unknown operation', 'api', ['weave'], 2],
  ['an unknown field', 'api', ['getHealth', 'weave=1'], 2],
  ['a shell without a completion', 'completion', ['tcsh'], 2],
])('says on standard error what is wrong: %s', async (_, path, args, code) => {
  const { id } = await createCompany(world().board);
  const ran = await run(path, args, { MUSTER_COMPANY: id });
  expect(ran).toMatchObject({ code, out: '' });
  expect(ran.err).not.toBe('');
});

it('tells refusals apart by its exit code, and prints code, sentence and hint', async () => {
  const company = await createCompany(world().board);
  const { token } = await addAgentWithKey(world(), company.id);
  const notFound = await run('issue show', [`${company.issuePrefix}-99`]);
  expect(notFound).toMatchObject({ code: 4, out: '' });
  expect(notFound.err).toMatch(/^muster: issue_not_found: /);
  const invalid = await run('api', ['createIssue', `companyId=${company.id}`, 'title=']);
  expect(invalid).toMatchObject({ code: 2 });
  expect(invalid.err).toMatch(/^muster: invalid_input: .+\n {2}.*title: /);
  const notAllowed = await run('company create', ['Mine'], { MUSTER_TOKEN: token });
  expect(notAllowed.code).toBe(3);
  const unknown = await run('company show', ['--company', 'Nowhere Ltd']);
  expect(unknown).toMatchObject({
    code: 4,
    err: expect.stringContaining('company list') as string,
  });
});

it('makes a write once where the command is repeated with its key', async () => {
  const { id } = await createCompany(world().board);
  const args = ['Once', '--company', id, '--idempotency-key', crypto.randomUUID(), '--quiet'];
  const [first, second] = [await run('issue create', args), await run('issue create', args)];
  expect(first.code).toBe(0);
  expect(second.out).toBe(first.out);
  expect((await run('issue list', ['--company', id, '--quiet'])).out).toBe(first.out);
});

it('reaches every operation, with types from the contracts', async () => {
  const { id } = await createCompany(world().board);
  const listed = await run('api');
  expect(listed.out).toMatch(/^createIssue +Create an issue\.$/m);
  const fields = await run('api', ['createIssue', '--help']);
  expect(fields.out).toMatch(/^ +title +text \(required\)$/m);
  const made = await run('api', [
    'createIssue',
    `companyId=${id}`,
    '--title',
    'By fields',
    '--priority=high',
    '--label-ids=',
  ]);
  expect(answerOf(made)).toMatchObject({ title: 'By fields', priority: 'high' });
  const input = JSON.stringify({ title: 'By a file', wakeOnChildren: 'each' });
  const whole = await person.run('api', ['createIssue', '--input', '-', '--company', id], {
    env: { MUSTER_URL: world().stack.baseUrl, MUSTER_TOKEN: world().stack.boardToken },
    input,
  });
  expect(answerOf(whole)).toMatchObject({ title: 'By a file', wakeOnChildren: 'each' });
  const page = await run('api', ['listIssues', '--company', id, 'limit=1']);
  expect(answerOf(page)).toHaveLength(1);
  const all = await run('api', ['listIssues', '--company', id, '--all', '--jsonl']);
  expect(all.out.trim().split('\n')).toHaveLength(2);
  expect((await run('api', ['getIndexText'])).out).toContain('Muster');
  const secret = await run('api', ['createSecret', `companyId=${id}`, 'name=a', 'value=open']);
  expect(secret).toMatchObject({
    code: 2,
    err: expect.stringContaining('standard input') as string,
  });
});

it('prints its help, for all and for one, and ends well', async () => {
  expect(await run('', ['--help'])).toMatchObject({ code: 0, err: '' });
  const help = await run('issue create', ['--help']);
  expect(help).toMatchObject({
    code: 0,
    out: expect.stringContaining('--assignee <agent>') as string,
  });
  expect(await run('help', ['inbox'])).toMatchObject({ code: 0 });
});
