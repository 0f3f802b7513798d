/**
 * How long this service has been lagging a producer's log. A sweep sees heads and cursors only, no
 * times, so it remembers the head at which it first saw a company lag: until the cursor reaches that
 * head, the company has been lagging since then.
 */
export interface LaggingCompany {
  readonly companyId: string;
  /** The last event in the producer's log. */
  readonly head: number;
  /** The last event that this service has applied. */
  readonly lastSeq: number;
}

export interface LagObservation {
  /** The head when it was first seen to lag. */
  readonly head: number;
  readonly sinceMs: number;
}

export type LagObservations = ReadonlyMap<string, LagObservation>;

/** For each company that lags now, since when it does. */
export const observeLag = (
  earlier: LagObservations,
  lagging: readonly LaggingCompany[],
  nowMs: number,
): LagObservations =>
  new Map(
    lagging.map(({ companyId, head, lastSeq }) => {
      const first = earlier.get(companyId);
      return [companyId, first && lastSeq < first.head ? first : { head, sinceMs: nowMs }];
    }),
  );

/** Age of the oldest observation; 0 if no company lags. */
export const longestLagSeconds = (observations: LagObservations, nowMs: number): number => {
  let oldestMs = nowMs;
  for (const { sinceMs } of observations.values()) oldestMs = Math.min(oldestMs, sinceMs);
  return (nowMs - oldestMs) / 1_000;
};
