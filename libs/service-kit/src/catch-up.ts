/**
 * Reading from a producer's log what the stream did not bring. The same code serves lost messages,
 * a wiped broker, a new consumer, and the next attempt at an event that failed.
 */
import { logOperations, type Actor, type EventRecord } from '@muster/contracts';
import { applyEvents, deliver, type ApplyOptions, type Outcome } from './apply.ts';
import { callOperation, type Rpc } from './client.ts';
import {
  countTroubles, HEADS_PAGE, listBehind, listCursorsDue, readCursor,
} from './event-store.ts';
import { oldestSeconds, seeAgain, type Behind, type Sightings } from './unapplied.ts';

export interface CatchUp {
  /** Applies everything that the producer has of this company. */
  company(producer: string, companyId: string): Promise<Outcome>;
  /** Compares every log with what was applied of it. */
  sweep(): Promise<void>;
  /** Tries again what failed and is due. */
  retryDue(): Promise<void>;
}

export interface CatchUpOptions extends ApplyOptions {
  readonly rpc: Rpc;
  readonly self: Actor;
  readonly producers: readonly string[];
}

export function openCatchUp(options: CatchUpOptions): CatchUp {
  const underWay = new Map<string, Promise<Outcome>>();
  const company = (producer: string, companyId: string): Promise<Outcome> => {
    const key = `${producer} ${companyId}`;
    const running = underWay.get(key);
    if (running) return running;
    const started = catchUp(options, producer, companyId).finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  };
  const sightings = new Map<string, Sightings>();
  // One producer that is away keeps nobody from hearing the others.
  const sweepProducer = async (producer: string): Promise<void> => {
    const seen: Behind[] = [];
    try {
      for await (const page of companiesBehind(options, producer)) {
        seen.push(...page);
        for (const { companyId } of page) await company(producer, companyId);
      }
      const nowMs = performance.now();
      const known = seeAgain(sightings.get(producer) ?? new Map(), seen, nowMs);
      sightings.set(producer, known);
      options.metrics.oldestUnapplied.set({ producer }, oldestSeconds(known, nowMs));
    } catch (error) {
      options.log.warn({ err: error, producer }, 'a log could not be compared');
    }
  };
  return {
    company,
    async sweep() {
      await Promise.all(options.producers.map(sweepProducer));
      const { blocked, deadLetters } = await countTroubles(options.db);
      options.metrics.companiesBlocked.set(blocked);
      options.metrics.deadLettersKept.set(deadLetters);
    },
    async retryDue() {
      for (const { producer, companyId } of await listCursorsDue(options.db)) {
        await company(producer, companyId);
      }
    },
  };
}

async function catchUp(
  options: CatchUpOptions,
  producer: string,
  companyId: string,
): Promise<Outcome> {
  options.metrics.catchUps.inc({ producer });
  await options.passed.flush(producer, companyId);
  for (;;) {
    const cursor = await readCursor(options.db, producer, companyId);
    if (cursor.blocked) return 'blocked';
    const events = await readLog(options, producer, companyId, cursor.lastSeq);
    if (events.length === 0) return 'applied';
    const deliveries = events.map((event) => deliver(options.reactions, event));
    const outcome = await applyEvents(options, deliveries);
    await options.passed.flush(producer, companyId);
    if (outcome !== 'applied') return outcome;
  }
}

async function readLog(
  { rpc, self }: CatchUpOptions,
  producer: string,
  companyId: string,
  after: number,
): Promise<EventRecord[]> {
  const events = await callOperation(
    rpc, producer, 'readLog', logOperations.readLog, { companyId, after }, { actor: self },
  );
  return events as EventRecord[];
}

async function* companiesBehind(
  { rpc, self, db }: CatchUpOptions,
  producer: string,
): AsyncGenerator<Behind[]> {
  let afterCompanyId: string | undefined;
  for (;;) {
    const heads = (await callOperation(
      rpc, producer, 'readHeads', logOperations.readHeads, { afterCompanyId }, { actor: self },
    )) as { companyId: string; seq: number }[];
    yield await listBehind(db, producer, heads);
    if (heads.length < HEADS_PAGE) return;
    afterCompanyId = heads.at(-1)?.companyId;
  }
}
