/** Events on their way from the commit to their effect in another service, also when a message is lost. */
import { agents, type Payload } from '@muster/contracts';
import { many, newId, PARTITIONS, sql } from '@muster/service-kit';
import { aCompany, boardActor, openStage, until, type Stage, type StandIn } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partitionOf } from '../src/nats/subjects.ts';
import { ledgerService, type ledger } from './ledger.ts';

/** Two of them are more than the events of a message may have. */
const LARGE_CHARS = 40_000;
const SWEEP_SECONDS = 1;

interface SentLog {
  readonly companyId: string;
  readonly first: number;
  readonly last: number;
  readonly events?: readonly { readonly seq: number }[];
}

let stage: Stage<typeof ledger>;
let producer: StandIn;
beforeAll(async () => {
  stage = await openStage(ledgerService, { env: { SWEEP_SECONDS: '3600' } });
  producer = await stage.standIn(agents);
});
afterAll(() => stage.close());

const payloadOf = (companyId: string, name: string): Payload<typeof agents, 'company.updated'> => ({
  ...aCompany({ name }),
  companyId,
});

const emit = (companyId: string, name: string): Promise<void> =>
  stage.emitFrom(agents, 'company.updated', {
    companyId,
    entityId: companyId,
    payload: payloadOf(companyId, name),
  });

/** In one write. */
const emitAll = (companyId: string, names: readonly string[]): Promise<void> =>
  producer.service.runtime.write(async (context) => {
    const tell = context.emit as (type: string, input: object) => void;
    for (const name of names) {
      const payload = payloadOf(companyId, name);
      tell('company.updated', { companyId, entityId: companyId, payload });
    }
  });

const heardOf = async (companyId: string, on = stage): Promise<string[]> => {
  const rows = await many<{ name: string }>(
    on.db,
    sql`select name from heard where company_id = ${companyId} order by seq limit 100`,
  );
  return rows.map(({ name }) => name);
};

const hears = (companyId: string, names: readonly string[]) =>
  expect.poll(() => heardOf(companyId), { timeout: 15_000 }).toEqual(names);

/** The messages that tell of a company, from now on. */
async function messagesOf(companyId: string) {
  const { nats, subjects } = stage.service.runtime;
  const sent: SentLog[] = [];
  const subscription = nats.subscribe(subjects.log('agents', partitionOf(companyId)), {
    callback: (_, message) => {
      sent.push(...message.json<SentLog[]>().filter((log) => log.companyId === companyId));
    },
  });
  await nats.flush();
  return { sent, close: () => subscription.unsubscribe() };
}

describe('a message', () => {
  it('has the events that one tick has committed, in order', async () => {
    const companyId = newId();
    const { sent, close } = await messagesOf(companyId);
    await emitAll(companyId, ['first', 'second', 'third']);
    await hears(companyId, ['first', 'second', 'third']);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      first: 1,
      last: 3,
      events: [{ seq: 1 }, { seq: 2 }, { seq: 3 }],
    });
    close();
  });

  it('tells of events that are too large by their numbers, and they take effect', async () => {
    const companyId = newId();
    const { sent, close } = await messagesOf(companyId);
    const names = ['a', 'b'].map((letter) => letter.repeat(LARGE_CHARS));
    await emitAll(companyId, names);
    await hears(companyId, names);
    expect(sent).toEqual([{ companyId, first: 1, last: 2 }]);
    close();
  });

  it('tells of each event of many writers once', async () => {
    const companyId = newId();
    const { sent, close } = await messagesOf(companyId);
    const names = Array.from({ length: 40 }, (_, n) => `name ${n}`);
    await Promise.all(names.map((name) => emit(companyId, name)));
    await until('all take effect', async () => {
      return (await heardOf(companyId)).length === names.length || undefined;
    });
    const seqs = sent.flatMap(({ events = [] }) => events.map(({ seq }) => seq));
    expect(seqs.toSorted((a, b) => a - b)).toEqual(names.map((_, n) => n + 1));
    close();
  });
});

describe('an event whose producer died after the commit', () => {
  it('takes effect within two sweeps, without a further event', async () => {
    const swept = await openStage(ledgerService, { env: { SWEEP_SECONDS: String(SWEEP_SECONDS) } });
    try {
      const lost = await swept.standIn(agents);
      await swept.given.company();
      lost.loseMessages();
      const companyId = newId();
      const payload = payloadOf(companyId, 'lost');
      await swept.emitFrom(agents, 'company.updated', { companyId, entityId: companyId, payload });
      await expect.poll(() => heardOf(companyId, swept), { timeout: 15_000 }).toEqual(['lost']);
    } finally {
      await swept.close();
    }
  });

  it('takes effect before the next one, of which a message tells', async () => {
    const companyId = newId();
    await emit(companyId, 'heard');
    await hears(companyId, ['heard']);
    const found = producer.loseMessages();
    await emit(companyId, 'lost');
    found();
    await emit(companyId, 'next');
    await expect
      .poll(() => heardOf(companyId), { timeout: 15_000 })
      .toEqual(['heard', 'lost', 'next']);
  });
});

describe('a message of a sender that is broken or hostile', () => {
  const genuine = async (companyId: string) => {
    await emit(companyId, 'genuine');
    await hears(companyId, ['genuine']);
  };
  const forged = (companyId: string, seq = 2, of = companyId) => ({
    companyId,
    first: seq,
    last: seq,
    events: [
      {
        id: newId(),
        producer: 'agents',
        companyId: of,
        seq,
        type: 'company.updated',
        version: 1,
        entityType: 'company',
        entityId: of,
        actorType: 'system',
        actorId: 'agents',
        actorName: 'agents',
        runId: null,
        requestId: null,
        causedBy: null,
        traceparent: null,
        occurredAt: new Date().toISOString(),
        payload: payloadOf(of, 'forged'),
      },
    ],
  });

  it.each([
    ['is no JSON', () => ['agents', 0, 'not JSON']],
    ['is no list', () => ['agents', 0, '{"specversion":"1.0"}']],
    ['has an event of another company', (id: string) => ['agents', 0, [forged(id, 2, newId())]]],
    ['is in another partition', (id: string) => ['agents', 1, [forged(id)]]],
    ['comes under the subject of another producer', (id: string) => ['issues', 0, [forged(id)]]],
    ['has no numbers', (id: string) => ['agents', 0, [{ ...forged(id), first: 'one' }]]],
  ] as const)('has no effect if it %s, and the next one is heard', async (_, broken) => {
    const { nats, subjects } = producer.service.runtime;
    const companyId = newId();
    await genuine(companyId);
    const [name, shift, body] = broken(companyId) as [string, number, unknown];
    const partition = (partitionOf(companyId) + shift) % PARTITIONS;
    nats.publish(
      subjects.log(name, partition),
      typeof body === 'string' ? body : JSON.stringify(body),
    );
    await nats.flush();
    await emit(companyId, 'genuine still');
    await expect
      .poll(() => heardOf(companyId), { timeout: 15_000 })
      .toEqual(['genuine', 'genuine still']);
  });
});

it('stops only when its requests are answered and their events are told', async () => {
  const replica = await stage.replica();
  const companyId = newId();
  const board = stage.as(boardActor());
  const amounts = Array.from({ length: 20 }, (_, index) => index);
  const inFlight = amounts.map((amount) => board.addEntry({ companyId, amount }));
  await Promise.all([...inFlight, replica.stop()]);
  expect(await board.listEntries({ companyId })).toHaveLength(20);
  expect(replica.runtime.nats.isClosed()).toBe(true);
});
