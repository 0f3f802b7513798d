/**
 * Applying events: the effect and the cursor commit together, so each event takes effect once, in
 * the order of its company's numbers. Duplicates are passed over, a gap asks for catch-up, and a
 * failing event blocks only its own company until it succeeds or is put among the dead letters.
 */
import type { Actor, Contract, EventRecord } from '@muster/contracts';
import type { Reaction } from './define-service.ts';
import { blockCursor, insertDeadLetter, lockCursor, moveCursor, passOver } from './event-store.ts';
import type { Db } from './sql.ts';
import { write, type WriteMachine } from './write.ts';

/** After so many failures an event is put aside and its company goes on. */
const ATTEMPTS_MAX = 15;
const RETRY_MAX_SECONDS = 300;

export interface ApplyOptions extends WriteMachine {
  readonly db: Db;
  readonly reactions: readonly Reaction[];
  /** Told after each commit that a cursor moved. */
  readonly applied: (producer: string, companyId: string) => void;
}

/**
 * `gap`: something before these events is missing here. `blocked`: an earlier failure is waiting.
 */
export type Outcome = 'applied' | 'gap' | 'blocked';

export const reactionsTo = (
  reactions: readonly Reaction[],
  { producer, type }: EventRecord,
): readonly Reaction[] =>
  reactions.filter(({ producer: from, events }) => from.name === producer && events.includes(type));

/** Events of one producer and company, in order. */
export async function applyEvents(
  options: ApplyOptions,
  events: readonly EventRecord[],
): Promise<Outcome> {
  const [first] = events;
  const last = events.at(-1);
  if (!first || !last) return 'applied';
  const { producer, companyId } = first;
  const concerned = events.some((event) => reactionsTo(options.reactions, event).length > 0);
  if (!concerned && isRun(events)) {
    const range = { producer, companyId, from: first.seq, to: last.seq };
    if (await passOver(options.db, range)) {
      settled(options, events);
      return 'applied';
    }
  }
  return applyLocked(options, events);
}

const isRun = (events: readonly EventRecord[]): boolean =>
  events.every((event, index) => event.seq === (events[0] as EventRecord).seq + index);

/** One transaction for the whole run of events; if it fails, one for each, to find which it is. */
async function applyLocked(
  options: ApplyOptions,
  events: readonly EventRecord[],
  attempt = 1,
): Promise<Outcome> {
  try {
    const outcome = await applyInOne(options, events);
    if (outcome === 'applied') settled(options, events);
    return outcome;
  } catch (error) {
    const [first, ...rest] = events as [EventRecord, ...EventRecord[]];
    if (rest.length > 0) {
      const outcome = await applyLocked(options, [first]);
      return outcome === 'applied' ? applyLocked(options, rest) : outcome;
    }
    // A deadlock or a lost connection is over at once; only what fails twice has to wait.
    if (attempt === 1) return applyLocked(options, events, 2);
    await recordFailure(options, first, error);
    return 'blocked';
  }
}

async function applyInOne(
  options: ApplyOptions,
  events: readonly EventRecord[],
): Promise<Outcome> {
  const first = events[0] as EventRecord;
  const { producer, companyId } = first;
  const { result } = await write(options, {
    by: provenanceOf(options.contract, first),
    work: async ({ db }, as): Promise<Outcome> => {
      const cursor = await lockCursor(db, producer, companyId);
      if (cursor.blocked) return 'blocked';
      let at = cursor.lastSeq;
      for (const event of events) {
        if (event.seq <= at) continue;
        if (event.seq > at + 1) return at > cursor.lastSeq ? stopAt(db, first, at) : 'gap';
        for (const { effect } of reactionsTo(options.reactions, event)) {
          await effect(event as never, as(provenanceOf(options.contract, event)));
        }
        at = event.seq;
      }
      if (at > cursor.lastSeq) await moveCursor(db, producer, companyId, at);
      return 'applied';
    },
  });
  return result;
}

const stopAt = async (db: Db, { producer, companyId }: EventRecord, at: number) => {
  await moveCursor(db, producer, companyId, at);
  return 'gap' as const;
};

/** What a reaction says was said by the system, because of the event, in its trace. */
const provenanceOf = (contract: Contract, event: EventRecord) => ({
  actor: { type: 'service', id: contract.name, name: contract.name } satisfies Actor,
  runId: event.runId,
  requestId: event.requestId,
  causedBy: event.id,
  traceparent: event.traceparent,
});

function settled(options: ApplyOptions, events: readonly EventRecord[]): void {
  const { producer, companyId } = events[0] as EventRecord;
  options.metrics.eventsApplied.inc({ producer }, events.length);
  const occurredAt = Date.parse((events.at(-1) as EventRecord).occurredAt);
  options.metrics.eventLag.observe({ producer }, Math.max(0, Date.now() - occurredAt) / 1000);
  options.applied(producer, companyId);
}

async function recordFailure(
  options: ApplyOptions,
  event: EventRecord,
  failure: unknown,
): Promise<void> {
  const { producer, companyId } = event;
  const error = failure instanceof Error ? failure.message : String(failure);
  options.metrics.reactionFailures.inc({ producer });
  options.log.error(
    { err: failure, producer, companyId, seq: event.seq, type: event.type },
    'an effect failed and is tried again',
  );
  const { result: failures } = await write(options, {
    by: provenanceOf(options.contract, event),
    work: async ({ db }) => {
      const cursor = await lockCursor(db, producer, companyId);
      // Somebody else has got past it in the meantime.
      if (cursor.lastSeq >= event.seq) return 0;
      const attempts = cursor.attempts + 1;
      if (attempts < ATTEMPTS_MAX) {
        const retrySeconds = Math.min(RETRY_MAX_SECONDS, 2 ** (attempts - 1));
        await blockCursor(db, { producer, companyId, attempts, error, retrySeconds });
        return attempts;
      }
      await insertDeadLetter(db, event, attempts, error);
      await moveCursor(db, producer, companyId, event.seq);
      return attempts;
    },
  });
  if (failures >= ATTEMPTS_MAX) options.metrics.deadLetters.inc({ producer });
}
