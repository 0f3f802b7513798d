/**
 * Companies whose work has failed, in the memory of one process: each is left out for a time that
 * doubles with each failure, so that its rows cost little and delay no other company.
 */
/** After the first failure: a lock or a deadlock is gone by then. */
const FIRST_MS = 1_000;
/** Longest pause. A company that has been at peace for so long after a pause starts anew. */
const MAX_MS = 300_000;
/** Companies that are remembered; beyond that the one that failed longest ago is forgotten. */
const COMPANIES_MAX = 10_000;

interface Pause {
  readonly ms: number;
  readonly endsAtMs: number;
}

export interface CompanyPauses {
  isPaused(companyId: string): boolean;
  /** Returns the milliseconds of the pause that begins. */
  failed(companyId: string): number;
  succeeded(companyId: string): void;
}

export interface CompanyPausesOptions {
  readonly companiesMax?: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

export function openCompanyPauses({
  companiesMax = COMPANIES_MAX,
  now = () => performance.now(),
}: CompanyPausesOptions = {}): CompanyPauses {
  // In the order of their last failure.
  const pauses = new Map<string, Pause>();
  return {
    isPaused: (companyId) => (pauses.get(companyId)?.endsAtMs ?? -Infinity) > now(),
    failed(companyId) {
      const last = pauses.get(companyId);
      const isFresh = last !== undefined && now() < last.endsAtMs + MAX_MS;
      const ms = isFresh ? Math.min(2 * last.ms, MAX_MS) : FIRST_MS;
      pauses.delete(companyId);
      pauses.set(companyId, { ms, endsAtMs: now() + ms });
      const [oldest] = pauses.keys();
      if (pauses.size > companiesMax && oldest !== undefined) pauses.delete(oldest);
      return ms;
    },
    succeeded: (companyId) => void pauses.delete(companyId),
  };
}
