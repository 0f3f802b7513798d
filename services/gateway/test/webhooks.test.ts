import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { contracts, type Activity } from '@muster/contracts';
import { newId, type Db } from '@muster/service-kit';
import { planOf } from '@muster/test-kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimDue } from '../src/store/due-deliveries.ts';
import { listDeliveries } from '../src/store/webhook-deliveries.ts';
import { listWebhooks } from '../src/store/webhooks.ts';
import { openDoor, type OpenDoor } from './open-door.ts';
import { asPage, personIn } from './people.ts';
import { isSignedBy, openReceiver, type Receiver } from './receiver.ts';
import { webhookSteps } from './webhook-steps.ts';

const SOON = { timeout: 20_000 };

let door: OpenDoor;
let receiver: Receiver;
let companyId: string;
beforeAll(async () => {
  door = await openDoor({
    MUSTER_EGRESS_ALLOW: '127.0.0.1',
    WEBHOOK_RETRY_SECONDS: '0.05', WEBHOOK_GIVE_UP_SECONDS: '1', WEBHOOK_DISABLE_SECONDS: '2',
  });
  for (const contract of contracts.slice(1)) await door.stage.neighbour(contract);
});
afterAll(() => door.close());
beforeEach(async () => {
  receiver = await openReceiver();
  ({ companyId } = await door.stage.given.company());
});
afterEach(() => receiver.close());

const { at, comment, create, deliveries } = webhookSteps({
  door: () => door, receiver: () => receiver, companyId: () => companyId,
});
const textsIn = (received: Receiver['received']): string[] =>
  received.map(({ body }) => JSON.parse(body).details.text);

describe('a webhook', () => {
  it('sends what happens, signed and in order, as the activity log tells it', async () => {
    await comment('before');
    const webhook = await create();
    expect(webhook).toMatchObject({
      companyId, status: 'active', secret: expect.stringMatching(/^whsec_[\w-]{43}$/), version: 1,
    });
    for (const text of ['one', 'two', 'three']) await comment(text);
    const received = await receiver.until(3);
    expect(textsIn(received)).toEqual(['one', 'two', 'three']);
    const { body: log } = await door.call(`GET /api/companies/${companyId}/activity`);
    for (const one of received) {
      expect(isSignedBy(webhook.secret, one)).toBe(true);
      const { id } = JSON.parse(one.body) as Activity;
      expect(JSON.parse(one.body)).toEqual((log as Activity[]).find((entry) => entry.id === id));
      expect(one.headers).toMatchObject({
        'content-type': 'application/json', 'muster-event': 'issue.commented',
        'muster-delivery': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
    }
    await expect.poll(() => deliveries(webhook.id, 'delivered'), SOON).toHaveLength(3);
    const { body: shown } = await door.call(`GET ${at(`/${webhook.id}`)}`);
    expect(shown).toMatchObject({ url: receiver.url, lastError: null });
    expect(shown).not.toHaveProperty('secret');
  });

  it('tries again what failed, under the same id, before it goes on', async () => {
    receiver.answerWith(500);
    await create();
    await comment('first');
    await comment('second');
    await receiver.until(2);
    receiver.answerWith(204);
    await expect.poll(() => textsIn(receiver.received).at(-1), SOON).toBe('second');
    const ids = (text: string) => new Set(receiver.received
      .filter(({ body }) => JSON.parse(body).details.text === text)
      .map(({ headers }) => headers['muster-delivery']));
    expect([ids('first').size, ids('second').size]).toEqual([1, 1]);
    const good = receiver.received.filter(({ status }) => status === 204);
    expect(textsIn(good)).toEqual(['first', 'second']);
  });

  it('follows no redirection, gives up in time, and sends it again when told to', async () => {
    receiver.answerWith(302, { location: receiver.url });
    const { id } = await create();
    await comment('led astray');
    await expect.poll(() => deliveries(id, 'dead'), SOON).toHaveLength(1);
    const [dead] = await deliveries(id, 'dead');
    expect(dead).toMatchObject({
      event: 'issue.commented', responseStatus: 302, attempts: expect.any(Number),
      error: 'The receiver answered with status 302',
    });
    expect(JSON.stringify(dead)).not.toContain('words of the receiver');
    receiver.answerWith(200);
    const replayed = await door.call(`POST ${at(`/${id}/deliveries/${dead.id}/replay`)}`);
    expect(replayed).toMatchObject({ status: 202, body: { id: dead.id, status: 'pending' } });
    await expect.poll(() => deliveries(id, 'delivered'), SOON).toHaveLength(1);
    const last = receiver.received.at(-1);
    expect(last?.headers['muster-delivery']).toBe(dead.id);
    expect(textsIn(last ? [last] : [])).toEqual(['led astray']);
  });

  it('is stopped when it has failed for too long, and goes on where it stopped', async () => {
    receiver.answerWith(503);
    const { id } = await create();
    for (const text of ['a', 'b', 'c', 'd', 'e']) await comment(text);
    const shown = async () => (await door.call(`GET ${at(`/${id}`)}`)).body;
    await expect.poll(shown, SOON).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
    expect((await door.stage.said('webhook.disabled')).at(-1)).toMatchObject({ entityId: id });
    receiver.answerWith(200);
    const body = { status: 'active' };
    const again = await door.call(`PATCH ${at(`/${id}`)}`, { body });
    expect(again.body).toMatchObject({ status: 'active', disabledReason: null, lastError: null });
    await expect.poll(() => textsIn(receiver.received).at(-1), SOON).toBe('e');
  });

  it('signs with the new secret and for a while with the old one', async () => {
    const { id, secret } = await create();
    const { body: rotated } = await door.call(`POST ${at(`/${id}/rotate-secret`)}`);
    expect(rotated.secret).not.toBe(secret);
    const pinged = await door.call(`POST ${at(`/${id}/ping`)}`);
    expect(pinged).toMatchObject({ status: 202, body: { event: 'webhook.ping', eventId: null } });
    const [ping] = await receiver.until(1);
    expect(ping?.headers['muster-event']).toBe('webhook.ping');
    expect([secret, rotated.secret].map((one) => ping && isSignedBy(one, ping)))
      .toEqual([true, true]);
  });

  it('waits for no receiver of another company that does not answer', async () => {
    const asked = Promise.withResolvers<Socket>();
    const silent = createServer(({ socket }) => asked.resolve(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const { companyId: other } = await door.stage.given.company();
    const line = `POST /api/companies/${other}/webhooks`;
    const slow = (await door.call(line, { body: { url: `http://127.0.0.1:${port}/` } })).body;
    const first = await door.call(`${line}/${slow.id}/ping`);
    const socket = await asked.promise;
    // One ping waits at a time.
    expect((await door.call(`${line}/${slow.id}/ping`)).body.id).toBe(first.body.id);
    const { id } = await create();
    await door.call(`POST ${at(`/${id}/ping`)}`);
    await receiver.until(1);
    expect(socket.destroyed).toBe(false);
    silent.closeAllConnections();
    silent.close();
  });

  it('sends nothing more once it is deleted, and has no deliveries to look at', async () => {
    const { id } = await create();
    const deleted = await door.call(`DELETE ${at(`/${id}`)}`);
    expect(deleted).toMatchObject({ status: 200, body: { id } });
    await comment('unheard');
    expect((await door.call(`GET ${at(`/${id}/deliveries`)}`)).status).toBe(404);
    const other = await create();
    await comment('heard');
    await expect.poll(() => deliveries(other.id, 'delivered'), SOON).toHaveLength(1);
    expect(textsIn(receiver.received)).toEqual(['heard']);
  });

  it.each([
    'http://example.com/hook', 'https://10.0.0.8/hook', 'https://[::1]/hook',
    'https://u:p@example.com/',
  ])('is not made for %s', async (url) => {
    const { status, body } = await door.call(`POST ${at()}`, { body: { url } });
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'webhook_address_refused' });
  });

  it('is of the owners only', async () => {
    const person = await personIn(door, companyId, {
      role: 'operator', permissions: ['manage_agents'],
    });
    const page = asPage(door, person);
    expect(await page(`GET ${at()}`)).toMatchObject({ status: 403, body: { code: 'owner_only' } });
  });

  it.each<[string, string, (db: Db) => Promise<unknown>]>([
    ['its list', 'webhooks_newest_first', (db) =>
      listWebhooks(db, { companyId, before: newId(), limit: 10 })],
    ['its deliveries', 'webhook_deliveries_newest_first', (db) =>
      listDeliveries(db, {
        companyId, webhookId: newId(), status: undefined, before: undefined, limit: 10,
      })],
    ['its deliveries of one status', 'webhook_deliveries_by_status', (db) =>
      listDeliveries(db, {
        companyId, webhookId: newId(), status: 'dead', before: undefined, limit: 10,
      })],
    ['what is due', 'webhook_deliveries_due', (db) => claimDue(db, 1, 10, [newId()])],
  ])('has an index for %s', async (_, index, ask) => {
    expect(await planOf(door.stage.db, ask)).toContain(index);
  });
});
