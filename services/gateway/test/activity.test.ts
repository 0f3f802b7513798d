import { agents, contracts, issues, type Activity } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { anAgent } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor, type OpenDoor } from './open-door.ts';

let door: OpenDoor;
beforeAll(async () => {
  door = await openDoor();
  // Every service has a log; the rest of them does not matter here.
  for (const contract of contracts.slice(1)) await door.stage.neighbour(contract);
});
afterAll(() => door.close());

const activity = (companyId: string, query = '', token?: string) =>
  door.call(`GET /api/companies/${companyId}/activity${query}`, { token });

/** A company with entries of three services, in a known order. */
async function history() {
  const { companyId } = await door.stage.given.company();
  const agent = anAgent();
  const { agentId } = agent;
  const issueId = newId();
  const commented = (id: string) => door.stage.tell(issues, 'issue.commented', {
    companyId, entityId: issueId, payload: { commentId: id } as never,
  });
  await door.stage.hear(agents, 'agent.created', { companyId, entityId: agentId, payload: agent });
  await commented(newId());
  const { body: key } = await door.call(`POST /api/agents/${agentId}/keys`);
  await commented(newId());
  return { companyId, agentId, issueId, token: key.token as string };
}

const newestFirst = [
  'issue.commented', 'key.created', 'issue.commented', 'agent.created', 'company.created',
];
const actions = (body: Activity[]): string[] => body.map(({ action }) => action);

describe('listCompanyActivity', () => {
  it('merges the logs of all services, newest first', async () => {
    const { companyId, agentId } = await history();
    const { status, body } = await activity(companyId);
    expect(status).toBe(200);
    expect(actions(body)).toEqual(newestFirst);
    expect(body[1]).toMatchObject({
      service: 'gateway', actorType: 'user', actorName: 'admin', agentId, companyId,
      requestId: expect.any(String), createdAt: expect.any(String),
    });
  });

  it('shows it once, page by page, whatever happens meanwhile', async () => {
    const { companyId, agentId } = await history();
    const seen: string[] = [];
    let query = '?limit=2';
    for (let page = 0; page < 10 && query; page++) {
      const { body, headers } = await activity(companyId, query);
      seen.push(...actions(body));
      const cursor = headers.get('next-cursor');
      query = cursor ? `?limit=2&cursor=${cursor}` : '';
      await door.call(`POST /api/agents/${agentId}/keys`);
    }
    expect(seen).toEqual(newestFirst);
  });

  it('filters before it merges', async () => {
    const { companyId, issueId } = await history();
    const { body } = await activity(companyId, `?entityType=issue&entityId=${issueId}&limit=1`);
    expect(actions(body)).toEqual(['issue.commented']);
    const made = await activity(companyId, '?action=key.created');
    expect(actions(made.body)).toEqual(['key.created']);
  });

  it('is shown to an agent of the company and hidden from every other', async () => {
    const { companyId, token } = await history();
    const stranger = await history();
    expect((await activity(companyId, '', token)).status).toBe(200);
    const hidden = await activity(companyId, '', stranger.token);
    const absent = await activity(newId(), '', stranger.token);
    const malformed = await activity('nothing', '', stranger.token);
    for (const { status, body } of [hidden, absent, malformed, await activity(newId())]) {
      expect(status).toBe(404);
      const anyRequest = { requestId: '', traceId: '' };
      expect({ ...body, ...anyRequest }).toEqual({ ...absent.body, ...anyRequest });
    }
  });

  it('refuses a cursor that was made for another company or by hand', async () => {
    const { companyId } = await history();
    const other = await history();
    const { headers } = await activity(other.companyId, '?limit=1');
    const made = Buffer.from(JSON.stringify(['activity', companyId, 0, 0, 0, 0, 0, 0]));
    for (const cursor of [headers.get('next-cursor'), 'x', made.toString('base64url')]) {
      expect(await activity(companyId, `?cursor=${cursor}`)).toMatchObject({
        status: 400, body: { code: 'invalid_cursor' },
      });
    }
  });
});
