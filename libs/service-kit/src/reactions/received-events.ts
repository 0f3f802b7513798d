/**
 * Events that the stream has delivered and that wait to be applied. Companies take turns: a turn is
 * one transaction of one company, and few run at a time, so that requests find connections and no
 * company waits for the backlog of another. What does not fit stays in the stream, where it is
 * counted as pending; what one company has too much of stays in its log, for catch-up.
 */
import { openEventMemory, type EventMemory, type Held } from '../event-log/event-memory.ts';
import { partitionOf } from '../nats/subjects.ts';
import { openBulkhead } from '../rpc/bulkhead.ts';
import type { Outcome } from './apply.ts';
import type { Delivery } from './delivery.ts';
import { openTurns, PACE_MS } from './pace.ts';

/** What waits in one process, at least 200 events, whose size is bounded; the stream keeps the others. */
const RECEIVED_MAX: Held = { events: 1_000, bytes: 16 * 1_048_576 };
/** Waiting events of one company; it reads further ones from the log, beside the other companies. */
const COMPANY_EVENTS_MAX = 250;
/** Events of one transaction: its rows stay locked until the last of them is applied. */
export const TURN_EVENTS_MAX = 64;

/** Events of one producer and company. */
export interface ReceivedGroup {
  readonly deliveries: readonly Delivery[];
  readonly bytes: number;
}

export interface ReceivedEvents {
  add(group: ReceivedGroup): void;
  /** A request waits for the company's events: those that wait for their pace are applied now. */
  hurry(producer: string, companyId: string): void;
  /** Whether no more may be added: what has been received fills the memory meant for it. */
  isFull(): boolean;
  /** Resolves when it is no longer full. */
  room(): Promise<void>;
  /** Resolves when what was added of the partition is applied, or left to catch-up. */
  applied(partition: number): Promise<void>;
  /** The same for everything that was added. */
  drain(): Promise<void>;
}

export interface ReceivedEventsOptions {
  /** Turns at a time. */
  readonly turns: number;
  readonly apply: (deliveries: readonly Delivery[]) => Promise<Outcome>;
  /** Whether a request waits for the company's events. */
  readonly isAwaited: (producer: string, companyId: string) => boolean;
  /** Whether the company's events are being read from the log; those of the stream are then dropped. */
  readonly isCatchingUp: (producer: string, companyId: string) => boolean;
  /** Events were dropped and have to be read from the log. */
  readonly onMissed: (producer: string, companyId: string) => void;
  /** Events were received before an earlier one. */
  readonly onGap: (producer: string) => void;
  /** No event is to blame, such as for a lock that is held; the events have to be read from the log. */
  readonly onFailed: (producer: string, companyId: string, error: unknown) => void;
}

interface Company {
  readonly key: string;
  readonly producer: string;
  readonly companyId: string;
  readonly groups: ReceivedGroup[];
  events: number;
  /** Resolves when none of its events waits. */
  turns: Promise<void>;
}

export function openReceivedEvents(options: ReceivedEventsOptions): ReceivedEvents {
  const places = openBulkhead(options.turns);
  const companies = new Map<string, Company>();
  const memory = openEventMemory(RECEIVED_MAX);
  const turns = openTurns();
  const drop = (company: Company): void => {
    for (const group of company.groups.splice(0)) memory.release(heldBy(group));
    company.events = 0;
  };
  const takeTurns = async (company: Company): Promise<void> => {
    while (company.groups.length > 0) {
      await turns.next(company.key, () => paceMsOf(options, company));
      await places.within('turns', () => takeTurn(options, company, memory, drop));
      turns.took(company.key);
    }
    companies.delete(company.key);
  };
  return {
    add(group) {
      const { producer, companyId } = group.deliveries[0] as Delivery;
      const key = `${producer} ${companyId}`;
      const known = companies.get(key);
      const company = known ?? openCompany(key, producer, companyId);
      const tooMany = company.events + group.deliveries.length > COMPANY_EVENTS_MAX;
      if (tooMany || options.isCatchingUp(producer, companyId)) {
        drop(company);
        return options.onMissed(producer, companyId);
      }
      company.groups.push(group);
      company.events += group.deliveries.length;
      memory.take(heldBy(group));
      turns.hurry(key);
      if (known) return;
      companies.set(key, company);
      company.turns = takeTurns(company);
    },
    hurry: (producer, companyId) => turns.hurry(`${producer} ${companyId}`),
    isFull: memory.isFull,
    room: memory.room,
    applied: (partition) => turnsOf([...companies.values()].filter(isOf(partition))),
    async drain() {
      turns.end();
      await turnsOf([...companies.values()]);
    },
  };
}

const isOf =
  (partition: number) =>
  ({ companyId }: Company): boolean =>
    partitionOf(companyId) === partition;

async function turnsOf(companies: readonly Company[]): Promise<void> {
  await Promise.all(companies.map(({ turns }) => turns));
}

const openCompany = (key: string, producer: string, companyId: string): Company => ({
  key,
  producer,
  companyId,
  groups: [],
  events: 0,
  turns: Promise.resolve(),
});

/** How long after the turn before its next one may begin: as its quickest effect asks. */
function paceMsOf(
  { isAwaited }: Pick<ReceivedEventsOptions, 'isAwaited'>,
  { producer, companyId, groups, events }: Company,
): number {
  if (events >= TURN_EVENTS_MAX || isAwaited(producer, companyId)) return 0;
  const effects = groups.flatMap(({ deliveries }) => deliveries.flatMap((each) => each.effects));
  const paces = new Set(effects.map(({ pace }) => pace));
  if (paces.has(undefined)) return 0;
  return paces.has('slow') && !paces.has('quick') ? PACE_MS.slow : PACE_MS.quick;
}

async function takeTurn(
  options: ReceivedEventsOptions,
  company: Company,
  memory: EventMemory,
  drop: (company: Company) => void,
): Promise<void> {
  const { producer, companyId } = company;
  const taken = takeGroups(company);
  const release = (): void => taken.forEach((group) => memory.release(heldBy(group)));
  try {
    const deliveries = taken.flatMap((group) => group.deliveries);
    const outcome = await options.apply(deliveries.toSorted((a, b) => a.seq - b.seq));
    if (outcome === 'unfinished') return returnGroups(company, taken);
    release();
    // Later events of a company that is blocked wait in the log for its retry.
    if (outcome === 'gap' || outcome === 'blocked') drop(company);
    if (outcome !== 'gap') return;
    options.onGap(producer);
    options.onMissed(producer, companyId);
  } catch (error) {
    release();
    drop(company);
    options.onFailed(producer, companyId, error);
  }
}

const heldBy = ({ deliveries, bytes }: ReceivedGroup): Held => ({
  events: deliveries.length,
  bytes,
});

/** The groups of one turn: at least one, and as many further ones as a transaction may have. */
function takeGroups(company: Company): ReceivedGroup[] {
  const taken: ReceivedGroup[] = [];
  let events = 0;
  while (company.groups.length > 0) {
    const next = (company.groups[0] as ReceivedGroup).deliveries.length;
    if (events > 0 && events + next > TURN_EVENTS_MAX) break;
    taken.push(company.groups.shift() as ReceivedGroup);
    events += next;
  }
  company.events -= events;
  return taken;
}

function returnGroups(company: Company, taken: readonly ReceivedGroup[]): void {
  company.groups.unshift(...taken);
  for (const { deliveries } of taken) company.events += deliveries.length;
}
