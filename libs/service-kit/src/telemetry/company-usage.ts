/**
 * Which companies are busy. The ids of companies are no labels elsewhere: callers make companies, and each
 * label value is a series. Here a process exports those with the most in the last minute, a fixed number,
 * and only if it is told to, since who reads `/metrics` then learns the ids.
 */
import type { Contract, EventName, Payload } from '@muster/contracts';
import type { Gauge } from 'prom-client';

export const usages = ['requests', 'events', 'runs', 'cost_cents'] as const;
export type Usage = (typeof usages)[number];

/** Companies that are exported for each kind of usage. */
export const COMPANIES_SHOWN = 20;
/** Companies that are counted at a time; further ones are none of the busiest for long. */
const COMPANIES_COUNTED = 10_000;
const SLOT_MS = 10_000;
const SLOTS = 6;

type Counts = Map<string, number>;
interface Slot {
  readonly number: number;
  readonly counts: Readonly<Record<Usage, Counts>>;
}

/** Event type → the usage that its events are, and how much of it. */
export type UsageOfEvents<C extends Contract> = {
  readonly [N in EventName<C>]?: readonly [
    usage: Usage,
    amountOf: (payload: Payload<C, N>) => number,
  ];
};
/** The same for the kit, which knows no contract. */
export type UsageOfAnyEvents = Readonly<
  Record<string, readonly [usage: Usage, amountOf: (payload: object) => number]>
>;

export interface CompanyUsage {
  count(usage: Usage, companyId: string, amount?: number): void;
}

export function openCompanyUsage(
  gauge: Gauge<'company' | 'usage'>,
  now: () => number = Date.now,
): CompanyUsage {
  let slots: readonly Slot[] = [];
  const current = (): Slot | undefined => {
    const number = Math.floor(now() / SLOT_MS);
    if (slots[0]?.number !== number) {
      slots = [openSlot(number), ...slots.filter((slot) => number - slot.number < SLOTS)];
    }
    return slots[0];
  };
  Object.assign(gauge, {
    collect: () => {
      current();
      gauge.reset();
      for (const usage of usages) {
        for (const [company, amount] of busiest(slots.map(({ counts }) => counts[usage]))) {
          gauge.set({ company, usage }, amount);
        }
      }
    },
  });
  return {
    count(usage, companyId, amount = 1) {
      const counts = current()?.counts[usage];
      const known = counts?.get(companyId);
      if (known === undefined && (counts?.size ?? 0) >= COMPANIES_COUNTED) return;
      counts?.set(companyId, (known ?? 0) + amount);
    },
  };
}

const openSlot = (number: number): Slot => ({
  number,
  counts: { requests: new Map(), events: new Map(), runs: new Map(), cost_cents: new Map() },
});

function busiest(slots: readonly Counts[]): [company: string, amount: number][] {
  const sums: Counts = new Map();
  for (const counts of slots) {
    for (const [company, amount] of counts) sums.set(company, (sums.get(company) ?? 0) + amount);
  }
  return [...sums].toSorted(([, a], [, b]) => b - a).slice(0, COMPANIES_SHOWN);
}
