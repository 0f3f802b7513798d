/**
 * Applying events: the effect and the cursor commit together, so each event takes effect once, in
 * the order of its company's numbers. Duplicates are passed over, a gap asks for catch-up, and a
 * failing event blocks only its own company until it succeeds or is put among the dead letters.
 */
import type { Actor, Contract, EventRecord, ServiceName } from '@muster/contracts';
import type { Reaction } from './define-service.ts';
import { deleteLetter, insertLetter, isGivenUp, listAgain } from './dead-letters.ts';
import { blockCursor, cursorAt, lockCursor, moveCursor } from './event-store.ts';
import type { Passed } from './passed.ts';
import { traced } from './span.ts';
import { effectSpan } from './span-names.ts';
import type { Db } from './sql.ts';
import { traceIdOf } from './trace.ts';
import { write, type WriteMachine } from './write.ts';

/** After so many failures an event is put aside and its company goes on. */
const ATTEMPTS_MAX = 15;
const RETRY_MAX_SECONDS = 300;

export interface ApplyOptions extends WriteMachine {
  readonly db: Db;
  readonly reactions: readonly Reaction[];
  readonly passed: Passed;
  /** Told after each commit that a cursor moved. */
  readonly applied: (producer: string, companyId: string) => void;
}

/** An event on its way: its place in its company's log, and itself if anybody here reacts to it. */
export interface Delivery {
  readonly producer: ServiceName;
  readonly companyId: string;
  readonly seq: number;
  readonly event: EventRecord | undefined;
}

/**
 * `gap`: something before these events is missing here. `blocked`: an earlier failure is waiting.
 */
export type Outcome = 'applied' | 'gap' | 'blocked';

/** Whether an event of this name can have an effect here. */
export const isHeard = (reactions: readonly Reaction[], producer: string, type: string): boolean =>
  reactions.some(({ producer: from, events }) => from.name === producer && events.includes(type));

const reactionsTo = (reactions: readonly Reaction[], event: EventRecord): Reaction[] =>
  reactions.filter(({ producer, events, when }) =>
    producer.name === event.producer && events.includes(event.type) &&
    (when?.(event as never) ?? true));

/** The event as a delivery; left out of it where it has no effect here. */
export const deliver = (reactions: readonly Reaction[], event: EventRecord): Delivery => ({
  producer: event.producer,
  companyId: event.companyId,
  seq: event.seq,
  event: reactionsTo(reactions, event).length > 0 ? event : undefined,
});

/** Events of one producer and company, in order. */
export async function applyEvents(
  options: ApplyOptions,
  deliveries: readonly Delivery[],
): Promise<Outcome> {
  const [first] = deliveries;
  const last = deliveries.at(-1);
  if (!first || !last) return 'applied';
  if (deliveries.every(({ event }) => event === undefined) && isRun(deliveries)) {
    const { producer, companyId } = first;
    options.passed.add({ producer, companyId, first: first.seq, last: last.seq });
    options.metrics.eventsApplied.inc({ producer }, deliveries.length);
    // Whoever waits for it has it written at once.
    options.applied(producer, companyId);
    return 'applied';
  }
  return applyLocked(options, deliveries);
}

const isRun = (deliveries: readonly Delivery[]): boolean =>
  deliveries.every(({ seq }, index) => seq === (deliveries[0] as Delivery).seq + index);

/** One transaction for the whole run of events; if it fails, one for each, to find which it is. */
async function applyLocked(
  options: ApplyOptions,
  deliveries: readonly Delivery[],
  attempt = 1,
): Promise<Outcome> {
  try {
    const outcome = await applyInOne(options, deliveries);
    if (outcome === 'applied') settled(options, deliveries);
    return outcome;
  } catch (error) {
    const [first, ...rest] = deliveries as [Delivery, ...Delivery[]];
    if (rest.length > 0) {
      const outcome = await applyLocked(options, [first]);
      return outcome === 'applied' ? applyLocked(options, rest) : outcome;
    }
    // A deadlock or a lost connection is over at once; only what fails twice has to wait.
    if (attempt === 1) return applyLocked(options, deliveries, 2);
    if (!first.event) throw error;
    await recordFailure(options, first.event, error);
    return 'blocked';
  }
}

async function applyInOne(
  options: ApplyOptions,
  deliveries: readonly Delivery[],
): Promise<Outcome> {
  const { contract, passed, reactions } = options;
  const { producer, companyId } = deliveries[0] as Delivery;
  let reached: number | undefined;
  const { result } = await write(options, {
    by: byItself(contract),
    within: [companyId],
    work: async ({ db }, as): Promise<Outcome> => {
      const cursor = await lockCursor(db, producer, companyId);
      if (cursor.blocked) return 'blocked';
      let at = passed.reach(producer, companyId, cursor.lastSeq);
      let outcome: Outcome = 'applied';
      const letters = await listAgain(db, { producer, companyId, at, cursor });
      for (const { seq, event } of deliveries) {
        if (seq <= at) continue;
        if (seq > at + 1) {
          outcome = 'gap';
          break;
        }
        const letter = letters.get(seq);
        if (event && letter !== 'skipped') {
          await tracedEffects(options, event, async (heard) => {
            for (const { effect } of reactionsTo(reactions, event)) {
              await effect(heard as never, as(because(contract, heard)));
            }
          });
        }
        if (letter === 'kept') await deleteLetter(db, { producer, companyId, seq });
        at = seq;
      }
      if (at > cursor.lastSeq) reached = at;
      return outcome;
    },
    closing: () =>
      reached === undefined ? undefined : cursorAt(producer, companyId, reached),
  });
  return result;
}

/** What is said or woken because of the event goes on under the span of its effects. */
function tracedEffects(
  { tracer }: ApplyOptions,
  event: EventRecord,
  effects: (heard: EventRecord) => Promise<void>,
): Promise<void> {
  if (!tracer || !event.traceparent) return effects(event);
  const span = tracer.begin(effectSpan(event), event.traceparent);
  return traced(span, () => effects({ ...event, traceparent: span.traceparent }));
}

const systemOf = ({ name }: Contract): Actor => ({ type: 'service', id: name, name });

const byItself = (contract: Contract) => ({
  actor: systemOf(contract), runId: null, requestId: null, causedBy: null, traceparent: null,
});

/** What a reaction says was said by the system, because of the event, in its trace. */
const because = (contract: Contract, event: EventRecord) => ({
  actor: systemOf(contract),
  runId: event.runId,
  requestId: event.requestId,
  causedBy: event.id,
  traceparent: event.traceparent,
});

function settled(options: ApplyOptions, deliveries: readonly Delivery[]): void {
  const { producer, companyId } = deliveries[0] as Delivery;
  options.metrics.eventsApplied.inc({ producer }, deliveries.length);
  const newest = deliveries.findLast(({ event }) => event !== undefined)?.event;
  if (newest) {
    const lagMs = Math.max(0, Date.now() - Date.parse(newest.occurredAt));
    options.metrics.eventLag.observe({ producer }, lagMs / 1_000);
  }
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
    {
      err: failure, producer, companyId, seq: event.seq, type: event.type,
      trace: event.traceparent ? traceIdOf(event.traceparent) : undefined,
    },
    'an effect failed and is tried again',
  );
  const { result: failures } = await write(options, {
    by: because(options.contract, event),
    within: [companyId],
    work: async ({ db }) => {
      const cursor = await lockCursor(db, producer, companyId);
      // Somebody else has got past it in the meantime.
      if (cursor.lastSeq >= event.seq) return 0;
      // What was given up on has one try when it is offered again: nobody waits for it twice.
      const attempts = await isGivenUp(db, event, cursor) ? ATTEMPTS_MAX : cursor.attempts + 1;
      if (attempts < ATTEMPTS_MAX) {
        const retrySeconds = Math.min(RETRY_MAX_SECONDS, 2 ** (attempts - 1));
        await blockCursor(db, event, { attempts, error, retrySeconds });
        return attempts;
      }
      await insertLetter(db, event, attempts, error);
      await moveCursor(db, producer, companyId, event.seq);
      return attempts;
    },
  });
  if (failures >= ATTEMPTS_MAX) options.metrics.deadLetters.inc({ producer });
}
