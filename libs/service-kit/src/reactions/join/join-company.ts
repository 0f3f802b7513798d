/**
 * Joining: a service that has heard nothing of a company with a long log reads the company's current
 * state from its owner, and goes on with the log from the position at which it began to read. What
 * changes meanwhile is in the state, or in the log after that position, or in both: the versions of
 * things decide. Reactions to which the state is not enough get their part of the log as backfills.
 */
import { logOperations, type Actor } from '@muster/contracts';
import type { z } from 'zod';
import { requireEventsOf } from '../../event-log/require-events-of.ts';
import { write } from '../../event-log/write.ts';
import { callOperation, type Rpc } from '../../rpc/client.ts';
import { insertBackfills } from '../backfill/backfill-store.ts';
import type { ApplyOptions } from '../apply.ts';
import type { Cursor } from '../cursor-store.ts';
import { deliveryOf } from '../delivery.ts';
import { causedByEvent, ofService } from '../provenance.ts';
import { entryOf, type NamedReaction } from '../reaction.ts';
import {
  deleteJoin,
  findJoin,
  saveJoin,
  saveJoinedCursor,
  type Join,
  type JoinKey,
} from './join-store.ts';

/** A log that is no longer is replayed: its state costs as much to read. */
const REPLAYED_EVENTS_MAX = 1_000;

export interface JoinOptions extends ApplyOptions {
  readonly rpc: Rpc;
  readonly self: Actor;
}

type StateAnswer = z.output<(typeof logOperations)['readState']['output']>;

/** Whether the service has heard nothing of the company, and hears of its owner's states. */
export const mayJoin = (
  { reactions }: Pick<JoinOptions, 'reactions'>,
  producer: string,
  { lastSeq, subscriptionId }: Cursor,
): boolean => lastSeq === 0 && subscriptionId === null && copiesOf(reactions, producer).length > 0;

/** The reactions to which the states that the producer tells are enough. */
const copiesOf = (reactions: readonly NamedReaction[], producer: string): NamedReaction[] =>
  reactions.filter(
    ({ history, events, producer: { name, states = [] } }) =>
      history === 'state' && name === producer && events.some((type) => states.includes(type)),
  );

/**
 * Reads and applies pages of the state until the time is over.
 *
 * @returns `replay`: the log is short. `joined`: the cursor is at the state's position. `unfinished`:
 * pages are left, and the next call goes on with them.
 */
export async function joinCompany(
  options: JoinOptions,
  key: JoinKey,
  endAt: number,
): Promise<'replay' | 'joined' | 'unfinished'> {
  let begun = await findJoin(options.db, key);
  do {
    const page = await readState(options, key, begun);
    if (!begun && page.seq <= REPLAYED_EVENTS_MAX) return 'replay';
    const left = await applyPage(options, key, begun, page);
    if (left === 'joined') return left;
    begun = left;
  } while (performance.now() < endAt);
  return 'unfinished';
}

async function readState(
  { rpc, self }: Pick<JoinOptions, 'rpc' | 'self'>,
  { producer, companyId }: JoinKey,
  begun: Join | undefined,
): Promise<StateAnswer> {
  const operation = logOperations.readState;
  const input = { companyId, ...(begun ? { after: begun.next } : {}) };
  const answer = (await callOperation(rpc, producer, 'readState', operation, input, {
    actor: self,
  })) as StateAnswer;
  requireEventsOf(answer.events, { producer, companyId });
  return answer;
}

/** The effects of a page and what is left are one transaction. */
async function applyPage(
  options: JoinOptions,
  key: JoinKey,
  begun: Join | undefined,
  page: StateAnswer,
): Promise<Join | 'joined'> {
  const { contract, subscriptions } = options;
  const { producer, companyId } = key;
  const copies = copiesOf(options.reactions, producer);
  const seq = begun?.seq ?? page.seq;
  const { result } = await write(options, {
    by: ofService(contract),
    scope: [companyId],
    work: async ({ db }, contextFor): Promise<Join | 'joined'> => {
      const cursor = await subscriptions.lockCursor(db, producer, companyId);
      const found = await findJoin(db, key);
      if (cursor.lastSeq > 0) {
        // The stream had the company's first events after all.
        if (found) await deleteJoin(db, key);
        return 'joined';
      }
      // Another process has applied this page, or another one.
      if (found && !isSame(found, begun)) return found;
      for (const event of page.events) {
        const delivery = deliveryOf(copies, { ...event, seq });
        if (!delivery.event) continue;
        const context = contextFor(causedByEvent(contract, delivery.event));
        for (const { apply } of delivery.effects) await apply(delivery.event, context);
      }
      if (page.next) {
        const left = { seq, next: page.next };
        await saveJoin(db, key, left);
        return left;
      }
      await endJoin(options, db, key, seq);
      return 'joined';
    },
  });
  if (result === 'joined') {
    options.log.info({ producer, companyId, seq }, 'joined a company at its current state');
    options.applied(producer, companyId, seq);
    options.backfilled();
  }
  return result;
}

const isSame = (one: Join, other: Join | undefined): boolean =>
  one.seq === other?.seq &&
  one.next.type === other.next.type &&
  one.next.after === other.next.after;

async function endJoin(
  { subscriptions, reactions }: JoinOptions,
  db: Parameters<typeof findJoin>[0],
  key: JoinKey,
  seq: number,
): Promise<void> {
  const own = await subscriptions.own(key.producer);
  const applied = new Set(
    copiesOf(reactions, key.producer).flatMap(({ name, events }) =>
      events.map((type) => entryOf(name, type)),
    ),
  );
  const rest = [...own.withHistory].filter((entry) => !applied.has(entry));
  if (rest.length > 0) {
    await insertBackfills(
      db,
      rest.map((entry) => ({ ...key, entry, lastSeq: 0 })),
    );
  }
  await deleteJoin(db, key);
  await saveJoinedCursor(db, key, { seq, subscriptionId: own.id });
}
