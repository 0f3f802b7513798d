/** What led to an event, and what followed from it, among events that are known. */
import type { Activity } from '@muster/contracts';

export interface ActivityChain {
  /** The root first; each has caused the next one. */
  readonly causes: readonly Activity[];
  /** In the order in which they happened. */
  readonly effects: readonly Activity[];
  /** What else the same request has done. */
  readonly others: readonly Activity[];
  /** Whether the first cause is not among the events. */
  readonly isCut: boolean;
}

type Known = ReadonlyMap<string, Activity>;

export function chainOf(events: readonly Activity[], event: Activity): ActivityChain {
  const known: Known = new Map([...events, event].map((each) => [each.id, each]));
  const causes = causesOf(event, known);
  const named = new Set([event, ...causes].map(({ id }) => id));
  const effects = [...known.values()].filter(
    (each) => !named.has(each.id) && causesOf(each, known).some(({ id }) => id === event.id),
  );
  for (const { id } of effects) named.add(id);
  const others = [...known.values()].filter(
    ({ id, requestId }) => requestId !== null && requestId === event.requestId && !named.has(id),
  );
  return {
    causes,
    effects: effects.toSorted(inOrder),
    others: others.toSorted(inOrder),
    isCut: (causes[0] ?? event).causedBy !== null,
  };
}

/** The events before it in its chain; a chain cannot go round, and is followed so only once. */
function causesOf(event: Activity, known: Known): readonly Activity[] {
  const causes: Activity[] = [];
  let cause = known.get(event.causedBy ?? '');
  while (cause !== undefined && !causes.includes(cause)) {
    causes.unshift(cause);
    cause = known.get(cause.causedBy ?? '');
  }
  return causes;
}

const inOrder = (one: Activity, other: Activity): number =>
  one.createdAt.localeCompare(other.createdAt) || one.seq - other.seq;
