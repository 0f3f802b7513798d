/**
 * A service that has heard nothing of a company with a long log copies the company's current state from
 * its owner, and goes on with the log from the number at which it began to read. A change that is made
 * meanwhile is in the state, or in the log after that number, or in both: the versions of things decide,
 * so pages may be applied twice, and a process that ends leaves nothing to clean up. Reactions to which
 * the state is not enough apply the log as lagging ones.
 */
import type { logOperations, StatePosition } from '@muster/contracts';
import type { z } from 'zod';
import { requireEventsOf } from '../event-log/require-events-of.ts';
import { write } from '../event-log/write.ts';
import type { LogClientFor } from '../rpc/client.ts';
import { ownOf, type ApplyOptions } from './apply.ts';
import { lockCursor, savePositions, type CursorKey } from './cursor-store.ts';
import { deliveryOf } from './delivery.ts';
import type { Positions } from './positions.ts';
import { causedByEvent, ofService } from '../context.ts';
import type { NamedReaction } from './reaction.ts';

/** A log that is no longer is replayed: its state costs as much to read. */
const REPLAYED_EVENTS_MAX = 1_000;

export interface CopyStateOptions extends ApplyOptions {
  readonly logOf: LogClientFor;
}

/** How far the state has been read. */
export interface StateReading {
  /** All events up to here are in the state. */
  readonly seq: number;
  /** Where the next page begins. */
  readonly next: StatePosition;
}

type StateAnswer = z.output<(typeof logOperations)['readState']['output']>;

/** Whether the service has heard nothing of the company, and copies what its owner can tell. */
export const mayCopyState = (
  { reactions }: Pick<CopyStateOptions, 'reactions'>,
  { producer }: CursorKey,
  { lastSeq }: Pick<Positions, 'lastSeq'>,
): boolean => lastSeq === 0 && copiesOf(reactions, producer).length > 0;

/** The reactions to which the states that the producer tells are enough. */
const copiesOf = (reactions: readonly NamedReaction[], producer: string): NamedReaction[] =>
  reactions.filter(
    ({ history, events, producer: { name, states = [] } }) =>
      history === 'state' && name === producer && events.some((type) => states.includes(type)),
  );

/**
 * Reads and applies pages of the state until the time is over; the next call goes on where `company`
 * says.
 *
 * @returns `replay`: the log is short. `copied`: the cursor is at the number of the state.
 */
export async function copyState(
  options: CopyStateOptions,
  company: CursorKey & { reading?: StateReading | undefined },
  endAt: number,
): Promise<'replay' | 'copied' | 'unfinished'> {
  const { producer, companyId } = company;
  do {
    const after = company.reading?.next;
    const page = await options
      .logOf(producer)
      .readState({ companyId, ...(after ? { after } : {}) });
    requireEventsOf(page.events, company);
    if (!company.reading && page.seq <= REPLAYED_EVENTS_MAX) return 'replay';
    const seq = company.reading?.seq ?? page.seq;
    const isCopied = await applyState(options, company, { ...page, seq });
    company.reading = page.next && !isCopied ? { seq, next: page.next } : undefined;
    if (isCopied) return 'copied';
  } while (performance.now() < endAt);
  return 'unfinished';
}

/** Whether the whole state is copied, by this process or meanwhile by another. */
async function applyState(
  options: CopyStateOptions,
  key: CursorKey,
  { events, seq, next }: StateAnswer,
): Promise<boolean> {
  const { contract, log, applied } = options;
  const { producer, companyId } = key;
  const own = ownOf(options, producer);
  const copies = copiesOf(options.reactions, producer);
  const { result: isCopied } = await write(options, {
    by: ofService(contract),
    scope: [companyId],
    work: async ({ db }, contextFor) => {
      const positions = await lockCursor(db, key, own);
      if (positions.lastSeq > 0) return true;
      for (const stated of events) {
        const { event, effects } = deliveryOf(copies, { ...stated, seq });
        if (!event) continue;
        const context = contextFor(causedByEvent(contract, event));
        for (const { apply } of effects) await apply(event, context);
      }
      if (next) return false;
      const copied = new Set(copies.map(({ name }) => name));
      const late = own.names.filter((name) => own.withHistory.has(name) && !copied.has(name));
      await savePositions(db, key, {
        lastSeq: seq,
        inStep: own.names.filter((name) => !late.includes(name)),
        lagging: Object.fromEntries(late.map((name) => [name, 0])),
      });
      return true;
    },
  });
  if (!isCopied) return false;
  log.info({ producer, companyId, seq }, 'copied the current state of a company');
  applied(producer, companyId, seq);
  return true;
}
