/** Commands that are one operation each: what they print for people and for programs, and how they end. */
import { gateway } from '@muster/contracts';
import { expect, it } from 'vitest';
import { addAgent, addAgentWithKey, addIssue, createCompany } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { answerOf, usePerson, type Ran } from './muster.ts';

const world = useSharedWorld();
const person = usePerson();

/** As the board, in a company. */
const inCompany =
  (companyId: string, token = world().stack.boardToken) =>
  (path: string, args: readonly string[] = [], input?: string): Promise<Ran> =>
    person.run(path, args, {
      env: {
        MUSTER_URL: world().stack.baseUrl,
        MUSTER_TOKEN: token,
        MUSTER_COMPANY: companyId,
      },
      ...(input === undefined ? {} : { input }),
    });

const done = async (ran: Promise<Ran>): Promise<string> => {
  const { code, out, err } = await ran;
  if (code !== 0) throw new Error(`it ended with ${code}: ${err}`);
  return out;
};

it('makes a company, and shows it', async () => {
  const name = `Weaving ${Date.now()}`;
  const muster = inCompany('');
  const id = String(answerOf(await muster('company create', [name, '--json']))['id']);
  expect(await done(muster('company list'))).toContain(name);
  expect((await done(muster('company list', ['--quiet', '--limit', '0']))).split('\n')).toContain(
    id,
  );
  expect(await done(inCompany(name)('company show'))).toMatch(/^agents +0$/m);
  expect(await done(inCompany(id)('company stop'))).toContain('stopped');
});

it('makes, changes, comments and ends an issue', async () => {
  const { board } = world();
  const company = await createCompany(board);
  await addAgent(board, company.id, { name: 'Ada' });
  const muster = inCompany(company.id);
  const key = `${company.issuePrefix}-1`;
  const options = ['--assignee', 'ada', '--status', 'todo', '--description', '-'];
  expect(await done(muster('issue create', ['Write it', ...options], 'In words.\n'))).toBe(
    `${key} is todo: Write it\n`,
  );
  const part = ['A part', '--parent', key, '--blocked-by', key];
  expect(answerOf(await muster('issue create', [...part, '--json']))).toMatchObject({
    parentId: expect.any(String) as string,
    blockedByIssueIds: [expect.any(String)],
  });
  const shown = await done(muster('issue show', [key]));
  expect(shown).toMatch(/^assignee +Ada$/m);
  expect(shown).toMatch(/\nIn words\.\n$/);
  expect(await done(muster('issue list', ['--assignee', 'Ada']))).toMatch(
    /^ID +STATUS +PRIORITY +ASSIGNEE +TITLE\n\S+-1 +todo +medium +Ada +Write it\n$/,
  );
  expect(await done(muster('agent issues', ['ada', '--jsonl']))).toContain('"Write it"');
  expect(await done(muster('issue comment', [key, '-'], 'A word.'))).toContain('Commented.');
  expect(await done(muster('issue comments', [key]))).toContain('A word.');
  await done(muster('issue update', [key, '--priority', 'high', '--assignee', 'null']));
  const lines = (await done(muster('issue list', ['--status', 'todo,backlog', '--jsonl']))).trim();
  const rows = lines.split('\n').map((line) => JSON.parse(line) as { priority: string });
  expect(rows.map(({ priority }) => priority)).toEqual(['high', 'medium']);
  await done(muster('issue update', [key, '--status', 'cancelled']));
  expect(await done(muster('issue reopen', [key]))).toContain('is todo');
  expect(await done(muster('issue cost', [key]))).toContain('$0.00');
});

it('claims an issue for the agent whose key it has, and gives it back', async () => {
  const { board } = world();
  const company = await createCompany(board);
  const [ann, bob] = [
    await addAgentWithKey(world(), company.id),
    await addAgentWithKey(world(), company.id),
  ];
  const { identifier } = await addIssue(board, company.id, { assigneeAgentId: ann.agent.id });
  const [asAnn, asBob] = [inCompany(company.id, ann.token), inCompany(company.id, bob.token)];
  expect(await done(asAnn('issue mine', ['--json']))).toContain(identifier);
  expect(await done(asAnn('issue claim', [identifier]))).toContain('is in_progress');
  const refused = await asBob('issue claim', [identifier, '--from', 'todo,in_progress']);
  expect(refused).toMatchObject({ code: 5, out: '' });
  expect(refused.err).toMatch(
    /^muster: issue_owned_by_another_agent: .+\n {2}status: in_progress\n {2}hint: .+\n$/,
  );
  expect(await done(asAnn('issue release', [identifier]))).toContain('is todo');
});

it('hires, holds and wakes agents, and tells why', async () => {
  const { id } = await createCompany(world().board, { requireBoardApprovalForNewAgents: false });
  const muster = inCompany(id);
  const hired = ['Grace', '--adapter', 'process', '--role', 'engineer', '--config', '-'];
  const config = JSON.stringify({ command: '/bin/echo', args: ['hello'] });
  expect(await done(muster('agent hire', hired, config))).toContain('Grace is');
  expect(await done(muster('agent list'))).toMatch(/^Grace +engineer +/m);
  expect(await done(muster('agent pause', ['grace']))).toBe('Grace is paused.\n');
  expect(await done(muster('agent resume', ['Grace']))).toContain('Grace is ');
  expect(await done(muster('agent show', ['grace']))).toMatch(/^adapter +process$/m);
  const woken = await done(muster('agent wake', ['grace', '--reason', 'to try', '--quiet']));
  const runId = woken.trim();
  expect(await done(muster('run wait', [runId]))).toContain('succeeded');
  expect(await done(muster('run show', [runId]))).toMatch(/^agent +Grace$/m);
  expect(await done(muster('run list', ['--agent', 'grace', '--quiet']))).toBe(`${runId}\n`);
  expect((await muster('run cancel', [runId])).code).toBe(5);
  expect(await done(muster('agent check', ['grace']))).toContain('ok    program');
  const given = ['It', '--assignee', 'grace', '--status', 'todo', '--quiet'];
  const issueId = (await done(muster('issue create', given))).trim();
  expect(await done(muster('agent why', ['grace', '--issue', issueId]))).toMatch(/^reason +\w+$/m);
  expect((await muster('agent why', ['grace'])).code).toBe(2);
});

it('ends with 7 where a run that was awaited has failed', async () => {
  const { board } = world();
  const { id } = await createCompany(board);
  await addAgent(board, id, {
    name: 'Fail',
    adapterConfig: { command: 'false' },
    runtimeConfig: {},
  });
  const muster = inCompany(id);
  const runId = (await done(muster('agent wake', ['fail', '--quiet']))).trim();
  const ran = await muster('run wait', [runId]);
  expect(ran).toMatchObject({ code: 7, err: expect.stringContaining('failed') as string });
});

it('keeps secrets out of arguments', async () => {
  const { id } = await createCompany(world().board);
  const muster = inCompany(id);
  expect(await done(muster('secret set', ['api-key'], 'first'))).toBe('Stored api-key.\n');
  expect(await done(muster('secret rotate', ['api-key'], 'second'))).toContain('value number 2');
  expect(await done(muster('secret list'))).toMatch(/^api-key +2 +0 /m);
  expect((await muster('secret set', ['other', '--value', 'x'])).code).toBe(2);
  expect((await muster('secret set', ['other'])).code).toBe(2);
});

it('shows plans, routines and money, and makes a key that is shown once', async () => {
  const { board } = world();
  const { id } = await createCompany(board);
  const muster = inCompany(id);
  await done(muster('api', ['createProject', 'name=Looms']));
  await done(muster('api', ['createGoal', 'title=Weave']));
  await done(muster('api', ['createLabel', 'name=urgent', 'color=#aa0000']));
  expect(await done(muster('project list'))).toContain('Looms');
  expect(await done(muster('goal list'))).toContain('Weave');
  expect(await done(muster('label list'))).toContain('urgent');
  const issue = ['A', '--project', 'looms', '--goal', 'weave', '--label', 'urgent', '--json'];
  expect(answerOf(await muster('issue create', issue))).toMatchObject({
    labels: [{ name: 'urgent' }],
  });
  expect((await muster('routine list')).code).toBe(0);
  const missing = await muster('routine run', ['0197f0a2-6d4b-7c3e-9a51-3f2b8c1d4e5f']);
  expect(missing).toMatchObject({
    code: 4,
    err: expect.stringContaining('routine_not_found') as string,
  });
  expect(await done(muster('cost summary'))).toMatch(/^spent +\$0\.00$/m);
  for (const by of ['agents', 'projects', 'issues', 'models', 'days']) {
    expect(await muster(`cost ${by}`)).toMatchObject({ code: 0, err: 'Nothing.\n' });
  }
  const remote = await addAgent(board, id, { name: 'Remote', adapterType: 'remote' });
  const token = (await done(muster('agent key', ['remote']))).trim();
  const session = answerOf(await inCompany(id, token)('whoami', ['--json']));
  expect(session).toMatchObject({ agent: { id: remote.id } });
  expect((await board.call(gateway, 'listAgentKeys', { agentId: remote.id })).length).toBe(1);
});

it('writes words of others out that would steer a terminal', async () => {
  const { board } = world();
  const { id } = await createCompany(board);
  const { identifier } = await addIssue(board, id, {
    title: 'A \u202Eeliot\u2066',
    description: '\u001B]52;c;eA==\u0007',
  });
  const muster = inCompany(id);
  const printed = [
    await done(muster('issue list')),
    await done(muster('issue show', [identifier])),
    await done(muster('issue show', [identifier, '--json'])),
  ];
  for (const text of printed) expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(printed[1]).toContain(String.raw`\u{202e}`);
  expect(JSON.parse(printed[2] ?? '')).toMatchObject({ title: 'A \u202Eeliot\u2066' });
});
