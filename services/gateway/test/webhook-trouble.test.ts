/** Webhooks whose receivers fail, owners change or events are gone. */
import { contracts } from '@muster/contracts';
import { newId, none, sql } from '@muster/service-kit';
import { boardActor } from '@muster/test-kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leaseWebhooks } from '../src/webhooks/store/leased-webhooks.ts';
import { deleteOldDeadDeliveries } from '../src/webhooks/store/webhook-deliveries.ts';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { asPage, signedInMember } from './signed-in-users.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { webhookSteps } from './webhook-steps.ts';

const SOON = { timeout: 20_000 };
/** More than the default number of connections to one host. */
const SILENT = 10;

let server: TestGateway;
let receiver: Receiver;
let companyId: string;
beforeAll(async () => {
  server = await openGateway({
    MUSTER_EGRESS_ALLOW: '127.0.0.1',
    WEBHOOK_TIMEOUT_SECONDS: '2.5',
    WEBHOOK_RETRY_SECONDS: '0.05',
    WEBHOOK_GIVE_UP_SECONDS: '1.2',
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
const change = (id: string, body: object) => server.call(`PATCH ${at(`/${id}`)}`, { body });
const ended = async (id: string, status: string) => {
  await expect.poll(() => deliveries(id, status), SOON).toHaveLength(1);
  return (await deliveries(id, status))[0];
};
const getDelivery = async (id: string, deliveryId: string) =>
  (await server.call(`GET ${at(`/${id}/deliveries/${deliveryId}`)}`)).body;
const replay = (id: string, deliveryId: string) =>
  server.call(`POST ${at(`/${id}/deliveries/${deliveryId}/replay`)}`);
/** A dead delivery. */
const deadDelivery = async (id: string) => {
  receiver.answerWith(500);
  await comment('fails');
  return ended(id, 'dead');
};

describe('a receiver that does not answer', () => {
  it('is retried, given up in time, and delays no other webhook of its host', async () => {
    receiver.ignoreRequestsTo('/silent');
    const silent: string[] = [];
    for (let n = 0; n < SILENT; n += 1) {
      silent.push((await create({ url: new URL(`/silent/${n}`, receiver.url).href })).id);
    }
    const { id } = await create();
    await comment('received');
    await ended(id, 'delivered');
    const dead = await ended(silent[0] as string, 'dead');
    const error = 'The host did not answer in time';
    expect(dead).toMatchObject({ responseStatus: null, error });
    expect(dead.attempts).toBeGreaterThan(1);
  });
});

describe('a disabled webhook', () => {
  it('sends no replays but pings, and replays again after it was enabled', async () => {
    const { id } = await create();
    const dead = await deadDelivery(id);
    expect((await replay(id, dead.id)).body).toMatchObject({ status: 'pending', attempts: 0 });
    await change(id, { status: 'disabled' });
    expect(await ended(id, 'dead')).toMatchObject({ error: 'The webhook was disabled' });
    expect(await replay(id, dead.id)).toMatchObject({
      status: 422,
      body: { code: 'webhook_disabled', hint: expect.stringContaining('active') },
    });
    const { body: ping } = await server.call(`POST ${at(`/${id}/ping`)}`);
    await expect
      .poll(() => getDelivery(id, ping.id), SOON)
      .toMatchObject({
        event: 'webhook.ping',
        status: 'dead',
        attempts: 1,
        responseStatus: 500,
      });
    receiver.answerWith(200);
    await change(id, { status: 'active' });
    expect((await replay(id, dead.id)).status).toBe(202);
    expect(await ended(id, 'delivered')).toMatchObject({ id: dead.id, attempts: 1, error: null });
  });

  it('can be disabled in an archived company as well', async () => {
    const { id } = await create();
    await none(
      server.stage.db,
      sql`
      update companies set status = 'archived' where company_id = ${companyId}`,
    );
    expect(await change(id, { description: 'x' })).toMatchObject({
      status: 422,
      body: { code: 'company_archived' },
    });
    expect((await change(id, { status: 'disabled' })).body).toMatchObject({ status: 'disabled' });
  });
});

describe('an event that is no longer in the log', () => {
  it('is not replayed, and ends a pending replay', async () => {
    const { id } = await create();
    const { id: deliveryId } = await deadDelivery(id);
    const before = receiver.received.length;
    // The log has another event under its number, as after a restored backup.
    await none(
      server.stage.db,
      sql`
      update webhook_deliveries set event_id = ${newId()} where id = ${deliveryId}`,
    );
    expect(await replay(id, deliveryId)).toMatchObject({
      status: 410,
      body: { code: 'event_gone' },
    });
    const key = { companyId, webhookId: id, deliveryId };
    await server.stage.as(boardActor()).replayWebhookDelivery(key);
    await expect
      .poll(() => getDelivery(id, deliveryId), SOON)
      .toMatchObject({
        status: 'dead',
        error: 'The event is no longer in the log',
        attempts: 1,
      });
    expect(receiver.received).toHaveLength(before);
  });
});

describe('a webhook', () => {
  it('keeps delivering when its creator is no longer an owner, and shows it', async () => {
    const person = await signedInMember(server, companyId, { role: 'owner' });
    const body = { url: receiver.url, events: ['issue.commented'] };
    const page = asPage(server, person);
    const { body: created } = await page(`POST ${at()}`, { body });
    expect(created).toMatchObject({ createdByUserId: person.userId, creatorIsOwner: true });
    await none(
      server.stage.db,
      sql`
      delete from memberships where company_id = ${companyId} and user_id = ${person.userId}`,
    );
    const { body: webhook } = await server.call(`GET ${at(`/${created.id}`)}`);
    expect(webhook).toMatchObject({
      createdByUserId: person.userId,
      creatorIsOwner: false,
      status: 'active',
    });
    await comment('received');
    await ended(created.id, 'delivered');
  });

  it('counts attempts anew after an event that another worker began to deliver', async () => {
    const { id } = await create();
    await none(server.stage.db, sql`update webhooks set attempts = 4 where id = ${id}`);
    // Its worker is replaced, in the middle of its retries.
    await server.call(`POST ${at(`/${id}/rotate-secret`)}`);
    for (const text of ['tried before', 'new']) await comment(text);
    const attemptsOf = async (): Promise<number[]> =>
      (await deliveries(id, 'delivered')).map(({ attempts }: { attempts: number }) => attempts);
    await expect.poll(attemptsOf, SOON).toEqual([1, 5]);
  });

  it('shows until when the previous secret also signs', async () => {
    const { id, previousSecretUntil } = await create();
    expect(previousSecretUntil).toBeNull();
    const { body } = await server.call(`POST ${at(`/${id}/rotate-secret`)}`);
    const hours = (Date.parse(body.previousSecretUntil) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
  });

  it.each([
    ['issue.comented', /^expected one of .*issue\.commented/],
    ['run.log', /^expected one of run\./],
    ['nothing.ever', /^expected an event of .*issue/],
  ])('is refused for the unknown event %s', async (name, message) => {
    const body = { url: receiver.url, events: ['issue.commented', name] };
    const { status, body: problem } = await server.call(`POST ${at()}`, { body });
    expect({ status, code: problem.code }).toEqual({ status: 400, code: 'invalid_input' });
    expect(problem.details).toMatchObject([
      { path: ['events', 1], code: 'unknown_event', message: expect.stringMatching(message) },
    ]);
    const { id } = await create();
    expect((await change(id, { events: [name] })).status).toBe(400);
  });

  it("is leased by one process, up to the process's limit", async () => {
    for (let n = 0; n < 3; n += 1) await create({ url: 'https://hooks.invalid/' });
    const [ours, theirs] = [newId(), newId()];
    const leased = await server.stage.service.runtime.write(async ({ db }) => {
      await none(db, sql`delete from webhooks where company_id <> ${companyId}`);
      await none(db, sql`update webhooks set lease_holder = null, leased_until = null`);
      const idsOf = async (holder: string) =>
        (await leaseWebhooks(db, holder, 3_600, 2)).map(({ id }) => id).toSorted();
      return { first: await idsOf(ours), again: await idsOf(ours), rest: await idsOf(theirs) };
    });
    expect(leased.first).toHaveLength(2);
    expect(leased.again).toEqual(leased.first);
    expect(leased.rest).toHaveLength(1);
    expect(leased.first).not.toContain(leased.rest[0]);
  });

  it('deletes dead deliveries after their retention', async () => {
    receiver.answerWith(500);
    const { id } = await create();
    const { body: ping } = await server.call(`POST ${at(`/${id}/ping`)}`);
    await ended(id, 'dead');
    await deleteOldDeadDeliveries(server.stage.db, 90, { limit: 100 });
    expect(await getDelivery(id, ping.id)).toMatchObject({ status: 'dead' });
    await none(
      server.stage.db,
      sql`
      update webhook_deliveries set created_at = now() - interval '91 days',
        finished_at = now() - interval '91 days' where id = ${ping.id}`,
    );
    await deleteOldDeadDeliveries(server.stage.db, 90, { limit: 100 });
    expect(await getDelivery(id, ping.id)).toMatchObject({ code: 'delivery_not_found' });
  });
});
