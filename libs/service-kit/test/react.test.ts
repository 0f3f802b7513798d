import { agents } from '@muster/contracts';
import { many, maybeOne, newId, sql } from '@muster/service-kit';
import {
  aCompany,
  lengthOf,
  openTrials,
  recordTrials,
  openStage,
  type Stage,
} from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  maybeOne<{ lastSeq: number; lagging: Record<string, number> }>(
    stage.db,
    sql`select last_seq, lagging from cursors where company_id = ${companyId}`,
  );

const failureOf = (companyId: string) =>
  maybeOne<{ seq: number; attempts: number; error: string }>(
    stage.db,
    sql`select seq, attempts, error from failures where company_id = ${companyId}`,
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
          .poll(() => failureOf(companyId), { timeout: 10_000 })
          .toMatchObject({ seq: 1, error: 'told to fail on poison' });
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
    await expect.poll(() => failureOf(hopeless.companyId)).toMatchObject({ attempts: 1 });
    await many(
      stage.db,
      sql`
      update failures set attempts = 14, retry_at = now() where company_id = ${hopeless.companyId}`,
    );
    await trials.of(1, async () => {
      await expect.poll(() => cursorOf(hopeless.companyId)).toEqual({ lastSeq: 1, lagging: {} });
      expect(await failureOf(hopeless.companyId)).toBeUndefined();
      const letters = await many(
        stage.db,
        sql`
        select seq, error from dead_letters where company_id = ${hopeless.companyId} limit 10`,
      );
      expect(letters).toEqual([{ seq: 1, error: 'told to fail on hopeless' }]);
    });
  });
});

describe('a message', () => {
  it('may be lost: events emitted meanwhile and afterwards take effect', async () => {
    const company = created('before');
    await stage.receive(agents, 'company.created', company);
    const found = (await stage.standIn(agents)).loseMessages();
    const renamed = (name: string) => ({ ...company, payload: { ...company.payload, name } });
    await stage.emitFrom(agents, 'company.updated', renamed('during'));
    await expect
      .poll(() => heardOf(company.companyId), { timeout: 15_000 })
      .toEqual(['before', 'during']);
    found();
    await stage.emitFrom(agents, 'company.updated', renamed('after'));
    await expect
      .poll(() => heardOf(company.companyId), { timeout: 15_000 })
      .toEqual(['before', 'during', 'after']);
  });

  it('may be lost while more events are missing than one answer holds', async () => {
    const company = created('before');
    await stage.receive(agents, 'company.created', company);
    const found = (await stage.standIn(agents)).loseMessages();
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
    found();
  });

  it('may carry a payload that its contract refuses: it fails, and later events wait', async () => {
    const broken = created('broken');
    const payload = { ...broken.payload, name: 7 as unknown as string };
    await stage.emitFrom(agents, 'company.created', { ...broken, payload });
    await expect
      .poll(() => failureOf(broken.companyId))
      .toMatchObject({ seq: 1, error: expect.stringContaining('expected string') });
    expect(await heardOf(broken.companyId)).toEqual([]);
  });

  it('may have a value that only another release knows: it takes effect as the others', async () => {
    const newer = created('newer');
    const payload = { ...newer.payload, status: 'hibernating' as 'active' };
    await stage.receive(agents, 'company.created', { ...newer, payload });
    expect(await heardOf(newer.companyId)).toEqual(['newer']);
  });

  it('is for one of two replicas, and every event takes effect once', async () => {
    const replica = await stage.replica();
    const companies = Array.from({ length: 20 }, () => created(`of ${newId()}`));
    await Promise.all(companies.map((one) => stage.receive(agents, 'company.created', one)));
    for (const { companyId, payload } of companies) {
      expect(await heardOf(companyId)).toEqual([payload.name]);
    }
    expect(replica.runtime.name).toBe('billing');
  });
});
