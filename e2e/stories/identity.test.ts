import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agents, gateway, issues } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { describe, expect, it } from 'vitest';
import { type Caller, openClient } from '../world/http-client.ts';
import { addIssue, addAgentWithKey, createCompany } from '../fixtures/builders.ts';
import { readActivity } from '../world/read-lists.ts';
import { addPerson, cookieOf, PASSWORD, signIn } from '../fixtures/people.ts';
import { useWorld } from '../world/use-world.ts';

/** Two gateways, whatever the number of other processes: each learns of the changes made through the other. */
const world = useWorld({ replicas: { gateway: 2 } });

const WITHIN_MS = 1_000;

const statusOf = async (caller: Caller): Promise<number> =>
  (await caller.get('/api/session')).status;

describe('a person of the board', () => {
  it('signs in with a cookie, does the work of the board, and signs out', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board);
    const person = await addPerson(world(), companyId, {
      role: 'operator',
      permissions: ['manage_agents', 'approve'],
    });
    const page = await person.signIn();
    const { agent } = await addAgentWithKey({ ...world(), board: page }, companyId, {
      name: 'Ada',
    });
    const issue = await addIssue(page, companyId, { assigneeAgentId: agent.id });
    const comment = { issueId: issue.id, body: 'Please begin.' };
    expect(await page.call(issues, 'addComment', comment)).toMatchObject({
      authorUserId: person.userId,
      authorName: 'Ada Lovelace',
    });
    const activity = await readActivity(board, companyId);
    const done = activity.filter(({ actorId }) => actorId === person.userId);
    expect(done.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['agent.created', 'key.created', 'issue.created', 'issue.commented']),
    );
    expect((await page.post('/api/auth/sign-out')).status).toBe(200);
    await until('a session that both gateways refuse', async () =>
      (await statusOf(page)) === 401 && (await statusOf(page)) === 401 ? true : undefined,
    );
  });

  it('who was invited sees their company and no other', async () => {
    const { board } = world();
    const { id: own } = await createCompany(board);
    const { id: other } = await createCompany(board);
    const issue = await addIssue(board, other);
    const page = await (await addPerson(world(), own, { role: 'owner' })).signIn();
    const companies = await page.call(agents, 'listCompanies', {});
    expect(companies.map(({ id }) => id)).toEqual([own]);
    for (const path of [`companies/${other}`, `companies/${other}/members`, `issues/${issue.id}`]) {
      expect((await page.get(`/api/${path}`)).status).toBe(404);
    }
    const founded = await page.post('/api/companies', { name: 'Mine' });
    expect(founded).toMatchObject({ status: 403, body: { code: 'instance_admin_only' } });
    const activity = await readActivity(board, own);
    expect(activity.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'user_invitation.created',
        'user_invitation.accepted',
        'member.added',
      ]),
    );
  });

  it('who may only view changes nothing', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board);
    const issue = await addIssue(board, companyId);
    const page = await (await addPerson(world(), companyId, { role: 'viewer' })).signIn();
    expect((await page.get(`/api/issues/${issue.id}`)).status).toBe(200);
    const refused = { status: 403, body: { code: 'viewer_reads_only' } };
    expect(await page.patch(`/api/issues/${issue.id}`, { title: 'Mine' })).toMatchObject(refused);
    expect(await page.post(`/api/companies/${companyId}/issues`, { title: 'New' })).toMatchObject(
      refused,
    );
    const { title, version } = issue;
    expect(await board.call(issues, 'getIssue', { issueId: issue.id })).toMatchObject({
      title,
      version,
    });
  });

  it('is protected from requests by pages of other sites', async () => {
    const { api, board } = world();
    const { id: companyId } = await createCompany(board);
    const { email } = await addPerson(world(), companyId);
    const signedIn = await api.as().post('/api/auth/sign-in/email', { email, password: PASSWORD });
    const cookie = cookieOf(signedIn);
    const path = `/api/companies/${companyId}/issues`;
    const asked = (headers: Record<string, string>) =>
      api.as().post(path, { title: 'Forged' }, { cookie, ...headers });
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      {},
    ];
    for (const headers of foreign) {
      expect(await asked(headers)).toMatchObject({
        status: 403,
        body: { code: 'foreign_origin' },
      });
    }
    expect((await asked({ origin: world().stack.baseUrl })).status).toBe(201);
    expect(await board.call(issues, 'listIssues', { companyId })).toHaveLength(1);
  });
});

describe('both gateways', () => {
  /**
   * Sends requests to both gateways continuously, before and after the change. Answers with the delay
   * after the change of the last request that one of them accepted.
   */
  async function acceptedAfter(of: (url: string) => Caller, change: () => Promise<unknown>) {
    const callers = world().stack.baseUrls.map(of);
    const seen = () => Promise.all(callers.map(statusOf));
    expect(await seen()).toEqual([200, 200]);
    let lastAcceptedAt = 0;
    const refused = until('a refusal by both', async () => {
      const sentAt = Date.now();
      const answers = await seen();
      if (answers.includes(200)) lastAcceptedAt = sentAt;
      return answers.every((status) => status === 401) || undefined;
    });
    await change();
    const changedAt = Date.now();
    await refused;
    return lastAcceptedAt - changedAt;
  }
  const withToken = (token: string) => (url: string) => openClient([url]).as(token);

  it('refuse a terminated agent, a revoked key and token, and an ended session within a second', async () => {
    const { api, board } = world();
    const { id: companyId } = await createCompany(board);
    const took: Record<string, number> = {};
    const doomed = await addAgentWithKey(world(), companyId);
    took['termination'] = await acceptedAfter(withToken(doomed.token), () =>
      board.call(agents, 'terminateAgent', { agentId: doomed.agent.id }),
    );

    const {
      agent: { id: agentId },
    } = await addAgentWithKey(world(), companyId);
    const key = await board.call(gateway, 'createAgentKey', { agentId });
    took['key'] = await acceptedAfter(withToken(key.token), () =>
      board.call(gateway, 'revokeAgentKey', { agentId, keyId: key.id }),
    );

    const { email, userId } = await addPerson(world(), companyId);
    const page = await signIn(api, email);
    const { id: tokenId, token } = await page.call(gateway, 'createBoardToken', {});
    took['token'] = await acceptedAfter(withToken(token), () =>
      page.call(gateway, 'revokeBoardToken', { tokenId }),
    );

    const reply = await api.as().post('/api/auth/sign-in/email', { email, password: PASSWORD });
    const cookie = cookieOf(reply);
    took['session'] = await acceptedAfter(
      (url) => openClient([url]).withCookie(cookie),
      () => board.patch(`/api/users/${userId}`, { disabled: true }),
    );
    const late = Object.entries(took).filter(([, ms]) => ms > WITHIN_MS);
    expect(late).toEqual([]);
  });

  it('write neither passwords nor cookies nor tokens into their logs', async () => {
    const { api, board, folder } = world();
    const { id: companyId } = await createCompany(board);
    const { email } = await addPerson(world(), companyId);
    await api.as().post('/api/auth/sign-in/email', { email, password: 'a guess that fails' });
    const reply = await api.as().post('/api/auth/sign-in/email', { email, password: PASSWORD });
    const page = api.withCookie(cookieOf(reply));
    const { token } = await page.call(gateway, 'createBoardToken', { name: 'for the logs' });
    await api.as(token).get('/api/session');
    const logs = await until('the token in the logs', () => {
      const logsOf = join(folder, 'data', 'logs');
      const text = readdirSync(logsOf)
        .map((name) => readFileSync(join(logsOf, name), 'utf8'))
        .join('\n');
      return text.includes('createBoardToken') ? text : undefined;
    });
    const value = decodeURIComponent(cookieOf(reply).split('=')[1] ?? '');
    for (const secret of [PASSWORD, 'a guess that fails', value, token, token.slice(23), email]) {
      expect(secret).not.toBe('');
      expect(logs).not.toContain(secret);
    }
  });
});
