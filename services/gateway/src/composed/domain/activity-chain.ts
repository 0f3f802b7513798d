/** Puts the events that one cause has in common into the order of causes and effects. */
import type { Activity, ActivityChain } from '@muster/contracts';

type Chain = Pick<ActivityChain, 'causes' | 'effects' | 'others'>;

/** @param near - events in any order; those that neither led to it nor followed from it are `others` */
export function chainOf(event: Activity, near: readonly Activity[]): Chain {
  const byId = new Map(near.map((entry) => [entry.id, entry]));
  const causes: Activity[] = [];
  const seen = new Set([event.id]);
  for (
    let cause = causeOf(event, byId);
    cause && !seen.has(cause.id);
    cause = causeOf(cause, byId)
  ) {
    seen.add(cause.id);
    causes.unshift(cause);
  }
  const ordered = near.toSorted(inOrder);
  const effects = effectsOf(event, ordered);
  const isPart = new Set([...causes, ...effects, event].map(({ id }) => id));
  return { causes, effects, others: ordered.filter(({ id }) => !isPart.has(id)) };
}

const causeOf = ({ causedBy }: Activity, byId: ReadonlyMap<string, Activity>) =>
  causedBy === null ? undefined : byId.get(causedBy);

/** An effect may be from a service whose clock is behind, so each round looks at all of them. */
function effectsOf(event: Activity, ordered: readonly Activity[]): Activity[] {
  const led = new Set([event.id]);
  for (let size = 0; size < led.size;) {
    size = led.size;
    for (const { id, causedBy } of ordered) if (causedBy !== null && led.has(causedBy)) led.add(id);
  }
  led.delete(event.id);
  return ordered.filter(({ id }) => led.has(id));
}

const inOrder = (one: Activity, other: Activity): number =>
  one.createdAt.localeCompare(other.createdAt) ||
  one.service.localeCompare(other.service) ||
  one.seq - other.seq;
