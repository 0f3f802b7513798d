import { agents, contracts, issues, type Activity } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { anAgent } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';

let server: TestGateway;
beforeAll(async () => {
  server = await openGateway();
  // Every service has an event log; their operations are not needed here.
  for (const contract of contracts.slice(1)) await server.stage.standIn(contract);
});
afterAll(() => server.close());

const activity = (companyId: string, query = '', token?: string) =>
  server.call(`GET /api/companies/${companyId}/activity${query}`, { token });

/** A company with entries of three services, in a known order. */
async function history() {
  const { companyId } = await server.stage.given.company();
  const agent = anAgent();
  const { agentId } = agent;
  const issueId = newId();
  const commented = (id: string) =>
    server.stage.emitFrom(issues, 'issue.commented', {
      companyId,
      entityId: issueId,
      payload: { commentId: id } as never,
    });
  await server.stage.receive(agents, 'agent.created', {
    companyId,
    entityId: agentId,
    payload: agent,
  });
  await commented(newId());
  const { body: key } = await server.call(`POST /api/agents/${agentId}/keys`);
  await commented(newId());
  return { companyId, agentId, issueId, token: key.token as string };
}

const newestFirst = [
  'issue.commented',
  'key.created',
  'issue.commented',
  'agent.created',
  'company.created',
];
const actions = (body: Activity[]): string[] => body.map(({ action }) => action);

describe('listCompanyActivity', () => {
  it('merges the logs of all services, newest first', async () => {
    const { companyId, agentId } = await history();
    const { status, body } = await activity(companyId);
    expect(status).toBe(200);
    expect(actions(body)).toEqual(newestFirst);
    expect(body[1]).toMatchObject({
      service: 'gateway',
      actorType: 'user',
      actorName: 'admin',
      agentId,
      companyId,
      requestId: expect.any(String),
      createdAt: expect.any(String),
    });
  });

  it('lists every entry once, page by page, while new events are emitted', async () => {
    const { companyId, agentId } = await history();
    const seen: string[] = [];
    let query = '?limit=2';
    for (let page = 0; page < 10 && query; page++) {
      const { body, headers } = await activity(companyId, query);
      seen.push(...actions(body));
      const cursor = headers.get('next-cursor');
      query = cursor ? `?limit=2&cursor=${cursor}` : '';
      await server.call(`POST /api/agents/${agentId}/keys`);
    }
    expect(seen).toEqual(newestFirst);
  });

  it('filters in the services, before merging', async () => {
    const { companyId, issueId } = await history();
    const { body } = await activity(companyId, `?entityType=issue&entityId=${issueId}&limit=1`);
    expect(actions(body)).toEqual(['issue.commented']);
    const created = await activity(companyId, '?action=key.created');
    expect(actions(created.body)).toEqual(['key.created']);
    const several = await activity(companyId, '?actions=key.created,agent.created,no.such');
    expect(actions(several.body)).toEqual(['key.created', 'agent.created']);
  });

  it('is visible to an agent of the company and not found by agents of others', async () => {
    const { companyId, token } = await history();
    const other = await history();
    expect((await activity(companyId, '', token)).status).toBe(200);
    const hidden = await activity(companyId, '', other.token);
    const absent = await activity(newId(), '', other.token);
    const malformed = await activity('nothing', '', other.token);
    expect(malformed).toMatchObject({
      status: 404,
      body: { code: 'company_not_found', details: { companyId: other.companyId } },
    });
    for (const { status, body } of [hidden, absent, await activity(newId())]) {
      expect(status).toBe(404);
      const anyRequest = { requestId: '', traceId: '' };
      expect({ ...body, ...anyRequest }).toEqual({ ...absent.body, ...anyRequest });
    }
  });

  it('refuses a cursor of another company or one made by hand', async () => {
    const { companyId } = await history();
    const other = await history();
    const { headers } = await activity(other.companyId, '?limit=1');
    const created = Buffer.from(JSON.stringify(['activity', companyId, 0, 0, 0, 0, 0, 0]));
    for (const cursor of [headers.get('next-cursor'), 'x', created.toString('base64url')]) {
      expect(await activity(companyId, `?cursor=${cursor}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_cursor' },
      });
    }
  });
});

describe('activity by actor, by time and by cause', () => {
  it('has only what an actor has done itself', async () => {
    const { companyId, agentId } = await history();
    const { body: all } = await activity(companyId);
    const admin = all.find(({ action }: Activity) => action === 'key.created').actorId;
    const own = await activity(companyId, `?actorId=${admin}`);
    expect(actions(own.body)).toEqual(['key.created']);
    expect((await activity(companyId, `?actorId=${agentId}`)).body).toEqual([]);
    const both = `?actorId=${admin}&action=issue.commented`;
    expect((await activity(companyId, both)).body).toEqual([]);
  });

  it('ends before a moment', async () => {
    const { companyId } = await history();
    const { body: all } = await activity(companyId);
    const until = all[0].createdAt;
    const { body: earlier } = await activity(companyId, `?until=${until}`);
    expect(earlier).toEqual(all.filter(({ createdAt }: Activity) => createdAt < until));
    expect((await activity(companyId, '?until=2020-01-01T00:00:00Z')).body).toEqual([]);
  });

  it('says what led to an event, and hides it from other companies', async () => {
    const { companyId, token } = await history();
    const { body: all } = await activity(companyId);
    const chainIn = (company: string, id: string, by?: string) =>
      server.call(`GET /api/companies/${company}/activity/${id}/chain`, { token: by });
    for (const event of all as Activity[]) {
      const { status, body } = await chainIn(companyId, event.id, token);
      expect(status).toBe(200);
      expect(body).toMatchObject({ activityId: event.id, event, more: false });
      for (const { requestId } of body.others) expect(requestId).toBe(event.requestId);
    }
    const other = await history();
    const [{ id }] = all;
    for (const [company, of] of [
      [other.companyId, id],
      [companyId, newId()],
      [companyId, 'ffffffff-ffff-7fff-bfff-ffffffffffff'],
      [companyId, crypto.randomUUID()],
      [companyId, 'nothing'],
    ] as const) {
      expect(await chainIn(company, of)).toMatchObject({
        status: 404,
        body: { code: 'activity_not_found' },
      });
    }
    expect(await chainIn(companyId, id, other.token)).toMatchObject({
      status: 404,
      body: { code: 'company_not_found' },
    });
  });
});
