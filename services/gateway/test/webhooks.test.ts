import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { contracts, issues, UUID, type Activity } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { asPage, signedInMember } from './signed-in-users.ts';
import { isSignedBy, openReceiver, type Receiver } from './receiver.ts';
import { webhookSteps } from './webhook-steps.ts';

const SOON = { timeout: 20_000 };

let server: TestGateway;
let receiver: Receiver;
let companyId: string;
beforeAll(async () => {
  server = await openGateway({
    MUSTER_EGRESS_ALLOW: '127.0.0.1',
    WEBHOOK_RETRY_SECONDS: '0.05',
    WEBHOOK_GIVE_UP_SECONDS: '1',
    WEBHOOK_DISABLE_SECONDS: '2',
  });
  for (const contract of contracts.slice(1)) await server.stage.standIn(contract);
});
afterAll(() => server.close());
beforeEach(async () => {
  receiver = await openReceiver();
  ({ companyId } = await server.stage.given.company());
});
afterEach(() => receiver.close());

const { at, comment, create, deliveries } = webhookSteps({
  server: () => server,
  receiver: () => receiver,
  companyId: () => companyId,
});
const textsIn = (received: Receiver['received']): string[] =>
  received.map(({ body }) => JSON.parse(body).details.text);

describe('a webhook', () => {
  it('sends events signed and in order, as they are in the activity log', async () => {
    await comment('before');
    const webhook = await create();
    expect(webhook).toMatchObject({
      companyId,
      status: 'active',
      secret: expect.stringMatching(/^whsec_[\w-]{43}$/),
      version: 1,
    });
    for (const text of ['one', 'two', 'three']) await comment(text);
    const received = await receiver.until(3);
    expect(textsIn(received)).toEqual(['one', 'two', 'three']);
    const { body: log } = await server.call(`GET /api/companies/${companyId}/activity`);
    for (const one of received) {
      expect(isSignedBy(webhook.secret, one)).toBe(true);
      const { id } = JSON.parse(one.body) as Activity;
      expect(JSON.parse(one.body)).toEqual((log as Activity[]).find((entry) => entry.id === id));
      expect(one.headers).toMatchObject({
        'content-type': 'application/json',
        'muster-event': 'issue.commented',
        'muster-delivery': expect.stringMatching(UUID),
      });
    }
    await expect.poll(() => deliveries(webhook.id, 'delivered'), SOON).toHaveLength(3);
    const { body: found } = await server.call(`GET ${at(`/${webhook.id}`)}`);
    expect(found).toMatchObject({ url: receiver.url, lastError: null });
    expect(found).not.toHaveProperty('secret');
  });

  it('retries a failed delivery under the same id before the next one', async () => {
    receiver.answerWith(500);
    await create();
    await comment('first');
    await comment('second');
    await receiver.until(2);
    receiver.answerWith(204);
    await expect.poll(() => textsIn(receiver.received).at(-1), SOON).toBe('second');
    const ids = (text: string) =>
      new Set(
        receiver.received
          .filter(({ body }) => JSON.parse(body).details.text === text)
          .map(({ headers }) => headers['muster-delivery']),
      );
    expect([ids('first').size, ids('second').size]).toEqual([1, 1]);
    const good = receiver.received.filter(({ status }) => status === 204);
    expect(textsIn(good)).toEqual(['first', 'second']);
  });

  it('follows no redirect, gives up in time, and replays on request', async () => {
    receiver.answerWith(302, { location: receiver.url });
    const { id } = await create();
    await comment('redirected');
    await expect.poll(() => deliveries(id, 'dead'), SOON).toHaveLength(1);
    const [dead] = await deliveries(id, 'dead');
    expect(dead).toMatchObject({
      event: 'issue.commented',
      responseStatus: 302,
      attempts: expect.any(Number),
      error: 'The receiver answered with status 302',
    });
    expect(JSON.stringify(dead)).not.toContain('words of the receiver');
    receiver.answerWith(200);
    const replayed = await server.call(`POST ${at(`/${id}/deliveries/${dead.id}/replay`)}`);
    expect(replayed).toMatchObject({ status: 202, body: { id: dead.id, status: 'pending' } });
    await expect.poll(() => deliveries(id, 'delivered'), SOON).toHaveLength(1);
    const last = receiver.received.at(-1);
    expect(last?.headers['muster-delivery']).toBe(dead.id);
    expect(textsIn(last ? [last] : [])).toEqual(['redirected']);
  });

  it('of what waits for a person is sent just that, also when it is replayed', async () => {
    const { id } = await create({ events: ['attention.opened', 'attention.closed'] });
    const issueId = newId();
    const change = (from: string, to: string) =>
      server.stage.emitFrom(issues, 'issue.updated', {
        companyId,
        entityId: issueId,
        payload: { issueId, changes: { status: { from, to } } } as never,
      });
    await change('todo', 'in_progress');
    await change('in_progress', 'blocked');
    await comment('I wait for the paint');
    await change('blocked', 'in_progress');
    await receiver.until(2);
    await expect.poll(() => deliveries(id, 'delivered'), SOON).toHaveLength(2);
    const [, opened] = await deliveries(id, 'delivered');
    expect(opened).toMatchObject({ event: 'attention.opened' });
    await server.call(`POST ${at(`/${id}/deliveries/${opened.id}/replay`)}`);
    await receiver.until(3);
    const sent = receiver.received.map(({ headers, body }) => {
      const { action, entityId, details } = JSON.parse(body) as Activity;
      expect(details['page']).toBe('/');
      return [headers['muster-event'], action, entityId, details['kind'], details['cause']];
    });
    const [begin, end] = ['attention.opened', 'attention.closed'];
    const about = [issueId, 'stuck_issue', 'issue.updated'];
    expect(sent).toEqual([begin, end, begin].map((action) => [action, action, ...about]));
  });

  it('is disabled after failing for too long, and continues when it is enabled', async () => {
    receiver.answerWith(503);
    const { id } = await create();
    for (const text of ['a', 'b', 'c', 'd', 'e']) await comment(text);
    const getWebhook = async () => (await server.call(`GET ${at(`/${id}`)}`)).body;
    await expect
      .poll(getWebhook, SOON)
      .toMatchObject({ status: 'disabled', disabledReason: 'failing' });
    expect((await server.stage.emitted('webhook.disabled')).at(-1)).toMatchObject({ entityId: id });
    receiver.answerWith(200);
    const body = { status: 'active' };
    const again = await server.call(`PATCH ${at(`/${id}`)}`, { body });
    expect(again.body).toMatchObject({ status: 'active', disabledReason: null, lastError: null });
    await expect.poll(() => textsIn(receiver.received).at(-1), SOON).toBe('e');
  });

  it('signs with the new secret and, for a while, with the previous one', async () => {
    const { id, secret } = await create();
    const { body: rotated } = await server.call(`POST ${at(`/${id}/rotate-secret`)}`);
    expect(rotated.secret).not.toBe(secret);
    const pinged = await server.call(`POST ${at(`/${id}/ping`)}`);
    expect(pinged).toMatchObject({ status: 202, body: { event: 'webhook.ping', eventId: null } });
    const [ping] = await receiver.until(1);
    expect(ping?.headers['muster-event']).toBe('webhook.ping');
    expect([secret, rotated.secret].map((one) => ping && isSignedBy(one, ping))).toEqual([
      true,
      true,
    ]);
  });

  it('is not delayed by a silent receiver of another company', async () => {
    const connected = Promise.withResolvers<Socket>();
    const silent = createServer(({ socket }) => connected.resolve(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const { companyId: other } = await server.stage.given.company();
    const line = `POST /api/companies/${other}/webhooks`;
    const slow = (await server.call(line, { body: { url: `http://127.0.0.1:${port}/` } })).body;
    const first = await server.call(`${line}/${slow.id}/ping`);
    const socket = await connected.promise;
    // A webhook has one pending ping at a time.
    expect((await server.call(`${line}/${slow.id}/ping`)).body.id).toBe(first.body.id);
    const { id } = await create();
    await server.call(`POST ${at(`/${id}/ping`)}`);
    await receiver.until(1);
    expect(socket.destroyed).toBe(false);
    silent.closeAllConnections();
    silent.close();
  });

  it('sends nothing after it was deleted, and lists no deliveries', async () => {
    const { id } = await create();
    const deleted = await server.call(`DELETE ${at(`/${id}`)}`);
    expect(deleted).toMatchObject({ status: 200, body: { id } });
    await comment('never sent');
    expect((await server.call(`GET ${at(`/${id}/deliveries`)}`)).status).toBe(404);
    const other = await create();
    await comment('received');
    await expect.poll(() => deliveries(other.id, 'delivered'), SOON).toHaveLength(1);
    expect(textsIn(receiver.received)).toEqual(['received']);
  });

  it.each([
    'http://example.com/hook',
    'https://10.0.0.8/hook',
    'https://[::1]/hook',
    'https://u:p@example.com/',
  ])('is refused for the address %s', async (url) => {
    const { status, body } = await server.call(`POST ${at()}`, { body: { url } });
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'webhook_address_refused' });
  });

  it('is for owners only', async () => {
    const person = await signedInMember(server, companyId, {
      role: 'operator',
      permissions: ['manage_agents'],
    });
    const page = asPage(server, person);
    expect(await page(`GET ${at()}`)).toMatchObject({ status: 403, body: { code: 'owner_only' } });
  });
});
