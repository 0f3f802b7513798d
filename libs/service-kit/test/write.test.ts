import { agents, Refusal } from '@muster/contracts';
import { headers } from '@nats-io/transport-node';
import { many, newId, none, noneAwaited, sql, type Db } from '@muster/service-kit';
import { agentActor, boardActor, openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerService, UNDECLARED_EVENT, UNDECLARED_REFUSAL, type ledger } from './ledger.ts';
import { fillLog } from './producer-log.ts';

let stage: Stage<typeof ledger>;
beforeAll(async () => {
  stage = await openStage(ledgerService);
});
afterAll(() => stage.close());

const entriesOf = (companyId: string) => stage.as(boardActor()).listEntries({ companyId });

describe('a write', () => {
  it('stores the row and the event, numbered without holes', async () => {
    const companyId = newId();
    for (const amount of [1, 2, 3]) await stage.as(boardActor()).addEntry({ companyId, amount });
    const emitted = (await stage.emitted('entry.added')).filter(
      (one) => one.companyId === companyId,
    );
    expect(emitted.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(await entriesOf(companyId)).toHaveLength(3);
  });

  it('leaves no hole for a refused write between two others', async () => {
    const companyId = newId();
    const board = stage.as(boardActor());
    await board.addEntry({ companyId, amount: 1 });
    await expect(board.addEntry({ companyId, amount: -1 })).rejects.toMatchObject({
      code: 'illegal_transition',
    });
    await board.addEntry({ companyId, amount: 2 });
    const emitted = (await stage.emitted()).filter((one) => one.companyId === companyId);
    expect(emitted.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(await entriesOf(companyId)).toHaveLength(2);
  });

  it('numbers the events of concurrent writers without holes or duplicates', async () => {
    const companyId = newId();
    const board = stage.as(boardActor());
    const amounts = Array.from({ length: 40 }, (_, index) => index);
    await Promise.all(amounts.map((amount) => board.addEntry({ companyId, amount })));
    const emitted = (await stage.emitted()).filter((one) => one.companyId === companyId);
    expect(emitted.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(
      amounts.map((index) => index + 1),
    );
  });

  it('has one effect and one answer for a repeated idempotency key', async () => {
    const companyId = newId();
    const caller = stage.as(boardActor(), { idempotencyKey: 'once' });
    const first = await caller.addEntry({ companyId, amount: 7 });
    expect(await caller.addEntry({ companyId, amount: 7 })).toEqual(first);
    expect(await entriesOf(companyId)).toEqual([first]);
  });

  it('refuses a key that was used for another input', async () => {
    const companyId = newId();
    const caller = stage.as(boardActor(), { idempotencyKey: 'reused' });
    await caller.addEntry({ companyId, amount: 7 });
    await expect(caller.addEntry({ companyId, amount: 8 })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  it('distinguishes the same key of two callers', async () => {
    const companyId = newId();
    await stage.as(boardActor(), { idempotencyKey: 'same' }).addEntry({ companyId, amount: 1 });
    await stage.as(boardActor(), { idempotencyKey: 'same' }).addEntry({ companyId, amount: 2 });
    expect(await entriesOf(companyId)).toHaveLength(2);
  });

  it('has one effect for ten concurrent requests with the same key', async () => {
    const companyId = newId();
    const caller = stage.as(boardActor(), { idempotencyKey: 'at once' });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => caller.addEntry({ companyId, amount: 5 })),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    for (const outcome of refused) {
      expect(outcome).toMatchObject({ reason: { code: 'request_in_progress' } });
    }
    expect(await entriesOf(companyId)).toHaveLength(1);
  });

  it('gives the stored answer when the gateway sends the same request id again', async () => {
    const companyId = newId();
    const requestId = newId();
    const actor = boardActor();
    const first = await stage.as(actor, { requestId }).addEntry({ companyId, amount: 5 });
    const again = await stage.as(actor, { requestId }).addEntry({ companyId, amount: 5 });
    expect(again).toEqual(first);
    expect(await entriesOf(companyId)).toHaveLength(1);
  });
});

describe('a statement that is not awaited', () => {
  const insert = (companyId: string, id: string) => sql`
    insert into entries (id, company_id, amount) values (${id}, ${companyId}, 1)`;
  const write = (work: (db: Db) => Promise<void>) =>
    stage.service.runtime.write(({ db }) => work(db));

  it('is committed with the statements before and after it, in their order', async () => {
    const [companyId, id] = [newId(), newId()];
    await write(async (db) => {
      await noneAwaited(db, insert(companyId, id));
      await none(db, sql`update entries set amount = 2 where id = ${id}`);
      await noneAwaited(db, sql`update entries set amount = amount * 10 where id = ${id}`);
    });
    expect(await entriesOf(companyId)).toEqual([{ id, companyId, amount: 20 }]);
  });

  it.each([
    ['at the commit', () => Promise.resolve()],
    ['whatever comes after it', (db: Db) => none(db, sql`select 1`)],
    ['a refusal of the handler', () => Promise.reject(new Refusal('overloaded'))],
  ])('fails the transaction with its own error before %s', async (_, afterwards) => {
    const [companyId, id] = [newId(), newId()];
    const failed = write(async (db) => {
      await none(db, insert(companyId, id));
      await noneAwaited(db, insert(companyId, id));
      await afterwards(db);
    });
    await expect(failed).rejects.toMatchObject({ constraint: 'entries_pkey' });
    expect(await entriesOf(companyId)).toEqual([]);
  });

  it('is undone by a refusal', async () => {
    const companyId = newId();
    const refused = write(async (db) => {
      await noneAwaited(db, insert(companyId, newId()));
      throw new Refusal('overloaded');
    });
    await expect(refused).rejects.toMatchObject({ code: 'overloaded' });
    expect(await entriesOf(companyId)).toEqual([]);
  });
});

describe('the server', () => {
  it('hides another company from an agent', async () => {
    const foreign = stage.as(agentActor(newId()));
    await expect(foreign.listEntries({ companyId: newId() })).rejects.toMatchObject({
      code: 'company_not_found',
    });
  });

  it('refuses a caller of the wrong kind with the kind that may call', async () => {
    const agent = stage.as(agentActor(newId()));
    await expect(agent.closeBooks({ entryId: newId() })).rejects.toMatchObject({
      code: 'board_only',
    });
  });

  it('does not execute a request after its deadline', async () => {
    const companyId = newId();
    const { nats, subjects, signer } = stage.service.runtime;
    const sent = headers();
    sent.set('Request-Id', 'late');
    sent.set(
      'Actor',
      signer.sign(boardActor(), { service: 'billing', operation: 'addEntry', requestId: 'late' }),
    );
    sent.set('Deadline', String(Date.now() - 1_000));
    const subject = subjects.rpc('billing', 'addEntry');
    const body = JSON.stringify({ companyId, amount: 1 });
    const reply = await nats.request(subject, body, { timeout: 20_000, headers: sent });
    expect(reply.json()).toMatchObject({ code: 'deadline_exceeded' });
    expect(await entriesOf(companyId)).toEqual([]);
  });

  it('refuses a signature that was made for another request', async () => {
    const { nats, subjects, signer } = stage.service.runtime;
    const sent = headers();
    sent.set('Request-Id', 'this one');
    sent.set(
      'Actor',
      signer.sign(boardActor(), {
        service: 'billing',
        operation: 'addEntry',
        requestId: 'another one',
      }),
    );
    const reply = await nats.request(subjects.rpc('billing', 'listEntries'), '{}', {
      timeout: 20_000,
      headers: sent,
    });
    expect(reply.json()).toMatchObject({ code: 'unauthenticated' });
  });
});

describe('a handler that breaks its contract', () => {
  it.each([
    ['refuses with a code that is not declared', UNDECLARED_REFUSAL],
    ['emits an event that is not declared', UNDECLARED_EVENT],
  ])('is a fault if it %s, and writes nothing', async (_, amount) => {
    const companyId = newId();
    const outcome = stage.as(boardActor()).addEntry({ companyId, amount });
    await expect(outcome).rejects.toThrow('internal_error: Internal error');
    expect(await entriesOf(companyId)).toEqual([]);
  });
});

describe('writes to one company', () => {
  it('do not block other companies while they wait, and are dropped after their deadline', async () => {
    const [locked, other] = [newId(), newId()];
    const board = stage.as(boardActor());
    await board.addEntry({ companyId: locked, amount: 0 });
    const admin = await stage.admin();
    await none(admin, sql`begin`);
    await none(admin, sql`select from event_heads where company_id = ${locked} for update`);
    // More than begin while one waits, which is three batches: what comes later is in the queue.
    const amounts = Array.from({ length: 80 }, (_, index) => index + 1);
    const written = amounts.map((amount) => board.addEntry({ companyId: locked, amount }));
    const within = (deadlineMs: number, amount: number) =>
      stage.service.runtime.rpc({
        service: 'billing',
        operation: 'addEntry',
        actor: boardActor(),
        requestId: newId(),
        deadlineMs,
        body: JSON.stringify({ companyId: locked, amount }),
      });
    const late = Promise.allSettled([within(1, 998)]);
    const lateAsWell = Promise.allSettled([within(600, 999)]);
    expect(await board.addEntry({ companyId: other, amount: 1 })).toMatchObject({ amount: 1 });
    expect(await late).toMatchObject([{ status: 'rejected' }]);
    expect(await lateAsWell).toMatchObject([{ status: 'rejected' }]);
    await none(admin, sql`rollback`);
    await Promise.all(written);
    // Queued after the late ones, so they have been dropped once it is written.
    await board.addEntry({ companyId: locked, amount: 81 });
    const entries = (await entriesOf(locked)).map(({ amount }) => amount);
    expect(entries.toSorted((a, b) => a - b).filter((amount) => amount !== 999)).toEqual([
      0,
      ...amounts,
      81,
    ]);
  });
});

describe('an event of another service', () => {
  it('takes effect once, however often it is delivered', async () => {
    const { companyId } = await stage.given.company({ name: 'heard once' });
    await stage.redeliver();
    const heard = await many(
      stage.db,
      sql`
      select name from heard where company_id = ${companyId} limit 10`,
    );
    expect(heard).toEqual([{ name: 'heard once' }]);
  });

  it('is the cause of the events that its reaction emits', async () => {
    const { companyId } = await stage.given.company({ name: 'the cause' });
    const emitted = await stage.emitted('entry.heard');
    const [effect] = emitted.filter((one) => one.companyId === companyId);
    expect(effect).toMatchObject({ actorType: 'system', causedBy: expect.any(String) });
  });

  it("is read from its producer's log if its message was lost", async () => {
    const companyId = newId();
    await stage.standIn(agents);
    await fillLog(stage, { companyIds: [companyId], events: 1 });
    await stage.service.sweep();
    const heard = await many(
      stage.db,
      sql`
      select seq from heard where company_id = ${companyId} limit 10`,
    );
    expect(heard).toEqual([{ seq: 1 }]);
  });
});
