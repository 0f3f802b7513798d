/** Events on their way from the commit to the stream, also when something fails on that way. */
import { join } from 'node:path';
import { approvals } from '@muster/contracts';
import { many, maybeOne, newId, none, sql, type Db } from '@muster/service-kit';
import { boardActor, consumerOf, openStage, setUp, until, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoggedEvent } from '../src/event-log/logged-event.ts';
import { openPublications } from '../src/event-log/publications.ts';
import { openRelay } from '../src/event-log/relay.ts';
import { movePositions } from '../src/event-log/relay-store.ts';
import { write } from '../src/event-log/write.ts';
import type { OpenRuntime } from '../src/process/open-runtime.ts';
import { openStreamPublisher } from '../src/nats/stream-publisher.ts';
import { ledger, ledgerService } from './ledger.ts';
import { endRelease, startRelease } from './releases.ts';
import { deleteStream, publishedSeqs } from './stream-content.ts';

const CHECKOUT = join(import.meta.dirname, '../../..');

let stage: Stage<typeof ledger>;
beforeAll(async () => {
  stage = await openStage(ledgerService, { env: { SWEEP_SECONDS: '3600' } });
});
afterAll(() => stage.close());

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

const addEntries = async (companyId: string, count: number): Promise<void> => {
  const board = stage.as(boardActor());
  await Promise.all(upTo(count).map((amount) => board.addEntry({ companyId, amount })));
};

const positionOf = async (companyId: string): Promise<number> => {
  const position = await maybeOne<{ seq: number }>(
    stage.db,
    sql`select published_seq as seq from relay_positions where company_id = ${companyId}`,
  );
  return position?.seq ?? 0;
};

const positionReaches = (companyId: string, seq: number): Promise<true> =>
  until(`position ${seq}`, async () => (await positionOf(companyId)) === seq || undefined);

/** A committed event whose writer is dead. */
const abandonEvent = (companyId: string): Promise<void> =>
  none(
    stage.db,
    sql`
    with head as (
      insert into event_heads as h (company_id, seq) values (${companyId}, 1)
      on conflict (company_id) do update set seq = h.seq + 1
      returning seq
    )
    insert into events (
      company_id, seq, id, type, version, entity_type, entity_id, actor_type, actor_id,
      actor_name, payload
    )
    select ${companyId}, seq, ${newId()}, 'entry.added', 1, 'entry', ${newId()}, 'user', 'u', 'U',
      '{"amount": 1}'
    from head`,
  );

describe('a committed event', () => {
  it('is published once, and its position moves', async () => {
    const companyId = newId();
    await addEntries(companyId, 40);
    await positionReaches(companyId, 40);
    expect(await publishedSeqs(stage.service.runtime, companyId)).toEqual(upTo(40));
  });

  it('reads like the event of the log, whatever capitals its ids were given in', async () => {
    const companyId = newId().toUpperCase();
    await addEntries(companyId, 1);
    await positionReaches(companyId, 1);
    expect(await publishedSeqs(stage.service.runtime, companyId.toLowerCase())).toEqual([1]);
  });

  it('that JetStream rejects is published from the log later, with those after it', async () => {
    const { runtime } = stage.service;
    const companyId = newId();
    await deleteStream(runtime);
    await addEntries(companyId, 5);
    await until('a rejection', async () => {
      const failures = await runtime.metrics.publishFailures.get();
      return (failures.values[0]?.value ?? 0) > 0 || undefined;
    });
    await setUp(ledgerService, stage.env);
    await addEntries(companyId, 5);
    await positionReaches(companyId, 10);
    expect(await publishedSeqs(runtime, companyId)).toEqual(upTo(10));
    await addEntries(companyId, 5);
    await positionReaches(companyId, 15);
    expect(await publishedSeqs(runtime, companyId)).toEqual(upTo(15));
  });

  it('of a writer that died is published, also between events of another one', async () => {
    const companyId = newId();
    await addEntries(companyId, 3);
    await abandonEvent(companyId);
    await addEntries(companyId, 3);
    await positionReaches(companyId, 7);
    expect(await publishedSeqs(stage.service.runtime, companyId)).toEqual(upTo(7));
    const lone = newId();
    await abandonEvent(lone);
    await positionReaches(lone, 1);
    expect(await publishedSeqs(stage.service.runtime, lone)).toEqual([1]);
  });
});

describe('a full memory', () => {
  it('leaves events to the log, and loses and repeats none', async () => {
    const { runtime } = stage.service;
    const companyId = newId();
    const { asyncCommitPool } = runtime as OpenRuntime;
    const relay = openRelay(
      { ...runtime, producer: runtime.name, pool: asyncCommitPool },
      { events: 3, bytes: 1_000_000 },
    );
    relay.start();
    const options = {
      ...runtime,
      contract: ledger,
      relay,
      stepsLeft: () => undefined,
      parts: undefined,
    };
    const by = {
      actor: boardActor(),
      runId: null,
      requestId: null,
      clientRequestId: null,
      causedBy: null,
    };
    await Promise.all(
      upTo(40).map((amount) =>
        write(options, {
          by: { ...by, traceparent: null },
          scope: [companyId],
          work: async ({ emit }) =>
            emit('entry.added', { companyId, entityId: newId(), payload: { amount } }),
        }),
      ),
    );
    await relay.drain();
    await positionReaches(companyId, 40);
    expect(await publishedSeqs(runtime, companyId)).toEqual(upTo(40));
  });
});

describe('two replicas in two processes', () => {
  it('publish each event once, it takes effect once, and those of a killed one are published', async () => {
    const { OPS_PORT: _, ...env } = stage.env;
    const { runtime } = stage.service;
    const consumer = await stage.standIn(consumerOf(approvals, ledger));
    const other = await startRelease(CHECKOUT, env);
    try {
      const companies = [newId(), newId()];
      const applied = (seq: number) =>
        until(`${seq} events of each are applied`, async () => {
          const cursors = await many<{ lastSeq: number }>(
            consumer.service.runtime.db,
            sql`select last_seq from cursors where company_id = any(${companies}::uuid[]) limit 10`,
          );
          return cursors.filter(({ lastSeq }) => lastSeq === seq).length === 2 || undefined;
        });
      await Promise.all(companies.map((companyId) => addEntries(companyId, 60)));
      await applied(60);
      for (const companyId of companies) {
        await positionReaches(companyId, 60);
        expect(await publishedSeqs(runtime, companyId)).toEqual(upTo(60));
      }
      // What is written now is committed, and no process can publish it.
      await deleteStream(runtime);
      await Promise.all(companies.map((companyId) => addEntries(companyId, 60)));
      await endRelease(other, 'SIGKILL');
      await setUp(ledgerService, stage.env);
      for (const companyId of companies) {
        await positionReaches(companyId, 120);
        expect(await publishedSeqs(runtime, companyId)).toEqual(upTo(120).slice(60));
      }
    } finally {
      await endRelease(other, 'SIGKILL');
    }
  });
});

describe('positions', () => {
  const eventOf = (companyId: string, seq: number): LoggedEvent => ({
    id: newId(),
    companyId,
    seq,
    type: 'entry.added',
    version: 1,
    entityType: 'entry',
    entityId: newId(),
    actorType: 'system',
    actorId: 'billing',
    actorName: 'billing',
    runId: null,
    requestId: null,
    causedBy: null,
    payload: '{"amount":1}',
    traceparent: null,
    occurredAt: new Date().toISOString(),
  });

  it('move together, never past a number that is not published, and never back', async () => {
    const { runtime } = stage.service;
    let statements = 0;
    const db: Db = {
      run(statement) {
        statements += 1;
        return runtime.db.run(statement);
      },
    };
    const publications = openPublications({
      ...runtime,
      producer: runtime.name,
      stream: openStreamPublisher(runtime.request),
      db,
      isRead: () => false,
      onGap: () => undefined,
    });
    const companies = Array.from({ length: 10 }, newId);
    const [gapped = '', ...whole] = companies;
    await Promise.all(
      [...whole.flatMap((id) => upTo(5).map((seq) => eventOf(id, seq))), eventOf(gapped, 1)]
        .concat(eventOf(gapped, 3))
        .map(publications.publish),
    );
    await publications.drain();
    expect(statements).toBeLessThan(whole.length * 5);
    for (const companyId of whole) expect(await positionOf(companyId)).toBe(5);
    expect(await positionOf(gapped)).toBe(1);
    await movePositions(runtime.db, [{ companyId: gapped, first: 1, last: 1 }]);
    await movePositions(runtime.db, [{ companyId: gapped, first: 3, last: 4 }]);
    expect(await positionOf(gapped)).toBe(1);
    const moved = await movePositions(runtime.db, [{ companyId: gapped, first: 2, last: 4 }]);
    expect(moved).toEqual(new Map([[gapped, 4]]));
    const passed = await movePositions(runtime.db, [{ companyId: gapped, first: 2, last: 3 }]);
    expect(passed).toEqual(new Map([[gapped, 4]]));
  });

  it('that another process holds are left to it', async () => {
    const admin = await stage.admin();
    const { db } = stage.service.runtime;
    const [held, free] = [newId(), newId()];
    await movePositions(
      db,
      [held, free].map((companyId) => ({ companyId, first: 1, last: 1 })),
    );
    await none(admin, sql`begin`);
    try {
      await none(admin, sql`select 1 from relay_positions where company_id = ${held} for update`);
      const moved = await movePositions(
        db,
        [held, free].map((companyId) => ({ companyId, first: 2, last: 2 })),
      );
      expect(moved).toEqual(new Map([[free, 2]]));
    } finally {
      await none(admin, sql`rollback`);
    }
  });
});
