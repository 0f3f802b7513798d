import { contracts, issues, type Activity } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activitiesIn, openStream } from './event-stream.ts';
import { agentWithKey, firstCursor } from './feed-callers.ts';
import { openGateway, type TestGateway } from './open-gateway.ts';

const PER_CALLER = 3;

let server: TestGateway;
beforeAll(async () => {
  server = await openGateway({ FEED_STREAMS_PER_CALLER: String(PER_CALLER) });
  for (const contract of contracts.slice(1)) await server.stage.standIn(contract);
});
afterAll(() => server.close());

const foundCompany = async (): Promise<string> => (await server.stage.given.company()).companyId;

const comment = (companyId: string, issueId = newId(), payload: object = {}) =>
  server.stage.emitFrom(issues, 'issue.commented', {
    companyId,
    entityId: issueId,
    payload: payload as never,
  });

const events = (companyId: string, query: string, token?: string) =>
  server.call(`GET /api/companies/${companyId}/events${query}`, { token });

const keyOf = (companyId: string) => agentWithKey(server, companyId);

describe('an event stream', () => {
  it('sends new entries of the activity log', async () => {
    const companyId = await foundCompany();
    await comment(companyId);
    const listener = await openStream(server.url, companyId);
    const issueId = newId();
    await comment(companyId, issueId);
    const { token } = await keyOf(companyId);
    await listener.until(3);
    listener.disconnect();
    const entries = activitiesIn(listener);
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      'agent.created',
      'issue.commented',
      'key.created',
    ]);
    const { body } = await server.call(`GET /api/companies/${companyId}/activity`, { token });
    const byId = new Map((body as Activity[]).map((entry) => [entry.id, entry]));
    for (const entry of entries) expect(entry).toEqual(byId.get(entry.id));
    expect(listener.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      'cache-control': 'no-store, no-transform',
      'x-request-id': expect.any(String),
    });
  });

  it('has a cursor before the first event', async () => {
    const companyId = await foundCompany();
    const first = await openStream(server.url, companyId);
    first.disconnect();
    await comment(companyId);
    const second = await openStream(server.url, companyId, { cursor: first.cursor() });
    await second.until(1);
    second.disconnect();
    expect(activitiesIn(second).map(({ action }) => action)).toEqual(['issue.commented']);
  });

  it('filters by event name, entity and agent', async () => {
    const companyId = await foundCompany();
    const [issueId, agentId] = [newId(), newId()];
    const { cursor } = await openStream(server.url, companyId).then((listener) => {
      listener.disconnect();
      return { cursor: listener.cursor() };
    });
    await comment(companyId, issueId);
    await comment(companyId, newId(), { assigneeAgentId: agentId });
    await keyOf(companyId);
    const actionsFor = async (query: string) => {
      const { body } = await events(companyId, `?wait=0&after=${cursor}&${query}`);
      return (body as Activity[]).map(({ action }) => action);
    };
    await expect
      .poll(() => actionsFor('types=key.created,agent.created'))
      .toEqual(expect.arrayContaining(['key.created', 'agent.created']));
    expect(await actionsFor(`entityId=${issueId}`)).toEqual(['issue.commented']);
    expect(await actionsFor(`agentId=${agentId}&types=issue.commented`)).toEqual([
      'issue.commented',
    ]);
  });

  it('tells what begins to wait for a person to who asks for just that', async () => {
    const companyId = await foundCompany();
    const [issueId, reviewed] = [newId(), newId()];
    const before = await openStream(server.url, companyId);
    before.disconnect();
    const ask = (id: string, reviewerAgentId: string | null) =>
      server.stage.emitFrom(issues, 'issue.review_requested', {
        companyId,
        entityId: id,
        payload: { issueId: id, title: 'Map the hall', reviewerAgentId } as never,
      });
    await ask(reviewed, newId());
    await ask(issueId, null);
    const { body } = await events(
      companyId,
      `?wait=10&after=${before.cursor()}&types=attention.opened,attention.closed`,
    );
    expect(body).toMatchObject([
      {
        action: 'attention.opened',
        entityId: issueId,
        details: { kind: 'review', cause: 'issue.review_requested', title: 'Map the hall' },
      },
    ]);
    expect(body).toHaveLength(1);
  });

  it('refuses unknown event names', async () => {
    const companyId = await foundCompany();
    const query = '?types=run.log,issue.comented,issue.created';
    for (const way of ['', '&wait=0']) {
      const { status, body } = await events(companyId, `${query}${way}`);
      expect({ status, body }).toMatchObject({
        status: 400,
        body: {
          code: 'invalid_input',
          details: [
            {
              path: ['types', 1],
              code: 'unknown_event',
              message: expect.stringContaining('issue.commented') as string,
            },
          ],
        },
      });
    }
  });

  it("ends with an error within seconds of its credential's revocation", async () => {
    const companyId = await foundCompany();
    const { agentId, keyId, token } = await keyOf(companyId);
    const listener = await openStream(server.url, companyId, { token });
    await server.call(`DELETE /api/agents/${agentId}/keys/${keyId}`);
    const revokedAt = Date.now();
    await listener.ended;
    expect(Date.now() - revokedAt).toBeLessThan(5_000);
    const last = listener.received.at(-1);
    expect(last).toMatchObject({ event: 'error', data: { code: 'unauthenticated' } });
    const again = await openStream(server.url, companyId, { token, cursor: listener.cursor() });
    expect(again.response.statusCode).toBe(401);
    again.disconnect();
  });

  it('does not find other companies and refuses their cursors', async () => {
    const [own, other] = [await foundCompany(), await foundCompany()];
    const { token } = await keyOf(own);
    const { headers } = await events(other, '?wait=0');
    const cursor = headers.get('next-cursor');
    for (const companyId of [other, newId(), 'nothing']) {
      expect(await events(companyId, '', token)).toMatchObject({
        status: 404,
        body: { code: 'company_not_found' },
      });
    }
    for (const after of [cursor, 'bm90aGluZw', 'WyJmZWVkIl0']) {
      expect(await events(own, `?wait=0&after=${after}`, token)).toMatchObject({
        status: 400,
        body: { code: 'invalid_cursor' },
      });
    }
  });

  it('refuses a cursor of a replaced log, with a cursor to continue from', async () => {
    const companyId = await foundCompany();
    await comment(companyId);
    const { headers } = await events(companyId, '?wait=0');
    const cursor = headers.get('next-cursor') ?? '';
    const [list, of, ...texts] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const remade = (change: (text: string) => string): string =>
      Buffer.from(JSON.stringify([list, of, ...texts.map(change)])).toString('base64url');
    const ahead = remade((text) =>
      text.replace(/^\d+/, (seq) => String(Number(seq) + 7)).replace(/^7\.$/, '7.abcdef'),
    );
    const another = remade((text) => text.replace(/\.\w+$/, '.ffffff'));
    for (const after of [ahead, another]) {
      const { status, body } = await events(companyId, `?wait=0&after=${after}`);
      expect({ status, code: body.code }).toEqual({ status: 410, code: 'cursor_too_old' });
      const next = await events(companyId, `?wait=0&after=${body.details.cursor}`);
      expect(next).toMatchObject({ status: 200, body: [] });
    }
  });

  it('is limited in number for each caller', async () => {
    const companyId = await foundCompany();
    const { token } = await keyOf(companyId);
    const open = await Promise.all(
      Array.from({ length: PER_CALLER }, () => openStream(server.url, companyId, { token })),
    );
    const refused = await events(companyId, '?wait=0', token);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_streams' } });
    expect(refused.headers.get('retry-after')).toBe('1');
    open[0]?.disconnect();
    await expect.poll(async () => (await events(companyId, '?wait=0', token)).status).toBe(200);
    for (const listener of open) listener.disconnect();
  });
});

describe('a long poll', () => {
  it('is answered as soon as an event is emitted, with the cursor after it', async () => {
    const companyId = await foundCompany();
    const { headers } = await events(companyId, '?wait=0');
    const polled = events(companyId, `?wait=30&after=${headers.get('next-cursor')}`);
    await comment(companyId);
    const first = await polled;
    expect(first.body).toMatchObject([{ action: 'issue.commented', companyId }]);
    const cursor = first.headers.get('next-cursor');
    expect((await events(companyId, `?wait=0&after=${cursor}`)).body).toEqual([]);
  });

  it('is answered with an empty list when its time is up', async () => {
    const companyId = await foundCompany();
    const { status, body, headers } = await events(companyId, '?wait=1');
    expect({ status, body }).toEqual({ status: 200, body: [] });
    expect(headers.get('next-cursor')).toEqual(expect.any(String));
  });

  it('is answered at once if JSON is accepted and no wait is given', async () => {
    const companyId = await foundCompany();
    const line = `GET /api/companies/${companyId}/events`;
    const { body } = await server.call(line, { headers: { accept: 'application/json' } });
    expect(body).toEqual([]);
  });

  it('returns at most its limit, and the rest after the cursor', async () => {
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

  it('without a wait reads everything up to the head', async () => {
    const companyId = await foundCompany();
    for (let n = 0; n < 3; n += 1) await comment(companyId);
    const { body } = await events(companyId, `?wait=0&after=${firstCursor(companyId)}`);
    expect((body as Activity[]).map(({ action, seq }) => `${action} ${seq}`)).toEqual([
      'company.created 1',
      'issue.commented 1',
      'issue.commented 2',
      'issue.commented 3',
    ]);
  });

  it('is refused if the wait is too long', async () => {
    const companyId = await foundCompany();
    expect(await events(companyId, '?wait=56')).toMatchObject({ status: 400 });
  });

  it('is refused if its key was revoked during the wait', async () => {
    const companyId = await foundCompany();
    const { agentId, keyId, token } = await keyOf(companyId);
    const { headers } = await events(companyId, '?wait=0');
    const query = `?wait=30&types=key.revoked&after=${headers.get('next-cursor')}`;
    const polled = events(companyId, query, token);
    await expect.poll(() => streamsOpen()).toBe(1);
    await server.call(`DELETE /api/agents/${agentId}/keys/${keyId}`);
    expect(await polled).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });
});

async function streamsOpen(): Promise<number> {
  const { registry } = server.stage.service.runtime.metrics;
  const { values } = (await registry.getSingleMetric('muster_feed_streams')?.get()) ?? {};
  return values?.[0]?.value ?? NaN;
}
