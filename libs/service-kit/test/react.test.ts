import { agents, type EventRecord, type ServiceName } from '@muster/contracts';
import { jetstreamManager } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import { many, maybeOne, newId, sql } from '@muster/service-kit';
import {
  aCompany,
  lengthOf,
  openTrials,
  recordTrials,
  openStage,
  setUp,
  type Stage,
} from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toCloudEvent } from '../src/event-log/cloud-event.ts';
import { messageIdOf } from '../src/nats/message-id.ts';
import { partitionOf, PARTITIONS } from '../src/nats/subjects.ts';
import { failing, ledgerService, type ledger } from './ledger.ts';

/** Companies that have a failing event at the same time. */
const POISONED = lengthOf({ full: 100, short: 4 });

let stage: Stage<typeof ledger>;
beforeAll(async () => {
  stage = await openStage(ledgerService);
});
const trials = openTrials();
afterAll(async () => {
  await stage.close();
  recordTrials({
    promise: 'P16',
    by: 'libs/service-kit/test/react',
    faults: 0,
    ...trials.result(),
    how: `${POISONED} companies at once whose event fails, and one that fails for good`,
  });
});

const created = (name: string) => {
  const payload = aCompany({ name });
  const { companyId } = payload;
  return { companyId, entityId: companyId, payload };
};

const heardOf = async (companyId: string) =>
  (
    await many<{ name: string }>(
      stage.db,
      sql`
    select name from heard where company_id = ${companyId} order by seq limit 1000`,
    )
  ).map(({ name }) => name);

const cursorOf = (companyId: string) =>
  maybeOne<{ lastSeq: number; attempts: number; lastError: string | null }>(
    stage.db,
    sql`
    select last_seq, attempts, last_error from cursors where company_id = ${companyId}`,
  );

describe('a failing event', () => {
  it('blocks its own company only, which goes on in order once it succeeds', async () => {
    failing.add('poison');
    const poisoned = Array.from({ length: POISONED }, () => created('poison'));
    await trials.of(POISONED, async () => {
      for (const each of poisoned) await stage.emitFrom(agents, 'company.created', each);
      await stage.given.company({ name: 'healthy' });
      for (const { companyId } of poisoned) {
        await expect
          .poll(() => cursorOf(companyId), { timeout: 10_000 })
          .toMatchObject({
            lastSeq: 0,
            lastError: 'told to fail on poison',
          });
      }
      for (const each of poisoned) {
        const next = { ...each, payload: { ...each.payload, name: 'after' } };
        await stage.emitFrom(agents, 'company.updated', next);
        expect(await heardOf(each.companyId)).toEqual([]);
      }
      await stage.given.company({ name: 'healthy still' });
      failing.delete('poison');
      for (const { companyId } of poisoned) {
        await expect
          .poll(() => heardOf(companyId), { timeout: 30_000 })
          .toEqual(['poison', 'after']);
      }
    });
  });

  it('becomes a dead letter after its last attempt, and its company goes on', async () => {
    const hopeless = created('hopeless');
    failing.add('hopeless');
    await stage.emitFrom(agents, 'company.created', hopeless);
    await expect.poll(() => cursorOf(hopeless.companyId)).toMatchObject({ attempts: 1 });
    await many(
      stage.db,
      sql`
      update cursors set attempts = 14, retry_at = now() where company_id = ${hopeless.companyId}`,
    );
    await trials.of(1, async () => {
      await expect
        .poll(() => cursorOf(hopeless.companyId))
        .toMatchObject({
          lastSeq: 1,
          attempts: 0,
        });
      const letters = await many(
        stage.db,
        sql`
        select seq, error from dead_letters where company_id = ${hopeless.companyId} limit 10`,
      );
      expect(letters).toEqual([{ seq: 1, error: 'told to fail on hopeless' }]);
    });
  });
});

describe('the stream', () => {
  it('may be wiped: events emitted meanwhile and after a new setup take effect', async () => {
    const company = created('before');
    await stage.receive(agents, 'company.created', company);
    const { nats, subjects } = stage.service.runtime;
    const manager = await jetstreamManager(nats);
    await manager.streams.delete(subjects.stream);
    const renamed = (name: string) => ({ ...company, payload: { ...company.payload, name } });
    await stage.emitFrom(agents, 'company.updated', renamed('during'));
    await expect
      .poll(() => heardOf(company.companyId), { timeout: 15_000 })
      .toEqual(['before', 'during']);
    await setUp(ledgerService, stage.env);
    await stage.emitFrom(agents, 'company.updated', renamed('after'));
    await expect
      .poll(() => heardOf(company.companyId), { timeout: 15_000 })
      .toEqual(['before', 'during', 'after']);
  });

  it('may be wiped while more events are missing than one answer holds', async () => {
    const company = created('before');
    await stage.receive(agents, 'company.created', company);
    const { nats, subjects } = stage.service.runtime;
    await (await jetstreamManager(nats)).streams.delete(subjects.stream);
    const named = Array.from({ length: 30 }, (_, n) => `${n} ${'long'.repeat(12_000)}`);
    for (const name of named) {
      await stage.emitFrom(agents, 'company.updated', {
        ...company,
        payload: { ...company.payload, name },
      });
    }
    await stage.service.sweep();
    await expect
      .poll(() => heardOf(company.companyId), { timeout: 10_000 })
      .toEqual(['before', ...named]);
    await setUp(ledgerService, stage.env);
  });

  it('may carry a message that is no event: it is dropped, and the next event takes effect', async () => {
    const { nats, subjects } = stage.service.runtime;
    const company = created('after garbage');
    const partition = partitionOf(company.companyId);
    nats.publish(subjects.event('agents', partition, 'company.created'), 'not an event');
    nats.publish(subjects.event('agents', partition, 'company.created'), '{"specversion":"1.0"}');
    await stage.receive(agents, 'company.created', company);
    expect(await heardOf(company.companyId)).toEqual(['after garbage']);
  });

  it('may carry an event that another producer has published: it has no effect', async () => {
    const { nats, subjects } = stage.service.runtime;
    const company = created('genuine');
    await stage.receive(agents, 'company.created', company);
    const { companyId } = company;
    const partition = partitionOf(companyId);
    const { timeZoneFrom: _, ...snapshot } = company.payload;
    const forged = (changed: Partial<Omit<EventRecord, 'payload'>>) =>
      toCloudEvent({
        id: newId(),
        producer: 'agents',
        companyId,
        seq: 2,
        type: 'company.updated',
        version: 1,
        entityType: 'company',
        entityId: companyId,
        actorType: 'system',
        actorId: 'agents',
        actorName: 'agents',
        runId: null,
        requestId: null,
        causedBy: null,
        payload: JSON.stringify({ ...snapshot, approvalsNeedAnother: false, name: 'forged' }),
        traceparent: null,
        occurredAt: new Date().toISOString(),
        ...changed,
      });
    const publish = (producer: string, at: number, id: string, body: string) => {
      const sent = headers();
      sent.set('Nats-Msg-Id', id);
      nats.publish(subjects.event(producer, at, 'company.updated'), body, { headers: sent });
    };
    const id = (producer: ServiceName, seq = 2) => messageIdOf({ producer, companyId, seq });
    publish('issues', partition, id('agents'), forged({}));
    publish('agents', partition, id('issues'), forged({}));
    publish('agents', partition, id('agents'), forged({ producer: 'issues' }));
    publish('agents', partition, id('agents', 3), forged({}));
    publish('agents', partition, id('agents'), forged({ type: 'company.created' }));
    publish('agents', partition, id('agents'), forged({ companyId: newId() }));
    publish('agents', (partition + 1) % PARTITIONS, id('agents'), forged({}));
    const next = { ...company, payload: { ...company.payload, name: 'genuine still' } };
    await stage.receive(agents, 'company.updated', next);
    expect(await heardOf(companyId)).toEqual(['genuine', 'genuine still']);
  });

  it('may carry a payload that its contract refuses: it fails, and later events wait', async () => {
    const broken = created('broken');
    const payload = { ...broken.payload, name: 7 as unknown as string };
    await stage.emitFrom(agents, 'company.created', { ...broken, payload });
    await expect
      .poll(() => cursorOf(broken.companyId))
      .toMatchObject({ lastSeq: 0, lastError: expect.stringContaining('expected string') });
    expect(await heardOf(broken.companyId)).toEqual([]);
  });

  it('delivers to two replicas, and every event takes effect once', async () => {
    const replica = await stage.replica();
    const companies = Array.from({ length: 20 }, () => created(`of ${newId()}`));
    await Promise.all(companies.map((one) => stage.receive(agents, 'company.created', one)));
    for (const { companyId, payload } of companies) {
      expect(await heardOf(companyId)).toEqual([payload.name]);
    }
    expect(replica.runtime.name).toBe('billing');
  });
});
