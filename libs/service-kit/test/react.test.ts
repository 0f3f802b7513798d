import { agents } from '@muster/contracts';
import { jetstreamManager } from '@nats-io/jetstream';
import { many, maybeOne, newId, sql } from '@muster/service-kit';
import {
  aCompany, lengthOf, newTrials, note, openStage, setUp, type Stage,
} from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failing, ledgerService, type ledger } from './ledger.ts';

/** Companies with an event that fails, all at once. */
const POISONED = lengthOf({ full: 100, short: 4 });

let stage: Stage<typeof ledger>;
beforeAll(async () => {
  stage = await openStage(ledgerService);
});
const trials = newTrials();
afterAll(async () => {
  await stage.close();
  note({
    promise: 'P16', by: 'libs/service-kit/test/react', faults: 0, ...trials.shown(),
    how: `${POISONED} companies at once whose event fails, and one that fails for good`,
  });
});

const created = (name: string) => {
  const payload = aCompany({ name });
  const { companyId } = payload;
  return { companyId, entityId: companyId, payload };
};

const heardOf = async (companyId: string) =>
  (await many<{ name: string }>(stage.db, sql`
    select name from heard where company_id = ${companyId} order by seq limit 1000`))
    .map(({ name }) => name);

const cursorOf = (companyId: string) =>
  maybeOne<{ lastSeq: number; attempts: number; lastError: string | null }>(stage.db, sql`
    select last_seq, attempts, last_error from cursors where company_id = ${companyId}`);

describe('an effect that fails', () => {
  it('blocks its own company only, and goes on in order once it succeeds', async () => {
    failing.add('poison');
    const poisoned = Array.from({ length: POISONED }, () => created('poison'));
    await trials.of(POISONED, async () => {
      for (const each of poisoned) await stage.tell(agents, 'company.created', each);
      await stage.given.company({ name: 'healthy' });
      for (const { companyId } of poisoned) {
        await expect.poll(() => cursorOf(companyId), { timeout: 10_000 }).toMatchObject({
          lastSeq: 0, lastError: 'told to fail on poison',
        });
      }
      for (const each of poisoned) {
        const next = { ...each, payload: { ...each.payload, name: 'after' } };
        await stage.tell(agents, 'company.updated', next);
        expect(await heardOf(each.companyId)).toEqual([]);
      }
      await stage.given.company({ name: 'healthy still' });
      failing.delete('poison');
      for (const { companyId } of poisoned) {
        await expect.poll(() => heardOf(companyId), { timeout: 30_000 })
          .toEqual(['poison', 'after']);
      }
    });
  });

  it('is put among the dead letters after its last attempt, and its company goes on', async () => {
    const hopeless = created('hopeless');
    failing.add('hopeless');
    await stage.tell(agents, 'company.created', hopeless);
    await expect.poll(() => cursorOf(hopeless.companyId)).toMatchObject({ attempts: 1 });
    await many(stage.db, sql`
      update cursors set attempts = 14, retry_at = now() where company_id = ${hopeless.companyId}`);
    await trials.of(1, async () => {
      await expect.poll(() => cursorOf(hopeless.companyId), { timeout: 5_000 }).toMatchObject({
        lastSeq: 1, attempts: 0,
      });
      const letters = await many(stage.db, sql`
        select seq, error from dead_letters where company_id = ${hopeless.companyId} limit 10`);
      expect(letters).toEqual([{ seq: 1, error: 'told to fail on hopeless' }]);
    });
  });
});

describe('the stream', () => {
  it('may be wiped: what is said meanwhile and once it is set up again takes effect', async () => {
    const company = created('before');
    await stage.hear(agents, 'company.created', company);
    const { nats, subjects } = stage.service.runtime;
    const manager = await jetstreamManager(nats);
    await manager.streams.delete(subjects.stream);
    const renamed = (name: string) => ({ ...company, payload: { ...company.payload, name } });
    await stage.tell(agents, 'company.updated', renamed('during'));
    await expect.poll(() => heardOf(company.companyId), { timeout: 15_000 })
      .toEqual(['before', 'during']);
    await setUp(ledgerService, stage.env);
    await stage.tell(agents, 'company.updated', renamed('after'));
    await expect.poll(() => heardOf(company.companyId), { timeout: 15_000 })
      .toEqual(['before', 'during', 'after']);
  });

  it('may be wiped with more behind it than one answer holds', async () => {
    const company = created('before');
    await stage.hear(agents, 'company.created', company);
    const { nats, subjects } = stage.service.runtime;
    await (await jetstreamManager(nats)).streams.delete(subjects.stream);
    const named = Array.from({ length: 30 }, (_, n) => `${n} ${'long'.repeat(12_000)}`);
    for (const name of named) {
      await stage.tell(agents, 'company.updated', {
        ...company, payload: { ...company.payload, name },
      });
    }
    await stage.service.sweep();
    await expect.poll(() => heardOf(company.companyId), { timeout: 10_000 })
      .toEqual(['before', ...named]);
    await setUp(ledgerService, stage.env);
  });

  it('may carry what is no event: it is dropped, and the next event takes effect', async () => {
    const { nats, subjects } = stage.service.runtime;
    const company = created('after garbage');
    const lane = Number.parseInt(company.companyId.slice(-4), 16) % 8;
    nats.publish(subjects.event('agents', lane, 'company.created'), 'not an event');
    nats.publish(subjects.event('agents', lane, 'company.created'), '{"specversion":"1.0"}');
    await stage.hear(agents, 'company.created', company);
    expect(await heardOf(company.companyId)).toEqual(['after garbage']);
  });

  it('delivers to two replicas, and every event takes effect once', async () => {
    const twin = await stage.replica();
    const companies = Array.from({ length: 20 }, () => created(`of ${newId()}`));
    await Promise.all(companies.map((one) => stage.hear(agents, 'company.created', one)));
    for (const { companyId, payload } of companies) {
      expect(await heardOf(companyId)).toEqual([payload.name]);
    }
    expect(twin.runtime.name).toBe('billing');
  });
});
