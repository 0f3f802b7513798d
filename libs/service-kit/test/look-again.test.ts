/**
 * Something that a copy lacks may have been made a moment ago. In these tests messages are lost and
 * sweeps are an hour apart, so nothing is copied but because of a miss.
 */
import { agents } from '@muster/contracts';
import { none, newId, sql } from '@muster/service-kit';
import {
  aCompany,
  boardActor,
  openAdmin,
  openStage,
  type Stage,
  type StandIn,
} from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { failing, ledgerService, type ledger } from './ledger.ts';

let stage: Stage<typeof ledger>;
let producer: StandIn;
beforeAll(async () => {
  stage = await openStage(ledgerService, { env: { SWEEP_SECONDS: '3600' } });
  producer = await stage.standIn(agents);
  producer.loseMessages();
});
afterAll(() => stage.close());

const create = async (name: string): Promise<string> => {
  const payload = aCompany({ name });
  const { companyId } = payload;
  await stage.emitFrom(agents, 'company.created', { companyId, entityId: companyId, payload });
  return companyId;
};

const greet = (companyId: string) => stage.as(boardActor()).greetCompany({ companyId });

const counted = async (name: 'copyMisses' | 'catchUps'): Promise<number> => {
  const { values } = await stage.service.runtime.metrics[name].get();
  return values.reduce((sum, { value }) => sum + value, 0);
};

/** Keeps the producer from answering anything about its log until the returned function is called. */
async function holdLog(): Promise<() => Promise<void>> {
  const { DB_SCHEMA = 'agents' } = producer.service.runtime.config;
  const owner = await openAdmin(inject('servers').databaseUrl, DB_SCHEMA);
  await none(owner, sql`begin`);
  await none(owner, sql`lock table events in access exclusive mode`);
  return async () => {
    await none(owner, sql`rollback`);
    await owner.end();
  };
}

describe('a miss', () => {
  it('finds what was made before it', async () => {
    expect(await greet(await create('Just made'))).toEqual({ name: 'Just made' });
  });

  it('of many at the same time finds each', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `Company ${n}`);
    const made = await Promise.all(names.map(create));
    expect(await Promise.all(made.map(greet))).toEqual(names.map((name) => ({ name })));
  });

  it('of what does not exist is refused, after one look', async () => {
    const before = await counted('copyMisses');
    await expect(greet(newId())).rejects.toMatchObject({ code: 'company_not_found' });
    expect((await counted('copyMisses')) - before).toBe(1);
  });

  it('finds what was made after a catch-up in progress had read the log', async () => {
    const companyId = newId();
    const release = await holdLog();
    const [misses, catchUps] = [await counted('copyMisses'), await counted('catchUps')];
    const first = greet(companyId);
    await expect.poll(() => counted('copyMisses')).toBe(misses + 1);
    const others = Array.from({ length: 20 }, () => greet(companyId));
    await expect.poll(() => counted('copyMisses')).toBe(misses + 21);
    const outcomes = Promise.allSettled([first, ...others]);
    await release();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ reason: { code: 'company_not_found' } });
    }
    // The first look, and one that all others share.
    expect((await counted('catchUps')) - catchUps).toBe(2);
  });

  it('is not answered as absent if an earlier event of the company has failed', async () => {
    failing.add('poison');
    const companyId = await create('poison');
    await expect(greet(companyId)).rejects.toMatchObject({ code: 'unavailable' });
    failing.delete('poison');
  });

  it('is not answered as absent if the producer does not answer', async () => {
    const companyId = await create('Out of reach');
    await producer.service.stop();
    await expect(greet(companyId)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
