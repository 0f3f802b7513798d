/**
 * Places for requests in progress, shared fairly. A company may take a further place while it holds
 * fewer than a multiple of those that are free: alone it gets most of them, and some are left for
 * the next company; several get equal parts. The same holds for one resource, such as an issue, with
 * a smaller multiple. Only counters are kept, and only of those that hold a place.
 */

import type { Actor } from '@muster/contracts';

/** A company alone gets three quarters of the places. */
const COMPANY_TIMES_FREE = 3;
/** A resource alone gets half of the places. */
const RESOURCE_TIMES_FREE = 1;

/** Longest wait for a place while others have waited for as long: a flood is shed soon. */
const WAIT_MAX_MS = 1_000;
/**
 * Longest wait in a burst, that is, in a line that was empty a moment ago: on a slow machine the
 * first answers take longer than a second. As long as a service may take for an answer.
 */
const BURST_WAIT_MAX_MS = 5_000;

/** For whom a place is taken; what is absent has no share. */
export interface PlaceHolder {
  /** See `shareOf`. */
  readonly company?: string | undefined;
  readonly resource?: string | undefined;
}

export interface Places {
  readonly isFull: () => boolean;
  /** How many there are. */
  readonly size: () => number;
  /** Changes the number of places; those that are taken stay so. */
  resize(max: number): void;
  /** Takes a place, unless all are taken or the holder has its share. */
  take(holder: PlaceHolder): boolean;
  /** Returns the place that was taken for this holder. */
  release(holder: PlaceHolder): void;
}

export function openPlaces(max: number): Places {
  const ofCompany = new Map<string, number>();
  const ofResource = new Map<string, number>();
  let all = max;
  let free = max;
  return {
    isFull: () => free <= 0,
    size: () => all,
    resize(size) {
      free += size - all;
      all = size;
    },
    take({ company, resource }) {
      if (free <= 0) return false;
      if (hasShare(ofCompany, company, COMPANY_TIMES_FREE * free)) return false;
      if (hasShare(ofResource, resource, RESOURCE_TIMES_FREE * free)) return false;
      free -= 1;
      add(ofCompany, company, 1);
      add(ofResource, resource, 1);
      return true;
    },
    release({ company, resource }) {
      free += 1;
      add(ofCompany, company, -1);
      add(ofResource, resource, -1);
    },
  };
}

/** Places with a line before them. */
export interface WaitedPlaces extends Places {
  /** Whether a further request could not even wait. */
  readonly isFull: () => boolean;
  /** How many wait. */
  readonly waiting: () => number;
  /** For a holder that `take` gave nothing: whether it has got a place within the longest wait. */
  wait(holder: PlaceHolder): Promise<boolean>;
}

export interface WaitOptions {
  /** `Infinity` where something else bounds who waits; as many as there are places otherwise. */
  readonly lineMax?: number;
  readonly waitMaxMs?: number;
  /** At least `waitMaxMs`. */
  readonly burstWaitMaxMs?: number;
}

interface Waiting {
  readonly holder: PlaceHolder;
  readonly end: (hasPlace: boolean) => void;
}

/**
 * Places that are waited for, so that a burst is answered late and not refused. The line has as many
 * places with shares as equal, so one company does not fill it; beyond it load is shed at once.
 */
export function openWaitedPlaces(max: number, options: WaitOptions = {}): WaitedPlaces {
  const { lineMax = max, waitMaxMs = WAIT_MAX_MS } = options;
  const { burstWaitMaxMs = Math.max(waitMaxMs, BURST_WAIT_MAX_MS) } = options;
  const places = openPlaces(max);
  const line = openPlaces(lineMax);
  const waiting = new Set<Waiting>();
  /** When the line was empty for the last time. */
  let emptyAt = 0;
  /** After this nobody waits who could have a place, so newcomers overtake nobody. */
  const admit = (): void => {
    for (const one of waiting) {
      if (places.isFull()) return;
      if (places.take(one.holder)) one.end(true);
    }
  };
  return {
    take: places.take,
    size: places.size,
    isFull: () => places.isFull() && line.isFull(),
    waiting: () => waiting.size,
    wait(holder) {
      if (!line.take(holder)) return Promise.resolve(false);
      const now = performance.now();
      if (waiting.size === 0) emptyAt = now;
      const waitMs = now - emptyAt < waitMaxMs ? burstWaitMaxMs : waitMaxMs;
      return new Promise((resolve) => {
        const timer = setTimeout(() => one.end(false), waitMs);
        const one: Waiting = {
          holder,
          end(hasPlace) {
            clearTimeout(timer);
            waiting.delete(one);
            line.release(holder);
            resolve(hasPlace);
          },
        };
        waiting.add(one);
      });
    },
    resize(size) {
      places.resize(size);
      admit();
    },
    release(holder) {
      places.release(holder);
      admit();
    },
  };
}

/**
 * Whose share a caller's requests count towards: its company's, a board user's own with several
 * companies, or that of all callers without a credential. Never what the request names, because a
 * caller could then use up the share of a company that is not its own.
 */
export function shareOf(actor: Actor): string | undefined {
  if (actor.type === 'agent') return actor.companyId;
  if (actor.type === 'public') return actor.id;
  if (actor.type !== 'user') return undefined;
  const [only, another] = actor.companies === 'all' ? [] : actor.companies;
  return only && !another ? only.companyId : actor.id;
}

const hasShare = (held: Map<string, number>, key: string | undefined, share: number): boolean =>
  key !== undefined && (held.get(key) ?? 0) >= share;

function add(held: Map<string, number>, key: string | undefined, change: number): void {
  if (key === undefined) return;
  const count = (held.get(key) ?? 0) + change;
  if (count === 0) held.delete(key);
  else held.set(key, count);
}
