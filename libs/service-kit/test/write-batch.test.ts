/** Writes of one company that arrive together. */
import { Refusal } from '@muster/contracts';
import {
  many,
  maybeOne,
  newId,
  noneAwaited,
  one,
  sql,
  type About,
  type Context,
} from '@muster/service-kit';
import { agentActor } from '@muster/test-kit';
import { describe, expect, it } from 'vitest';
import {
  add,
  amountsOf,
  enqueue,
  eventsOf,
  refuse,
  txid,
  useLedgerQueue,
  type Work,
} from './batches.ts';
import type { ledger } from './ledger.ts';

const stage = useLedgerQueue();

const insertion = (companyId: string, amount: number) =>
  sql`insert into entries (id, company_id, amount) values (${newId()}, ${companyId}, ${amount})`;

describe('writes of a company that arrive together', () => {
  it('share a transaction, are numbered without holes, and keep their own actors and ids', async () => {
    const companyId = newId();
    const actors = Array.from({ length: 5 }, () => agentActor(companyId));
    const clientIds = [null, 'same', null, 'same', 'other'];
    const written = await Promise.all(
      actors.map((actor, n) =>
        enqueue(add(companyId, n), {
          companyId,
          actor,
          requestId: actor.id,
          clientRequestId: clientIds[n] ?? null,
        }),
      ),
    );
    expect(new Set(written).size).toBe(1);
    expect(await eventsOf(companyId)).toEqual(
      actors.map(({ id }, n) => ({ seq: n + 1, actorId: id, requestId: id })),
    );
    expect(
      await many(
        stage().db,
        sql`select seq, client_request_id from events where company_id = ${companyId}
          order by seq limit 10`,
      ),
    ).toEqual(clientIds.map((clientRequestId, n) => ({ seq: n + 1, clientRequestId })));
    const answers = await many<{ id: string; seq: number }>(
      stage().db,
      sql`select id, seq from requests where company_id = ${companyId} order by seq limit 10`,
    );
    expect(answers).toEqual(actors.map(({ id }, n) => ({ id, seq: n + 1 })));
  });

  it('run strictly one after the other, so that one of two claims wins', async () => {
    const companyId = newId();
    await enqueue(add(companyId, 0), { companyId });
    let running = 0;
    const claim: Work = async ({ db }) => {
      running += 1;
      expect(running).toBe(1);
      const won = await maybeOne(
        db,
        sql`
        update entries set amount = 1 where company_id = ${companyId} and amount = 0
        returning id`,
      );
      running -= 1;
      if (!won) throw new Refusal('illegal_transition');
      return 'won';
    };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => enqueue(claim, { companyId })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      ...Array.from({ length: 7 }, () => 'rejected'),
    ]);
  });

  it('never share a transaction with another company, whose rows they do not see', async () => {
    const [own, other] = [newId(), newId()];
    const seen: Work = async ({ db }) => {
      const rows = await many<{ companyId: string }>(
        db,
        sql`select distinct company_id from entries limit 100`,
      );
      return { companies: rows.map(({ companyId }) => companyId), in: await txid(db) };
    };
    await Promise.all([own, other].map((companyId) => enqueue(add(companyId, 1), { companyId })));
    const [a, b, c, d] = (await Promise.all(
      [own, other, own, other].map((companyId) => enqueue(seen, { companyId })),
    )) as { companies: string[]; in: string }[];
    expect([a, b].map((each) => each?.companies)).toEqual([[own], [other]]);
    expect([c?.in, d?.in]).toEqual([a?.in, b?.in]);
    expect(a?.in).not.toBe(b?.in);
  });

  it('have one effect for a request that is among them twice', async () => {
    const companyId = newId();
    const actor = agentActor(companyId);
    const twice = { companyId, actor, requestId: newId() };
    const outcomes = await Promise.allSettled(
      [twice, twice].map((given) => enqueue(add(companyId, 1), given)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await amountsOf(companyId)).toEqual([1]);
    expect(await eventsOf(companyId)).toHaveLength(1);
  });

  it('are one for a request that the service gets ten times at once', async () => {
    const companyId = newId();
    const caller = stage().as(agentActor(companyId), { requestId: newId() });
    const entries = await Promise.all(
      Array.from({ length: 10 }, () => caller.addEntry({ companyId, amount: 3 })),
    );
    expect(new Set(entries.map(({ id }) => id)).size).toBe(1);
    expect(await amountsOf(companyId)).toEqual([3]);
  });
});

describe('background writes about a company', () => {
  const background = (work: Work, about?: About): Promise<unknown> =>
    stage().service.runtime.write((context) => work(context as never), undefined, about);

  it('see no other company, and are made each for itself if one of them fails', async () => {
    const [own, other] = [newId(), newId()];
    await enqueue(add(other, 1), { companyId: other });
    const seen: Work = async (context) => {
      await add(own, 1)(context);
      const rows = await many<{ companyId: string }>(
        context.db,
        sql`select distinct company_id from entries where company_id in (${own}, ${other}) limit 9`,
      );
      return rows.map(({ companyId }) => companyId);
    };
    const failing: Work = async (context) => {
      await add(own, 99)(context);
      throw new Error('a fault');
    };
    const about = () => ({ companyId: own, resource: newId() });
    const outcomes = await Promise.allSettled([
      background(seen, about()),
      background(failing, about()),
      background(add(own, 2), about()),
      enqueue(add(own, 3), { companyId: own }),
    ]);
    expect(outcomes[0]).toEqual({ status: 'fulfilled', value: [own] });
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(await amountsOf(own)).toEqual([1, 2, 3]);
    expect((await eventsOf(own)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });
});

describe('a write that fails among others', () => {
  it('is undone alone if it is refused, and leaves no hole', async () => {
    const companyId = newId();
    const undone: Work = async (context) => {
      await add(companyId, 99)(context);
      throw new Refusal('illegal_transition');
    };
    const works = [undone, add(companyId, 1), undone, undone, add(companyId, 2)];
    const outcomes = await Promise.allSettled(works.map((work) => enqueue(work, { companyId })));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(outcomes[0]).toMatchObject({ reason: { code: 'illegal_transition' } });
    expect(await amountsOf(companyId)).toEqual([1, 2]);
    expect((await eventsOf(companyId)).map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it('is undone alone with what it did not await, and keeps what others did not', async () => {
    const companyId = newId();
    const unread =
      (amount: number): Work =>
      async ({ db, emit }) => {
        await noneAwaited(db, insertion(companyId, amount));
        emit('entry.added', { companyId, entityId: newId(), payload: { amount } });
        return amount;
      };
    const undone: Work = async ({ db }) => {
      await noneAwaited(db, insertion(companyId, 99));
      throw new Refusal('illegal_transition');
    };
    const works = [unread(1), undone, unread(2), add(companyId, 3), unread(4)];
    const outcomes = await Promise.allSettled(works.map((work) => enqueue(work, { companyId })));
    expect(outcomes[1]).toMatchObject({ reason: { code: 'illegal_transition' } });
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(await amountsOf(companyId)).toEqual([1, 2, 3, 4]);
    expect((await eventsOf(companyId)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  });

  it('fails alone by what it did not await, although the batch fails with it', async () => {
    const companyId = newId();
    const broken: Work = async ({ db }) => {
      await noneAwaited(db, sql`select 1 / 0 as never`);
      return 'not committed';
    };
    const works = [add(companyId, 1), broken, add(companyId, 2), refuse, broken];
    const outcomes = await Promise.allSettled(works.map((work) => enqueue(work, { companyId })));
    expect(outcomes).toMatchObject([
      { status: 'fulfilled' },
      { reason: { message: 'division by zero' } },
      { status: 'fulfilled' },
      { reason: { code: 'illegal_transition' } },
      { reason: { message: 'division by zero' } },
    ]);
    expect(await amountsOf(companyId)).toEqual([1, 2]);
  });

  it('reports its own fault, after a second attempt of its own', async () => {
    const companyId = newId();
    let attempts = 0;
    const broken: Work = async ({ db }) => {
      attempts += 1;
      return one(db, sql`select 1 / 0 as never`);
    };
    const [first, fault, last] = await Promise.allSettled(
      [add(companyId, 1), broken, add(companyId, 2)].map((work) => enqueue(work, { companyId })),
    );
    expect(fault).toMatchObject({ reason: { message: 'division by zero' } });
    expect(attempts).toBe(2);
    expect(first).toMatchObject({ status: 'fulfilled', value: (last as { value: string }).value });
  });

  it('adds nothing to the next one by what it still had under way', async () => {
    const companyId = newId();
    const { promise: failed, resolve: fail } = Promise.withResolvers<void>();
    const late = Promise.withResolvers<unknown>();
    const careless: Work = async (context) => {
      failed.then(() => add(companyId, 99)(context)).catch(late.resolve);
      throw new Refusal('illegal_transition');
    };
    const next: Work = async (context) => {
      fail();
      await expect(late.promise).resolves.toMatchObject({ message: 'the write has ended' });
      return add(companyId, 1)(context);
    };
    const [, written] = await Promise.allSettled(
      [careless, next].map((work) => enqueue(work, { companyId })),
    );
    expect(written).toMatchObject({ status: 'fulfilled' });
    expect(await amountsOf(companyId)).toEqual([1]);
  });

  it('may emit for its own company only', async () => {
    const [companyId, foreign] = [newId(), newId()];
    const [stray, written] = await Promise.allSettled(
      [
        async ({ emit }: Context<typeof ledger>) =>
          emit('entry.added', { companyId: foreign, entityId: newId(), payload: { amount: 1 } }),
        add(companyId, 1),
      ].map((work) => enqueue(work, { companyId })),
    );
    // Alone it is what its caller's scope makes of it: an agent has only its own company.
    expect(stray).toMatchObject({ status: 'rejected' });
    expect(written).toMatchObject({ status: 'fulfilled' });
    expect(await eventsOf(foreign)).toEqual([]);
  });

  it('is dropped after its deadline', async () => {
    const companyId = newId();
    const requireWanted = (): void => {
      throw new Refusal('deadline_exceeded');
    };
    const [first, late, last] = await Promise.allSettled([
      enqueue(add(companyId, 1), { companyId }),
      enqueue(add(companyId, 2), { companyId, requireWanted }),
      enqueue(add(companyId, 3), { companyId }),
    ]);
    expect(late).toMatchObject({ reason: { code: 'deadline_exceeded' } });
    expect([first.status, last.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(await amountsOf(companyId)).toEqual([1, 3]);
  });
});
