/** Decisions of the relay, pure: which companies a pass takes, which again, and when the next is. */

/** Companies per pass. */
export const COMPANIES_MAX = 64;
/** Events of one company per pass. */
export const EVENTS_MAX = 100;

/**
 * Shortest interval between the starts of two passes, so that under load the events emitted
 * meanwhile share the next pass. It grows with the events of the last pass, because a client may be
 * waiting for a single event.
 */
const PASS_INTERVAL_MS_PER_EVENT = 3;
const PASS_INTERVAL_MAX_MS = 15;

/** Pause after a pass that met a locked position, or failed. */
const LOCKED_PAUSE_MS = 20;
const FAILURE_PAUSE_MS = 250;

export interface PublishedCompany {
  readonly companyId: string;
  /** The last event that JetStream accepted; 0 if none. */
  readonly seq: number;
  readonly count: number;
  readonly error?: unknown;
}

export interface PassOutcome {
  /** Events that were published. */
  readonly count: number;
  /** Companies to take again: their position was locked, or they have more events. */
  readonly again: readonly string[];
  /** Pause before they are taken again, unless another company is waiting. */
  readonly pauseMs: number;
}

export const companiesOfPass = (waiting: ReadonlySet<string>): string[] =>
  [...waiting].slice(0, COMPANIES_MAX);

/** Companies to take again: of another replica, with a rejected event, or with a full page. */
export const companiesToRepeat = (
  companies: readonly string[],
  locked: ReadonlySet<string>,
  published: readonly PublishedCompany[],
): string[] => [
  ...companies.filter((companyId) => !locked.has(companyId)),
  ...published
    .filter(({ error, count }) => error !== undefined || count === EVENTS_MAX)
    .map(({ companyId }) => companyId),
];

export const afterPass = (again: readonly string[], count: number): PassOutcome => ({
  again,
  count,
  pauseMs: again.length > 0 ? LOCKED_PAUSE_MS : 0,
});

export const afterFailedPass = (companies: readonly string[]): PassOutcome => ({
  again: companies,
  count: 0,
  pauseMs: FAILURE_PAUSE_MS,
});

/** Earliest start of the next pass. */
export const nextPassAt = (startedAt: number, { count }: PassOutcome): number =>
  startedAt + Math.min(PASS_INTERVAL_MAX_MS, count * PASS_INTERVAL_MS_PER_EVENT);
