/** What a repetition of a refused request is answered with. */
import { many, newId, sql } from '@muster/service-kit';
import { boardActor, openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { busy, forgiving, OWNED, ledgerService, type ledger } from './ledger.ts';

let stage: Stage<typeof ledger>;
beforeAll(async () => {
  stage = await openStage(ledgerService);
});
afterAll(() => stage.close());

const entriesOf = (companyId: string) => stage.as(boardActor()).listEntries({ companyId });

describe('a refused write', () => {
  it('refuses a repeated idempotency key as the first time, whatever has changed since', async () => {
    const companyId = newId();
    const [actor, requestId] = [boardActor(), newId()];
    const caller = stage.as(actor, { idempotencyKey: 'refused', requestId });
    const refusal = { code: 'illegal_transition' };
    await expect(caller.addEntry({ companyId, amount: -1 })).rejects.toMatchObject(refusal);
    forgiving.add(companyId);
    await expect(caller.addEntry({ companyId, amount: -1 })).rejects.toMatchObject(refusal);
    await expect(caller.addEntry({ companyId, amount: 1 })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(await entriesOf(companyId)).toEqual([]);
    await stage.as(actor, { idempotencyKey: 'other' }).addEntry({ companyId, amount: -1 });
    expect(await entriesOf(companyId)).toHaveLength(1);
  });

  it('decides a repeated key anew if the caller was not allowed to', async () => {
    const companyId = newId();
    const actor = boardActor({ companies: [] });
    const once = { idempotencyKey: 'not yet' };
    await expect(stage.as(actor, once).addEntry({ companyId, amount: 1 })).rejects.toMatchObject({
      code: 'company_not_found',
    });
    const viewer = { ...actor, companies: [{ companyId, role: 'viewer', permissions: [] }] };
    await expect(
      stage.as(viewer as typeof actor, once).addEntry({ companyId, amount: 1 }),
    ).rejects.toMatchObject({ code: 'viewer_reads_only' });
    const admitted = { ...actor, companies: 'all' as const };
    const entry = await stage.as(admitted, once).addEntry({ companyId, amount: 1 });
    expect(await entriesOf(companyId)).toEqual([entry]);
  });

  it('gives no stored answer to a caller that has lost its rights', async () => {
    const companyId = newId();
    const actor = boardActor();
    const once = { idempotencyKey: 'no more' };
    const entry = await stage.as(actor, once).addEntry({ companyId, amount: 1 });
    const losers = [
      [[], 'company_not_found'],
      [[{ companyId, role: 'viewer', permissions: [] }], 'viewer_reads_only'],
    ] as const;
    for (const [companies, code] of losers) {
      const loser = { ...actor, companies } as unknown as typeof actor;
      await expect(stage.as(loser, once).addEntry({ companyId, amount: 1 })).rejects.toMatchObject({
        code,
        isReplayed: false,
      });
    }
    expect(await stage.as(actor, once).addEntry({ companyId, amount: 1 })).toEqual(entry);
  });

  it('decides a repeated key anew after a refusal that says so', async () => {
    const companyId = newId();
    const caller = stage.as(boardActor(), { idempotencyKey: 'later' });
    busy.add(companyId);
    await expect(caller.addEntry({ companyId, amount: 1 })).rejects.toMatchObject({
      code: 'overloaded',
    });
    busy.delete(companyId);
    expect(await caller.addEntry({ companyId, amount: 1 })).toMatchObject({ amount: 1 });
  });

  it('decides a repeated key anew after a refusal that others can lift', async () => {
    const companyId = newId();
    const caller = stage.as(boardActor(), { idempotencyKey: 'owned' });
    const addEntry = () => caller.addEntry({ companyId, amount: OWNED });
    await expect(addEntry()).rejects.toMatchObject({ code: 'not_the_owner' });
    await expect(addEntry()).rejects.toMatchObject({ code: 'not_the_owner', isReplayed: false });
    forgiving.add(companyId);
    const entry = await addEntry();
    expect(await addEntry()).toEqual(entry);
    expect(await entriesOf(companyId)).toHaveLength(1);
  });

  it('gives one answer to ten concurrent requests with the same key that is refused', async () => {
    const companyId = newId();
    const caller = stage.as(boardActor(), { idempotencyKey: 'refused at once' });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => caller.addEntry({ companyId, amount: -1 })),
    );
    const codes = outcomes.map((one) => one.status === 'rejected' && one.reason.code);
    expect(codes).toContain('illegal_transition');
    for (const code of codes) {
      expect(['illegal_transition', 'request_in_progress']).toContain(code);
    }
    const stored = await many(
      stage.db,
      sql`select 1 as one from refused_requests where id = 'refused at once' limit 10`,
    );
    expect(stored).toHaveLength(1);
  });
});
