import { many, newId, none, one, sql } from '@muster/service-kit';
import { agentActor, openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENTRIES_PER_STEP, ledgerService, stuckAt, type ledger } from './ledger.ts';

/** Longer than any number of steps takes here, however busy the machine is. */
const COMPLETE = { timeout: 60_000, interval: 20 };

let stage: Stage<typeof ledger>;
beforeAll(async () => {
  stage = await openStage(ledgerService);
});
afterAll(() => stage.close());

const fill = async (entries: number): Promise<string> => {
  const companyId = newId();
  await none(
    stage.db,
    sql`
    insert into entries (id, company_id, amount)
    select gen_random_uuid(), ${companyId}::uuid, n from generate_series(1, ${entries}) n`,
  );
  return companyId;
};

const as = (companyId: string) => stage.as(agentActor(companyId));

const left = async (companyId: string): Promise<number> =>
  (
    await one<{ count: number }>(
      stage.db,
      sql`
    select count(*)::integer as count from entries where company_id = ${companyId}`,
    )
  ).count;

const open = (companyId: string) =>
  many<{ steps: number; lastError: string | null }>(
    stage.db,
    sql`
    select steps, last_error from bulk_effects where company_id = ${companyId}
    order by name limit 10`,
  );

const removed = async (companyId: string) =>
  (await stage.emitted('entry.removed')).filter((event) => event.companyId === companyId);

describe('a bulk effect', () => {
  it('is complete with its cause if one step is enough', async () => {
    const companyId = await fill(ENTRIES_PER_STEP - 1);
    await as(companyId).removeEntries({ companyId });
    expect(await left(companyId)).toBe(0);
    expect(await open(companyId)).toEqual([]);
  });

  it('goes on in steps with the actor of its cause, each row once', async () => {
    const companyId = await fill(ENTRIES_PER_STEP * 12);
    const replica = await stage.replica();
    await as(companyId).removeEntries({ companyId });
    await expect.poll(() => left(companyId), COMPLETE).toBe(0);
    await expect.poll(() => open(companyId), COMPLETE).toEqual([]);
    await replica.stop();
    const events = await removed(companyId);
    expect(new Set(events.map(({ entityId }) => entityId)).size).toBe(ENTRIES_PER_STEP * 12);
    expect(events).toHaveLength(ENTRIES_PER_STEP * 12);
    expect(new Set(events.map(({ actorType }) => actorType))).toEqual(new Set(['agent']));
    expect(new Set(events.map(({ requestId }) => requestId)).size).toBe(1);
  });

  it('keeps what is left when a step fails, and goes on with it', async () => {
    const companyId = await fill(ENTRIES_PER_STEP * 3);
    stuckAt.set(companyId, ENTRIES_PER_STEP * 2);
    await as(companyId).removeEntries({ companyId });
    await expect
      .poll(() => open(companyId), COMPLETE)
      .toMatchObject([{ steps: 1, lastError: 'told to fail' }]);
    expect(await left(companyId)).toBe(ENTRIES_PER_STEP * 2);
    stuckAt.delete(companyId);
    await expect.poll(() => left(companyId), COMPLETE).toBe(0);
    expect(await removed(companyId)).toHaveLength(ENTRIES_PER_STEP * 3);
  });

  it('begins again for rows that its last step did not see', async () => {
    const companyId = await fill(ENTRIES_PER_STEP * 2);
    await as(companyId).removeEntries({ companyId });
    await as(companyId).removeEntries({ companyId });
    await expect.poll(() => open(companyId), COMPLETE).toEqual([]);
    expect(await left(companyId)).toBe(0);
    expect(await removed(companyId)).toHaveLength(ENTRIES_PER_STEP * 2);
  });

  it('counts what is open and how long the oldest stands still', async () => {
    const companyId = await fill(ENTRIES_PER_STEP * 2);
    stuckAt.set(companyId, ENTRIES_PER_STEP);
    await as(companyId).removeEntries({ companyId });
    await none(
      stage.db,
      sql`
      insert into bulk_effects (company_id, name, subject_id, cause, advanced_at)
      values (${companyId}, 'of_another_release', ${companyId}, '{}', now() - interval '1 hour')`,
    );
    const { registry } = stage.service.runtime.metrics;
    const valueOf = async (name: string) =>
      (await registry.getSingleMetric(name)?.get())?.values[0]?.value ?? 0;
    await expect.poll(() => valueOf('muster_bulk_effects_open'), COMPLETE).toBeGreaterThan(0);
    await expect
      .poll(() => valueOf('muster_bulk_effects_stalled_seconds'), COMPLETE)
      .toBeGreaterThanOrEqual(3_600);
    stuckAt.delete(companyId);
    await none(stage.db, sql`delete from bulk_effects where name = 'of_another_release'`);
    await expect.poll(() => valueOf('muster_bulk_effects_open'), COMPLETE).toBe(0);
    expect(await left(companyId)).toBe(0);
  });
});
