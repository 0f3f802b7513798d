/**
 * Merges the services' logs into one, the newest entry first. Each service's part is ordered by its
 * own numbers. The cursor of a page is its position in each part, so new entries neither repeat nor
 * hide older ones.
 */
import { serviceNames, type Activity, type ServiceName } from '@muster/contracts';

/** By service: only entries with a lower number follow. 1: none follow. Absent: not read yet. */
export type ActivityPositions = { readonly [service in ServiceName]?: number };
export type ActivityParts = { readonly [service in ServiceName]?: readonly Activity[] };

export interface MergedPage {
  readonly items: readonly Activity[];
  /** Absent when nothing follows. */
  readonly next: Required<ActivityPositions> | undefined;
}

export function mergeActivity(
  parts: ActivityParts,
  before: ActivityPositions,
  { size, partLimit }: { size: number; partLimit: number },
): MergedPage {
  const taken: Record<string, number> = {};
  const items: Activity[] = [];
  while (items.length < size) {
    const from = newestOf(parts, taken);
    if (!from) break;
    items.push(from.entry);
    taken[from.service] = (taken[from.service] ?? 0) + 1;
  }
  const next: Record<string, number> = {};
  let more = false;
  for (const service of serviceNames) {
    const part = parts[service] ?? [];
    const count = taken[service] ?? 0;
    // A part as long as its limit may have further entries.
    if (part.length > count || part.length >= partLimit) more = true;
    next[service] = positionAfter(part, count, partLimit, before[service]);
  }
  return { items, next: more ? (next as Required<ActivityPositions>) : undefined };
}

function newestOf(parts: ActivityParts, taken: Readonly<Record<string, number>>) {
  let newest: { service: ServiceName; entry: Activity } | undefined;
  for (const service of serviceNames) {
    const entry = parts[service]?.[taken[service] ?? 0];
    if (entry && (!newest || entry.createdAt > newest.entry.createdAt)) newest = { service, entry };
  }
  return newest;
}

function positionAfter(
  part: readonly Activity[],
  count: number,
  partLimit: number,
  before: number | undefined,
): number {
  const first = part[0];
  if (!first) return 1;
  if (count === 0) return before ?? first.seq + 1;
  return count === part.length && part.length < partLimit ? 1 : (part[count - 1] as Activity).seq;
}
