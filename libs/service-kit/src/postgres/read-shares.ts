/**
 * What one company gets of the read connections. While others read, too, the last connection takes no read of a
 * company that has one in progress, so slow reads of one company leave a connection to the others. A company has
 * a share of the reads in progress; above it a read waits, for as long as its caller may.
 */
import { Refusal } from '@muster/contracts';
import { openWaitedPlaces } from '../places.ts';

/** Statements on one connection, which are executed one after the other. */
const READS_PER_CONNECTION = 64;
/**
 * Longest wait, which is that for the answer to a request: it has a place of its service by then, and
 * to refuse it half-way would waste what it has cost.
 */
const WAIT_MAX_MS = 5_000;
/** After this time without a read of another company, one company has all connections. */
const ALONE_AFTER_MS = 10_000;

export interface ReadShares {
  /**
   * Takes a place; nothing where it need not be waited for.
   *
   * @throws Refusal `overloaded`
   */
  enter(companies: string): Promise<void> | undefined;
  leave(companies: string): void;
  /** How many of the connections, from the first one on, may take the read that has entered. */
  slotsOf(companies: string, now: number): number;
}

export function openReadShares(connections: number): ReadShares {
  // Reads are of requests in progress, of which there is a limit: a burst of them waits and is not shed.
  const places = openWaitedPlaces(connections * READS_PER_CONNECTION, {
    lineMax: Infinity,
    waitMaxMs: WAIT_MAX_MS,
  });
  const inProgress = new Map<string, number>();
  let last: string | undefined;
  let changedAt = -Infinity;
  return {
    enter(companies) {
      if (!isOfOne(companies) || places.take({ company: companies })) return undefined;
      return places.wait({ company: companies }).then((hasPlace) => {
        if (!hasPlace) throw new Refusal('overloaded');
      });
    },
    leave(companies) {
      if (!isOfOne(companies)) return;
      const left = (inProgress.get(companies) ?? 0) - 1;
      if (left > 0) inProgress.set(companies, left);
      else inProgress.delete(companies);
      places.release({ company: companies });
    },
    slotsOf(companies, now) {
      if (!isOfOne(companies)) return connections;
      if (last !== undefined && last !== companies) changedAt = now;
      last = companies;
      const own = inProgress.get(companies) ?? 0;
      inProgress.set(companies, own + 1);
      const isAlone = now - changedAt > ALONE_AFTER_MS;
      return own === 0 || isAlone ? connections : Math.max(connections - 1, 1);
    },
  };
}

/** As the setting of a connection has them: an id in quotes is shorter than two. */
const isOfOne = (companies: string): boolean => companies.length === ID_IN_QUOTES;
const ID_IN_QUOTES = 38;
