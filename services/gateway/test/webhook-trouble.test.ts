/** Webhooks whose receivers, owners or events are not as they were. */
import { contracts } from '@muster/contracts';
import { newId, none, sql } from '@muster/service-kit';
import { boardActor } from '@muster/test-kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leaseWebhooks } from '../src/store/webhook-work.ts';
import { forgetDeadDeliveries } from '../src/store/webhook-deliveries.ts';
import { openDoor, type OpenDoor } from './open-door.ts';
import { asPage, personIn } from './people.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { webhookSteps } from './webhook-steps.ts';

const SOON = { timeout: 20_000 };
/** More than the client keeps connections to one host for elsewhere. */
const SILENT = 10;

let door: OpenDoor;
let receiver: Receiver;
let companyId: string;
beforeAll(async () => {
  door = await openDoor({
    MUSTER_EGRESS_ALLOW: '127.0.0.1', WEBHOOK_TIMEOUT_SECONDS: '2.5',
    WEBHOOK_RETRY_SECONDS: '0.05', WEBHOOK_GIVE_UP_SECONDS: '1.2',
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
const change = (id: string, body: object) => door.call(`PATCH ${at(`/${id}`)}`, { body });
const ended = async (id: string, status: string) => {
  await expect.poll(() => deliveries(id, status), SOON).toHaveLength(1);
  return (await deliveries(id, status))[0];
};
const shown = async (id: string, deliveryId: string) =>
  (await door.call(`GET ${at(`/${id}/deliveries/${deliveryId}`)}`)).body;
const replay = (id: string, deliveryId: string) =>
  door.call(`POST ${at(`/${id}/deliveries/${deliveryId}/replay`)}`);
/** A delivery that failed until it was given up. */
const givenUp = async (id: string) => {
  receiver.answerWith(500);
  await comment('given up');
  return ended(id, 'dead');
};

describe('a receiver that does not answer', () => {
  it('is tried again, given up in time, and holds up no webhook of its host', async () => {
    receiver.keepSilentAt('/silent');
    const silent: string[] = [];
    for (let n = 0; n < SILENT; n += 1) {
      silent.push((await create({ url: new URL(`/silent/${n}`, receiver.url).href })).id);
    }
    const { id } = await create();
    await comment('heard');
    await ended(id, 'delivered');
    const dead = await ended(silent[0] as string, 'dead');
    const error = 'The host has not answered in time';
    expect(dead).toMatchObject({ responseStatus: null, error });
    expect(dead.attempts).toBeGreaterThan(1);
  });
});

describe('a webhook that is disabled', () => {
  it('sends no replay and one ping, and replays again once it is active', async () => {
    const { id } = await create();
    const dead = await givenUp(id);
    expect((await replay(id, dead.id)).body).toMatchObject({ status: 'pending', attempts: 0 });
    await change(id, { status: 'disabled' });
    expect(await ended(id, 'dead')).toMatchObject({ error: 'The webhook was disabled' });
    expect(await replay(id, dead.id)).toMatchObject({
      status: 422, body: { code: 'webhook_disabled', hint: expect.stringContaining('active') },
    });
    const { body: ping } = await door.call(`POST ${at(`/${id}/ping`)}`);
    await expect.poll(() => shown(id, ping.id), SOON).toMatchObject({
      event: 'webhook.ping', status: 'dead', attempts: 1, responseStatus: 500,
    });
    receiver.answerWith(200);
    await change(id, { status: 'active' });
    expect((await replay(id, dead.id)).status).toBe(202);
    expect(await ended(id, 'delivered')).toMatchObject({ id: dead.id, attempts: 1, error: null });
  });

  it('is stopped in an archived company too', async () => {
    const { id } = await create();
    await none(door.stage.db, sql`
      update companies set status = 'archived' where company_id = ${companyId}`);
    expect(await change(id, { description: 'x' })).toMatchObject({
      status: 422, body: { code: 'company_archived' },
    });
    expect((await change(id, { status: 'disabled' })).body).toMatchObject({ status: 'disabled' });
  });
});

describe('an event that has left the log', () => {
  it('is not replayed, and ends a replay that was asked for before', async () => {
    const { id } = await create();
    const { id: deliveryId } = await givenUp(id);
    const before = receiver.received.length;
    // The log has another event under its number, as after a restored backup.
    await none(door.stage.db, sql`
      update webhook_deliveries set event_id = ${newId()} where id = ${deliveryId}`);
    expect(await replay(id, deliveryId)).toMatchObject({
      status: 410, body: { code: 'event_gone' },
    });
    const key = { companyId, webhookId: id, deliveryId };
    await door.stage.as(boardActor()).replayWebhookDelivery(key);
    await expect.poll(() => shown(id, deliveryId), SOON).toMatchObject({
      status: 'dead', error: 'The event is no longer in the log', attempts: 1,
    });
    expect(receiver.received).toHaveLength(before);
  });
});

describe('a webhook', () => {
  it('goes on when its maker is no owner any more, and shows that', async () => {
    const person = await personIn(door, companyId, { role: 'owner' });
    const body = { url: receiver.url, events: ['issue.commented'] };
    const page = asPage(door, person);
    const { body: made } = await page(`POST ${at()}`, { body });
    expect(made).toMatchObject({ createdByUserId: person.userId, creatorIsOwner: true });
    await none(door.stage.db, sql`
      delete from memberships where company_id = ${companyId} and user_id = ${person.userId}`);
    const { body: found } = await door.call(`GET ${at(`/${made.id}`)}`);
    expect(found).toMatchObject({
      createdByUserId: person.userId, creatorIsOwner: false, status: 'active',
    });
    await comment('heard');
    await ended(made.id, 'delivered');
  });

  it('shows until when the secret before signs as well', async () => {
    const { id, previousSecretUntil } = await create();
    expect(previousSecretUntil).toBeNull();
    const { body } = await door.call(`POST ${at(`/${id}/rotate-secret`)}`);
    const hours = (Date.parse(body.previousSecretUntil) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
  });

  it.each([
    ['issue.comented', /^expected one of .*issue\.commented/],
    ['run.log', /^expected one of run\./],
    ['nothing.ever', /^expected an event of .*issue/],
  ])('is not made for %s, which never happens', async (name, message) => {
    const body = { url: receiver.url, events: ['issue.commented', name] };
    const { status, body: problem } = await door.call(`POST ${at()}`, { body });
    expect({ status, code: problem.code }).toEqual({ status: 400, code: 'invalid_input' });
    expect(problem.details).toEqual([{
      path: ['events', 1], code: 'unknown_event', message: expect.stringMatching(message),
    }]);
    const { id } = await create();
    expect((await change(id, { events: [name] })).status).toBe(400);
  });

  it('is led by one process, which takes no more than it can lead', async () => {
    for (let n = 0; n < 3; n += 1) await create({ url: 'https://hooks.invalid/' });
    const [ours, theirs] = [newId(), newId()];
    const led = await door.stage.service.runtime.write(async ({ db }) => {
      await none(db, sql`delete from webhooks where company_id <> ${companyId}`);
      await none(db, sql`update webhooks set lease_holder = null, leased_until = null`);
      const idsOf = async (holder: string) =>
        (await leaseWebhooks(db, holder, 3_600, 2)).map(({ id }) => id).toSorted();
      return { first: await idsOf(ours), again: await idsOf(ours), rest: await idsOf(theirs) };
    });
    expect(led.first).toHaveLength(2);
    expect(led.again).toEqual(led.first);
    expect(led.rest).toHaveLength(1);
    expect(led.first).not.toContain(led.rest[0]);
  });

  it('keeps what it gave up for a while only', async () => {
    receiver.answerWith(500);
    const { id } = await create();
    const { body: ping } = await door.call(`POST ${at(`/${id}/ping`)}`);
    await ended(id, 'dead');
    await forgetDeadDeliveries(door.stage.db);
    expect(await shown(id, ping.id)).toMatchObject({ status: 'dead' });
    await none(door.stage.db, sql`
      update webhook_deliveries set created_at = now() - interval '91 days',
        finished_at = now() - interval '91 days' where id = ${ping.id}`);
    await forgetDeadDeliveries(door.stage.db);
    expect(await shown(id, ping.id)).toMatchObject({ code: 'delivery_not_found' });
  });
});
