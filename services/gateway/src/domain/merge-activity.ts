/**
 * One log of several: each service's part is newest first by its own numbers, and the parts are
 * merged by time. A page ends somewhere inside each part; where, is its cursor, so what happens
 * meanwhile neither repeats nor hides an entry.
 */
import { serviceNames, type Activity, type ServiceName } from '@muster/contracts';

/**
 * Per service: only entries with a lower number follow. 1: nothing follows. Absent: not yet asked.
 */
export type Positions = { readonly [service in ServiceName]?: number };
export type Parts = { readonly [service in ServiceName]?: readonly Activity[] };

export interface MergedPage {
  readonly items: readonly Activity[];
  /** Absent when nothing follows. */
  readonly next: Required<Positions> | undefined;
}

export function mergeActivity(
  parts: Parts,
  before: Positions,
  { size, asked }: { size: number; asked: number },
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
    // A part that filled its answer may go on behind it.
    if (part.length > count || part.length >= asked) more = true;
    next[service] = positionAfter(part, count, asked, before[service]);
  }
  return { items, next: more ? (next as Required<Positions>) : undefined };
}

function newestOf(parts: Parts, taken: Readonly<Record<string, number>>) {
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
  asked: number,
  before: number | undefined,
): number {
  const first = part[0];
  if (!first) return 1;
  if (count === 0) return before ?? first.seq + 1;
  return count === part.length && part.length < asked ? 1 : (part[count - 1] as Activity).seq;
}
