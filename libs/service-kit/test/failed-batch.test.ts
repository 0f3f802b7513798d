/** Batches that fail as a whole, or that meet a lock of another transaction. */
import { many, newId, one, sql, type Db } from '@muster/service-kit';
import { agentActor, until } from '@muster/test-kit';
import type { Pool, PoolClient } from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { add, amountsOf, enqueue, eventsOf, refuse, useLedgerQueue, type Work } from './batches.ts';

const stage = useLedgerQueue();

/** Ends the backend of a transaction, and resolves when it is gone. */
async function endBackend(db: Db): Promise<void> {
  const { pid } = await one<{ pid: number }>(db, sql`select pg_backend_pid() as pid`);
  const { ended } = await one<{ ended: boolean }>(
    await stage().admin(),
    sql`select pg_terminate_backend(${pid}::integer, 10000) as ended`,
  );
  expect(ended).toBe(true);
}

/** Locks the row of an entry on another connection until the returned function is called. */
async function holdEntry(companyId: string, amount: number): Promise<() => Promise<void>> {
  const client = await stage().service.runtime.pool.connect();
  await client.query(
    `begin; set local muster.companies = '*';
    select from entries where company_id = '${companyId}' and amount = ${amount} for update`,
  );
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

const lockEntry =
  (companyId: string, amount: number): Work =>
  ({ db }) =>
    many(
      db,
      sql`
      select amount from entries where company_id = ${companyId} and amount = ${amount}
      for update`,
    );

describe('a batch that fails', () => {
  it('leaves nothing of it, and each of its writes is made alone, once', async () => {
    const companyId = newId();
    let losses = 0;
    const losing: Work = async (context) => {
      losses += 1;
      if (losses === 1) await endBackend(context.db);
      return add(companyId, 3)(context);
    };
    const works = [add(companyId, 1), add(companyId, 2), losing, add(companyId, 4)];
    const written = await Promise.all(works.map((work) => enqueue(work, { companyId })));
    expect(await amountsOf(companyId)).toEqual([1, 2, 3, 4]);
    expect(new Set(written.slice(0, 3)).size).toBe(3);
    expect((await eventsOf(companyId)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  });

  it('because a write hides an error of the database takes no other along', async () => {
    const companyId = newId();
    const hiding: Work = async (context) => {
      await add(companyId, 99)(context);
      await one(context.db, sql`select 1 / 0 as never`).catch(() => undefined);
    };
    const works = [add(companyId, 1), hiding, add(companyId, 2)];
    const [first, hidden, last] = await Promise.allSettled(
      works.map((work) => enqueue(work, { companyId })),
    );
    expect([first?.status, last?.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(hidden).toMatchObject({ status: 'rejected' });
    expect(await amountsOf(companyId)).toEqual([1, 2]);
    expect((await eventsOf(companyId)).map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it('has a refusal decided anew that rested on a write which never was', async () => {
    const companyId = newId();
    let attempts = 0;
    const first: Work = async (context) => {
      attempts += 1;
      return attempts === 1 ? add(companyId, 1)(context) : refuse(context);
    };
    let saw: number | undefined;
    const unlessTaken: Work = async (context) => {
      const { count } = await one<{ count: number }>(
        context.db,
        sql`select count(*)::integer as count from entries where company_id = ${companyId}`,
      );
      saw ??= count;
      return count > 0 ? refuse(context) : add(companyId, 2)(context);
    };
    let losses = 0;
    const losing: Work = async ({ db }) => {
      losses += 1;
      if (losses === 1) await endBackend(db);
    };
    const [refused, written] = await Promise.allSettled(
      [first, unlessTaken, losing].map((work) => enqueue(work, { companyId })),
    );
    expect(saw).toBe(1);
    expect(refused).toMatchObject({ reason: { code: 'illegal_transition' } });
    expect(written).toMatchObject({ status: 'fulfilled' });
    expect(await amountsOf(companyId)).toEqual([2]);
  });
});

/** Loses the answer of Postgres to the first commits; returns how many are lost, and ends it. */
function loseCommits(pool: Pool, count: number): () => number {
  const lossy = new Set<PoolClient>();
  let lost = 0;
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
  const spy = vi.spyOn(pool, 'connect').mockImplementation((async () => {
    const client = await connect();
    if (lossy.has(client)) return client;
    lossy.add(client);
    const query = client.query.bind(client) as (statement: unknown) => Promise<unknown>;
    return Object.assign(client, {
      query: async (statement: unknown) => {
        const result = await query(statement);
        if (statement !== 'commit' || lost === count) return result;
        lost += 1;
        throw Object.assign(new Error('connection terminated'), { code: 'ECONNRESET' });
      },
    });
  }) as () => void);
  return () => {
    spy.mockRestore();
    for (const client of lossy) Reflect.deleteProperty(client, 'query');
    return lost;
  };
}

describe('a commit whose answer is lost', () => {
  it('is found by the attempts after it, which write nothing twice', async () => {
    const companyId = newId();
    const agent = stage().as(agentActor(companyId));
    const amounts = Array.from({ length: 12 }, (_, n) => n);
    const end = loseCommits(stage().service.runtime.pool, 3);
    try {
      await Promise.all(amounts.map((amount) => agent.addEntry({ companyId, amount })));
    } finally {
      expect(end()).toBe(3);
    }
    expect(await amountsOf(companyId)).toEqual(amounts);
    expect((await eventsOf(companyId)).map(({ seq }) => seq)).toEqual(amounts.map((n) => n + 1));
  });
});

describe('a write that waits for a lock', () => {
  it('leaves its batch, which goes on without it', async () => {
    const companyId = newId();
    await enqueue(add(companyId, 0), { companyId });
    const release = await holdEntry(companyId, 0);
    const waiting = enqueue(lockEntry(companyId, 0), { companyId });
    const others = [1, 2].map((amount) => enqueue(add(companyId, amount), { companyId }));
    await Promise.all(others);
    await release();
    expect(await waiting).toEqual([{ amount: 0 }]);
    expect(await amountsOf(companyId)).toEqual([0, 1, 2]);
  });

  it('lets others begin beside it, and the next ones of its resource wait elsewhere', async () => {
    const companyId = newId();
    await enqueue(add(companyId, 0), { companyId });
    const release = await holdEntry(companyId, 0);
    const resource = 'held';
    let begun = 0;
    const counted: Work = (context) => {
      begun += 1;
      return lockEntry(companyId, 0)(context);
    };
    const first = enqueue(counted, { companyId, resource });
    await until('it has begun', () => begun === 1 || undefined);
    const other = () => enqueue(add(companyId, 1), { companyId });
    // Takes its turn when that of the first is over.
    await other();
    const next = enqueue(counted, { companyId, resource });
    await until('the next one is alone', () => begun === 2 || undefined);
    await other();
    await release();
    expect(await Promise.all([first, next])).toEqual([[{ amount: 0 }], [{ amount: 0 }]]);
  });
});
