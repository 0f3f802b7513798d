import { agents, logOperations } from '@muster/contracts';
import { callOperation, many, newId, none, sql } from '@muster/service-kit';
import { aCompany, boardActor, openStage, serviceActor, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failing, ledgerService, type ledger } from './ledger.ts';

const HOUR_MS = 3_600_000;

describe('awaitApplied', () => {
  let stage: Stage<typeof ledger>;
  let companyId: string;
  const requestId = newId();
  beforeAll(async () => {
    stage = await openStage(ledgerService);
    const payload = aCompany();
    ({ companyId } = payload);
    await stage.receive(agents, 'company.created', { companyId, entityId: companyId, payload });
    await stage.as(boardActor(), { requestId }).addEntry({ companyId, amount: 1 });
    await stage.as(boardActor()).addEntry({ companyId, amount: 2 });
  });
  afterAll(() => stage.close());

  const ask = async (more: object) =>
    (await callOperation(
      stage.service.runtime.rpc,
      'billing',
      'awaitApplied',
      logOperations.awaitApplied,
      { producer: 'agents', companyId, seq: 1, waitMs: 1_000, ...more },
      { actor: serviceActor('gateway') },
    )) as { applied: boolean; head: number };
  const headOf = async (more: object = {}): Promise<number> => {
    const answer = await ask(more);
    expect(answer.applied).toBe(true);
    return answer.head;
  };
  const because = (id: string, agoMs = HOUR_MS) => ({
    because: { requestId: id, since: new Date(Date.now() - agoMs).toISOString() },
  });

  it('returns the head of the log, or of the events that a request caused, or none', async () => {
    expect(await headOf()).toBe(3);
    expect(await headOf(because(requestId))).toBe(2);
    expect(await headOf(because(newId()))).toBe(0);
    expect(await headOf({ ...because(requestId), wantsHead: false })).toBe(0);
  });

  it('returns the head if more events have been emitted since than it searches', async () => {
    await stage.db.run({
      text: `insert into events (
          company_id, seq, id, type, version, entity_type, entity_id, actor_type, actor_id,
          actor_name, payload
        )
        select $1, 3 + n, gen_random_uuid(), 'entry.added', 1, 'entry', gen_random_uuid(),
          'system', 'x', 'x', '{}'
        from generate_series(1, 300) n`,
      values: [companyId],
    });
    expect(await headOf(because(requestId))).toBe(303);
    expect(await headOf(because(newId(), -HOUR_MS))).toBe(0);
  });

  it('tells that an event is not applied while a reaction fails on it', async () => {
    const { companyId: ofFailing } = await stage.given.company();
    const name = `fails ${newId()}`;
    failing.add(name);
    const payload = aCompany({ companyId: ofFailing, name });
    const renamed = { companyId: ofFailing, entityId: ofFailing, payload };
    await stage.emitFrom(agents, 'company.updated', renamed);
    await expect
      .poll(() =>
        many(stage.db, sql`select seq from failures where company_id = ${ofFailing} limit 2`),
      )
      .toEqual([{ seq: 2 }]);
    const askFor = (seq: number) => ask({ companyId: ofFailing, seq, waitMs: 100 });
    expect(await askFor(1)).toMatchObject({ applied: true });
    expect(await askFor(2)).toMatchObject({ applied: false });
    failing.delete(name);
    await none(stage.db, sql`update failures set retry_at = now()`);
    await stage.service.sweep();
    expect(await askFor(2)).toMatchObject({ applied: true });
  });
});
