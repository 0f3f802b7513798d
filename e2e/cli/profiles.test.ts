/** Profiles: where tokens are kept, and where they are sent. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { itEach, until } from '@muster/test-kit';
import { expect, it } from 'vitest';
import { addAgentWithKey, createCompany } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { answerOf, usePerson } from './muster.ts';

const world = useSharedWorld();
const person = usePerson();

const modeOf = (path: string) => statSync(path).mode & 0o777;

it('keeps a token from standard input in a file of its user alone, and says who it is', async () => {
  const { baseUrl, boardToken } = world().stack;
  const login = await person.run('login', ['--url', baseUrl], { input: `${boardToken}\n` });
  expect(login).toMatchObject({ code: 0, err: '' });
  expect(login.out).not.toContain(boardToken);
  const folder = join(person.home, 'config/muster/profiles');
  expect(modeOf(folder)).toBe(0o700);
  for (const file of readdirSync(folder)) expect(modeOf(join(folder, file))).toBe(0o600);
  const who = await person.run('whoami');
  expect(who).toMatchObject({ code: 0, out: expect.stringContaining(baseUrl) as string });
  const session = answerOf(await person.run('whoami', ['--json']));
  expect(session['actor']).toBeDefined();
});

it('takes no token as an argument, and none that is not believed', async () => {
  const { baseUrl } = world().stack;
  const asArgument = await person.run('login', ['--token', 'x']);
  expect(asArgument.code).toBe(2);
  const wrong = await person.run('login', ['--url', baseUrl, '--profile', 'wrong'], {
    input: 'mst_wrong\n',
  });
  expect(wrong).toMatchObject({
    code: 3,
    err: expect.stringContaining('unauthenticated') as string,
  });
  expect((await person.run('whoami', ['--profile', 'wrong'])).code).toBe(3);
  expect((await person.run('login', ['--url', baseUrl])).code).toBe(2);
  expect((await person.run('login', ['--url', 'no address'], { input: 'x' })).code).toBe(2);
});

it('sends the token of a profile to its own address only', async () => {
  const heard: unknown[] = [];
  const stranger = createServer(({ headers }, reply) => {
    heard.push(headers.authorization);
    reply.end('{}');
  });
  stranger.listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  const { port } = stranger.address() as AddressInfo;
  const env = { MUSTER_URL: `http://127.0.0.1:${port}` };
  const ran = await person.run('whoami', [], { env });
  stranger.close();
  expect(ran).toMatchObject({ code: 2, err: expect.stringContaining('is not sent to') as string });
  expect(heard).toEqual([]);
});

it('chooses between profiles, and the company of one', async () => {
  const { board, stack } = world();
  const company = await createCompany(board);
  const { token, agent } = await addAgentWithKey(world(), company.id);
  const env = { MUSTER_URL: stack.baseUrl, MUSTER_TOKEN: token };
  const login = await person.run('login', ['--profile', 'agent'], { env });
  expect(login.out).toContain(agent.name);
  expect((await person.run('whoami', ['--quiet'])).out.trim()).toBe(agent.id);

  expect((await person.run('use', ['default', '--company', company.issuePrefix])).code).toBe(0);
  const { out } = await person.run('use', ['--json']);
  expect(JSON.parse(out)).toMatchObject([
    { id: 'agent', companyId: null, current: false },
    { id: 'default', companyId: company.id, current: true },
  ]);
  expect((await person.run('company show')).out).toContain('agents');
  expect((await person.run('use', ['nobody'])).code).toBe(4);

  expect((await person.run('logout', ['--profile', 'agent'])).code).toBe(0);
  const gone = await person.run('logout', ['--profile', 'agent']);
  expect(gone).toMatchObject({ code: 4, err: expect.stringContaining('no profile') as string });
});

it('works by the environment alone, and as the run that has started it', async () => {
  const { board, stack } = world();
  const company = await createCompany(board);
  const { token, agent } = await addAgentWithKey(world(), company.id);
  const ran = await person.run('whoami', ['--quiet'], {
    env: { SERVICE_API_URL: stack.baseUrl, SERVICE_API_KEY: token },
  });
  expect(ran).toMatchObject({ code: 0, out: `${agent.id}\n` });
  const shown = await person.run('company show', ['--json'], {
    env: { MUSTER_URL: stack.baseUrl, MUSTER_TOKEN: token },
  });
  expect(answerOf(shown)).toMatchObject({ companyId: company.id });
});

it('says what to do where there is no profile and nothing answers', async () => {
  const away = { MUSTER_URL: 'http://127.0.0.1:9', MUSTER_TOKEN: 'x' };
  const none = await person.run('whoami', ['--profile', 'none']);
  expect(none).toMatchObject({ code: 3, err: expect.stringContaining('muster login') as string });
  const dead = await person.run('whoami', [], { env: away });
  expect(dead).toMatchObject({
    code: 6,
    err: expect.stringContaining('does not answer') as string,
  });
});

itEach(['/usr/bin/script'], existsSync)(
  'asks for the token at a terminal without showing it, by %s',
  async () => {
    const { baseUrl, boardToken } = world().stack;
    const login = person.start('login', ['--url', baseUrl, '--profile', 'typed'], {
      terminal: true,
    });
    await expect.poll(() => login.out()).toContain(`Token for ${baseUrl}: `);
    login.type(`${boardToken}\r`);
    const { code, out } = await login.ended;
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('The profile typed is the current one now, in '),
    ]);
    expect(out).not.toContain(boardToken);
    expect((await person.run('whoami', ['--profile', 'typed'])).code).toBe(0);
  },
);

it('signs in on a page of the board, by a code that its person types there', async () => {
  const { board, stack } = world();
  const { id: companyId } = await createCompany(board);
  const login = person.start('login', ['--url', stack.baseUrl, '--profile', 'typed', '--web']);
  const userCode = await until('the code', async () => /code (\S+)/.exec(login.err())?.[1]);
  const answer = { userCode, approve: true, companies: [companyId], readOnly: true };
  await board.post('/api/authorization-request/decision', answer);
  expect(await login.ended).toMatchObject({ code: 0 });
  const session = answerOf(await person.run('whoami', ['--json', '--profile', 'typed']));
  expect(session['memberships']).toMatchObject([{ companyId, role: 'viewer' }]);
});
