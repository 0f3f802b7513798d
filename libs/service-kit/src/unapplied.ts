/**
 * How long a service has known of an event elsewhere without having applied it. A sweep sees heads
 * and cursors only, not times, so it remembers which head it saw first: as long as the cursor has
 * not reached that one, the company has been behind since then.
 */
export interface Behind {
  readonly companyId: string;
  /** The last event that the producer has said of the company. */
  readonly head: number;
  /** The last one that was applied here. */
  readonly lastSeq: number;
}

export interface Sighting {
  readonly head: number;
  readonly sinceMs: number;
}

export type Sightings = ReadonlyMap<string, Sighting>;

/** Of the companies that are behind now, since when each is. */
export const seeAgain = (
  earlier: Sightings,
  behind: readonly Behind[],
  nowMs: number,
): Sightings =>
  new Map(behind.map(({ companyId, head, lastSeq }) => {
    const first = earlier.get(companyId);
    return [companyId, first && lastSeq < first.head ? first : { head, sinceMs: nowMs }];
  }));

/** Age of the oldest sighting; 0 where nothing is behind. */
export const oldestSeconds = (sightings: Sightings, nowMs: number): number => {
  let oldestMs = nowMs;
  for (const { sinceMs } of sightings.values()) oldestMs = Math.min(oldestMs, sinceMs);
  return (nowMs - oldestMs) / 1_000;
};
