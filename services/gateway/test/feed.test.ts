import { contracts, issues, serviceNames, type Activity } from '@muster/contracts';
import { encodeCursor, newId } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activitiesIn, listen } from './listener.ts';
import { openDoor, type OpenDoor } from './open-door.ts';

const PER_CALLER = 3;

let door: OpenDoor;
beforeAll(async () => {
  door = await openDoor({ FEED_STREAMS_PER_CALLER: String(PER_CALLER) });
  for (const contract of contracts.slice(1)) await door.stage.neighbour(contract);
});
afterAll(() => door.close());

const foundCompany = async (): Promise<string> => (await door.stage.given.company()).companyId;

const comment = (companyId: string, issueId = newId(), payload: object = {}) =>
  door.stage.tell(issues, 'issue.commented', {
    companyId, entityId: issueId, payload: payload as never,
  });

const events = (companyId: string, query: string, token?: string) =>
  door.call(`GET /api/companies/${companyId}/events${query}`, { token });

/** From before anything was said, so that it is read from the logs. */
const firstCursor = (companyId: string): string =>
  encodeCursor('feed', companyId, serviceNames.map(() => '0.'));

const keyOf = async (companyId: string) => {
  const { agentId } = await door.stage.given.agent(companyId);
  const { body } = await door.call(`POST /api/agents/${agentId}/keys`);
  return { agentId, keyId: body.id as string, token: body.token as string };
};

describe('a stream of a company', () => {
  it('tells from now on what the activity log tells', async () => {
    const companyId = await foundCompany();
    await comment(companyId);
    const listener = await listen(door.url, companyId);
    const issueId = newId();
    await comment(companyId, issueId);
    const { token } = await keyOf(companyId);
    await listener.until(3);
    listener.cut();
    const told = activitiesIn(listener);
    expect(told.map(({ action }) => action).toSorted()).toEqual(
      ['agent.created', 'issue.commented', 'key.created'],
    );
    const { body } = await door.call(`GET /api/companies/${companyId}/activity`, { token });
    const byId = new Map((body as Activity[]).map((entry) => [entry.id, entry]));
    for (const entry of told) expect(entry).toEqual(byId.get(entry.id));
    expect(listener.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no',
      'cache-control': 'no-store, no-transform', 'x-request-id': expect.any(String),
    });
  });

  it('has a cursor before anything has happened', async () => {
    const companyId = await foundCompany();
    const first = await listen(door.url, companyId);
    first.cut();
    await comment(companyId);
    const second = await listen(door.url, companyId, { cursor: first.cursor() });
    await second.until(1);
    second.cut();
    expect(activitiesIn(second).map(({ action }) => action)).toEqual(['issue.commented']);
  });

  it('tells what it is asked for, by name, thing and agent', async () => {
    const companyId = await foundCompany();
    const [issueId, agentId] = [newId(), newId()];
    const { cursor } = await listen(door.url, companyId).then((listener) => {
      listener.cut();
      return { cursor: listener.cursor() };
    });
    await comment(companyId, issueId);
    await comment(companyId, newId(), { assigneeAgentId: agentId });
    await keyOf(companyId);
    const asked = async (query: string) => {
      const { body } = await events(companyId, `?wait=0&after=${cursor}&${query}`);
      return (body as Activity[]).map(({ action }) => action);
    };
    await expect.poll(() => asked('types=key.created,agent.created')).toEqual(
      expect.arrayContaining(['key.created', 'agent.created']),
    );
    expect(await asked(`entityId=${issueId}`)).toEqual(['issue.commented']);
    expect(await asked(`agentId=${agentId}&types=issue.commented`)).toEqual(['issue.commented']);
  });

  it('refuses to wait for events that there are not', async () => {
    const companyId = await foundCompany();
    const asked = '?types=run.log,issue.comented,issue.created';
    for (const way of ['', '&wait=0']) {
      const { status, body } = await events(companyId, `${asked}${way}`);
      expect({ status, body }).toMatchObject({
        status: 400,
        body: {
          code: 'invalid_input',
          details: [{
            path: ['types', 1], code: 'unknown_event',
            message: expect.stringContaining('issue.commented') as string,
          }],
        },
      });
    }
  });

  it('is ended with a word within seconds of its credential', async () => {
    const companyId = await foundCompany();
    const { agentId, keyId, token } = await keyOf(companyId);
    const listener = await listen(door.url, companyId, { token });
    await door.call(`DELETE /api/agents/${agentId}/keys/${keyId}`);
    const revokedAt = Date.now();
    await listener.ended;
    expect(Date.now() - revokedAt).toBeLessThan(5_000);
    const last = listener.heard.at(-1);
    expect(last).toMatchObject({ event: 'error', data: { code: 'unauthenticated' } });
    const again = await listen(door.url, companyId, { token, cursor: listener.cursor() });
    expect(again.response.statusCode).toBe(401);
    again.cut();
  });

  it('is told from one of another company, and from none', async () => {
    const [own, other] = [await foundCompany(), await foundCompany()];
    const { token } = await keyOf(own);
    const { headers } = await events(other, '?wait=0');
    const cursor = headers.get('next-cursor');
    for (const companyId of [other, newId(), 'nothing']) {
      expect(await events(companyId, '', token)).toMatchObject({
        status: 404, body: { code: 'company_not_found' },
      });
    }
    for (const after of [cursor, 'bm90aGluZw', 'WyJmZWVkIl0']) {
      expect(await events(own, `?wait=0&after=${after}`, token)).toMatchObject({
        status: 400, body: { code: 'invalid_cursor' },
      });
    }
  });

  it('refuses a cursor of a log that is not this one, with one that goes on', async () => {
    const companyId = await foundCompany();
    await comment(companyId);
    const { headers } = await events(companyId, '?wait=0');
    const cursor = headers.get('next-cursor') ?? '';
    const [list, of, ...texts] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const remade = (change: (text: string) => string): string =>
      Buffer.from(JSON.stringify([list, of, ...texts.map(change)])).toString('base64url');
    const ahead = remade((text) => text.replace(/^\d+/, (seq) => String(Number(seq) + 7))
      .replace(/^7\.$/, '7.abcdef'));
    const another = remade((text) => text.replace(/\.\w+$/, '.ffffff'));
    for (const after of [ahead, another]) {
      const { status, body } = await events(companyId, `?wait=0&after=${after}`);
      expect({ status, code: body.code }).toEqual({ status: 410, code: 'cursor_too_old' });
      const next = await events(companyId, `?wait=0&after=${body.details.cursor}`);
      expect(next).toMatchObject({ status: 200, body: [] });
    }
  });

  it('is one of a few that a caller may have at once', async () => {
    const companyId = await foundCompany();
    const { token } = await keyOf(companyId);
    const open = await Promise.all(
      Array.from({ length: PER_CALLER }, () => listen(door.url, companyId, { token })),
    );
    const refused = await events(companyId, '?wait=0', token);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_streams' } });
    expect(refused.headers.get('retry-after')).toBe('1');
    open[0]?.cut();
    await expect.poll(async () => (await events(companyId, '?wait=0', token)).status).toBe(200);
    for (const listener of open) listener.cut();
  });
});

describe('a question for what comes next', () => {
  it('is answered as soon as something comes, and goes on behind it', async () => {
    const companyId = await foundCompany();
    const { headers } = await events(companyId, '?wait=0');
    const asked = events(companyId, `?wait=30&after=${headers.get('next-cursor')}`);
    await comment(companyId);
    const first = await asked;
    expect(first.body).toMatchObject([{ action: 'issue.commented', companyId }]);
    const cursor = first.headers.get('next-cursor');
    expect((await events(companyId, `?wait=0&after=${cursor}`)).body).toEqual([]);
  });

  it('is answered with nothing when its time is over', async () => {
    const companyId = await foundCompany();
    const { status, body, headers } = await events(companyId, '?wait=1');
    expect({ status, body }).toEqual({ status: 200, body: [] });
    expect(headers.get('next-cursor')).toEqual(expect.any(String));
  });

  it('is answered at once where JSON is wanted and no wait is named', async () => {
    const companyId = await foundCompany();
    const line = `GET /api/companies/${companyId}/events`;
    const { body } = await door.call(line, { headers: { accept: 'application/json' } });
    expect(body).toEqual([]);
  });

  it('shows no more than is asked for, and the rest behind it', async () => {
    const companyId = await foundCompany();
    const { headers } = await events(companyId, '?wait=0');
    let cursor = headers.get('next-cursor');
    for (let n = 0; n < 5; n += 1) await comment(companyId);
    const seen: number[] = [];
    while (seen.length < 5) {
      const page = await events(companyId, `?wait=5&limit=2&after=${cursor}`);
      expect(page.body.length).toBeLessThanOrEqual(2);
      seen.push(...(page.body as Activity[]).map(({ seq }) => seq));
      cursor = page.headers.get('next-cursor');
    }
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });

  it('is answered with all that is there, however long that takes to read', async () => {
    const companyId = await foundCompany();
    for (let n = 0; n < 3; n += 1) await comment(companyId);
    const { body } = await events(companyId, `?wait=0&after=${firstCursor(companyId)}`);
    expect((body as Activity[]).map(({ action, seq }) => `${action} ${seq}`)).toEqual([
      'company.created 1', 'issue.commented 1', 'issue.commented 2', 'issue.commented 3',
    ]);
  });

  it('is refused where the wait is too long', async () => {
    const companyId = await foundCompany();
    expect(await events(companyId, '?wait=56')).toMatchObject({ status: 400 });
  });

  it('is refused when its key is gone by the time of the answer', async () => {
    const companyId = await foundCompany();
    const { agentId, keyId, token } = await keyOf(companyId);
    const { headers } = await events(companyId, '?wait=0');
    const query = `?wait=30&types=key.revoked&after=${headers.get('next-cursor')}`;
    const asked = events(companyId, query, token);
    await expect.poll(() => streamsOpen()).toBe(1);
    await door.call(`DELETE /api/agents/${agentId}/keys/${keyId}`);
    expect(await asked).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });
});

async function streamsOpen(): Promise<number> {
  const { registry } = door.stage.service.runtime.metrics;
  const { values } = await registry.getSingleMetric('muster_feed_streams')?.get() ?? {};
  return values?.[0]?.value ?? NaN;
}
