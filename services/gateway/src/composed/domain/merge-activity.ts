/**
 * Merges the services' logs into one, the newest entry first. Each service's part is ordered by its
 * own numbers. The cursor of a page is its position in each part, so new entries neither repeat nor
 * hide older ones.
 */
import { serviceNames, type Activity, type ServiceName } from '@muster/contracts';

/** By service: only entries with a lower number follow. 1: none follow. Absent: not read yet. */
export type ActivityPositions = { readonly [service in ServiceName]?: number | undefined };
export type ActivityParts = { readonly [service in ServiceName]?: readonly Activity[] };
/**
 * By service, where a part ends that was looked through and not read from an index: the newest entry
 * that was not looked at. Absent: nothing is left to look at.
 */
export type ActivityEnds = { readonly [service in ServiceName]?: Activity | undefined };

/** By service: whether its part ends early, because no more fitted its answer. */
export type CutParts = { readonly [service in ServiceName]?: boolean | undefined };

/** A page has less than one answer of a service, but one entry at least. */
const PAGE_BYTES_MAX = 786_432;

export interface MergedPage {
  readonly items: readonly Activity[];
  /** Absent when nothing follows. */
  readonly next: Required<ActivityPositions> | undefined;
}

export function mergeActivity(
  parts: ActivityParts,
  before: ActivityPositions,
  {
    size,
    partLimit,
    ends = {},
    cut = {},
  }: { size: number; partLimit: number; ends?: ActivityEnds; cut?: CutParts },
): MergedPage {
  const latestEnd = latestOf(ends);
  const taken: Record<string, number> = {};
  const items: Activity[] = [];
  let bytes = 0;
  while (items.length < size && !isCutOff(parts, taken, cut)) {
    const from = newestOf(parts, taken);
    // What is older than the end of another part may come after entries that were not looked at.
    if (!from || from.entry.createdAt < latestEnd) break;
    bytes += Buffer.byteLength(JSON.stringify(from.entry)) + 1;
    if (bytes > PAGE_BYTES_MAX && items.length > 0) break;
    items.push(from.entry);
    taken[from.service] = (taken[from.service] ?? 0) + 1;
  }
  const next: Record<string, number> = {};
  let more = false;
  for (const service of serviceNames) {
    const part = parts[service] ?? [];
    const count = taken[service] ?? 0;
    // A part as long as its limit may have further entries.
    const mayGoOn = part.length >= partLimit || cut[service] === true;
    if (part.length > count || mayGoOn || ends[service]) more = true;
    next[service] = positionAfter(part, count, {
      mayGoOn,
      before: before[service],
      end: ends[service],
    });
  }
  return { items, next: more ? (next as Required<ActivityPositions>) : undefined };
}

/** What follows in a part that was cut may be newer than all other entries. */
const isCutOff = (
  parts: ActivityParts,
  taken: Readonly<Record<string, number>>,
  cut: CutParts,
): boolean =>
  serviceNames.some((service) => cut[service] && taken[service] === parts[service]?.length);

function newestOf(parts: ActivityParts, taken: Readonly<Record<string, number>>) {
  let newest: { service: ServiceName; entry: Activity } | undefined;
  for (const service of serviceNames) {
    const entry = parts[service]?.[taken[service] ?? 0];
    if (entry && (!newest || entry.createdAt > newest.entry.createdAt)) newest = { service, entry };
  }
  return newest;
}

const latestOf = (ends: ActivityEnds): string =>
  Object.values(ends)
    .map((end) => end?.createdAt ?? '')
    .reduce((latest, createdAt) => (createdAt > latest ? createdAt : latest), '');

interface PartState {
  readonly mayGoOn: boolean;
  readonly before: number | undefined;
  readonly end: Activity | undefined;
}

function positionAfter(
  part: readonly Activity[],
  count: number,
  { mayGoOn, before, end }: PartState,
): number {
  const isThrough = count === part.length && !mayGoOn;
  if (isThrough) return end ? end.seq + 1 : 1;
  if (count === 0) return before ?? (part[0] as Activity).seq + 1;
  return (part[count - 1] as Activity).seq;
}
