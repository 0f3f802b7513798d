/**
 * Events that the stream has delivered before an earlier one of their company. Two replicas of a
 * producer publish over two connections, so an event may overtake the one before it by a moment.
 * The early one waits that long; only then the missing one is read from the producer's log.
 */
import { partitionOf } from '../nats/subjects.ts';
import type { Delivery } from './delivery.ts';
import type { ReceivedEvents, ReceivedGroup } from './received-events.ts';

/**
 * Longest wait for one event. A relay passes every few milliseconds, but on a busy machine a process may
 * get no processor for longer; a request that needs the event has the log read after 300 ms anyway.
 */
export const EARLY_MAX_MS = 250;
/**
 * Wait after that. A process that stood still calls its timers before it reads what has arrived
 * meanwhile.
 */
export const LATE_MS = 10;
/** Early events of all companies; more than that are not held. */
const HELD_MAX = 500;
/** Companies of which the last number is known; the first event of any other is never early. */
const COMPANIES_MAX = 10_000;

interface Company {
  /** The last number that was passed on. */
  last: number;
  held: ReceivedGroup | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** By producer and company, ordered by the time of their last event. */
type Companies = Map<string, Company>;

/** Passes events on in their company's order, if the missing ones come soon. */
export function inOrder(received: ReceivedEvents): ReceivedEvents {
  const companies: Companies = new Map();
  let heldEvents = 0;
  const takeHeld = (company: Company): ReceivedGroup | undefined => {
    const { held } = company;
    heldEvents -= held?.deliveries.length ?? 0;
    company.held = undefined;
    return held;
  };
  const passOn = (company: Company, group: ReceivedGroup): void => {
    company.last = Math.max(company.last, ...group.deliveries.map(({ seq }) => seq));
    received.add(group);
  };
  const hold = (company: Company, group: ReceivedGroup): void => {
    company.held = group;
    heldEvents += group.deliveries.length;
    if (!company.timer) beginWait(company, () => passHeldOn(company));
    if (heldEvents > HELD_MAX) passHeldOn(company);
  };
  const passHeldOn = (company: Company): void => {
    endWait(company);
    const held = takeHeld(company);
    if (held) passOn(company, held);
  };
  return {
    ...received,
    add(group) {
      const sorted = sortGroup(group);
      const { producer, companyId, seq } = sorted.deliveries[0] as Delivery;
      const company = companyIn(companies, `${producer} ${companyId}`, seq);
      const held = takeHeld(company);
      const all = held ? sortGroup(joinGroups(held, sorted)) : sorted;
      const { last } = company;
      const [next, early] = splitGroup(all, countNext(all.deliveries, last));
      if (next) passOn(company, next);
      // The missing one has come: what is early now waits for another one.
      if (!early || company.last > last) endWait(company);
      if (early) hold(company, early);
    },
    async applied(partition) {
      for (const [key, company] of companies) if (isIn(key, partition)) passHeldOn(company);
      await received.applied(partition);
    },
    async drain() {
      for (const company of companies.values()) passHeldOn(company);
      await received.drain();
    },
  };
}

function companyIn(companies: Companies, key: string, first: number): Company {
  const company = companies.get(key) ?? { last: first - 1, held: undefined, timer: undefined };
  companies.delete(key);
  companies.set(key, company);
  const [oldest] = companies;
  if (companies.size > COMPANIES_MAX && oldest && !oldest[1].held) companies.delete(oldest[0]);
  return company;
}

function beginWait(company: Company, over: () => void): void {
  company.timer = setTimeout(() => {
    company.timer = setTimeout(over, LATE_MS);
  }, EARLY_MAX_MS);
}

function endWait(company: Company): void {
  clearTimeout(company.timer);
  company.timer = undefined;
}

const isIn = (key: string, partition: number): boolean => partitionOf(key) === partition;

/** Most groups are one event, or come in order. */
function sortGroup(group: ReceivedGroup): ReceivedGroup {
  const { deliveries } = group;
  const isSorted = deliveries.every(({ seq }, index) => seq > (deliveries[index - 1]?.seq ?? 0));
  if (isSorted) return group;
  return { ...group, deliveries: deliveries.toSorted((a, b) => a.seq - b.seq) };
}

const joinGroups = (a: ReceivedGroup, b: ReceivedGroup): ReceivedGroup => ({
  deliveries: [...a.deliveries, ...b.deliveries],
  bytes: a.bytes + b.bytes,
});

/** How many are repetitions or follow the last number without a gap. */
function countNext(deliveries: readonly Delivery[], last: number): number {
  let reached = last;
  const gapAt = deliveries.findIndex(({ seq }) => {
    if (seq > reached + 1) return true;
    reached = Math.max(reached, seq);
    return false;
  });
  return gapAt === -1 ? deliveries.length : gapAt;
}

/** The bytes are divided by the number of events: they are an estimate of the memory. */
function splitGroup(
  group: ReceivedGroup,
  count: number,
): readonly [ReceivedGroup | undefined, ReceivedGroup | undefined] {
  const { deliveries, bytes } = group;
  if (count === deliveries.length) return [group, undefined];
  if (count === 0) return [undefined, group];
  const nextBytes = Math.round((bytes * count) / deliveries.length);
  return [
    { deliveries: deliveries.slice(0, count), bytes: nextBytes },
    { deliveries: deliveries.slice(count), bytes: bytes - nextBytes },
  ];
}
