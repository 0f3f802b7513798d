/**
 * Decisions of the relay, pure: which companies a pass over the log takes, which again, when the next
 * pass is, and what the poll has found.
 */

/** Companies per pass. */
export const COMPANIES_MAX = 64;
/** Events of one company per pass. */
export const EVENTS_MAX = 100;

/**
 * Shortest interval between the starts of two passes, so that under load the events emitted
 * meanwhile share the next pass. It grows with the events of the last pass, because a client may be
 * waiting for a single event: after one it is about as long as a pass over the log takes.
 */
const PASS_INTERVAL_MS_PER_EVENT = 5;
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
  /** Pause before they are taken again. */
  readonly pauseMs: number;
  readonly hasFailed: boolean;
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
  hasFailed: false,
});

export const afterFailedPass = (companies: readonly string[]): PassOutcome => ({
  again: companies,
  count: 0,
  pauseMs: FAILURE_PAUSE_MS,
  hasFailed: true,
});

/**
 * Pause before the next pass. Other companies do not wait for those that are locked; without a pause
 * after a failure, theirs would fail at once for as long as JetStream refuses.
 */
export const pauseAfter = ({ again, pauseMs, hasFailed }: PassOutcome, waiting: number): number =>
  hasFailed || waiting === again.length ? pauseMs : 0;

/** Earliest start of the next pass, over the log or over memory, after one with so many events. */
export const nextPassAt = (startedAt: number, count: number): number =>
  startedAt + Math.min(PASS_INTERVAL_MAX_MS, count * PASS_INTERVAL_MS_PER_EVENT);

/**
 * Age from which an unpublished event is published by any process. Before that, the process that has
 * written it may have published it, and its position moves soon.
 */
const ABANDONED_SECONDS = 1;

/** The first unpublished event of a company. */
export interface FoundEvent {
  readonly companyId: string;
  readonly seq: number;
  readonly ageSeconds: number;
}

export interface Findings {
  /** Companies whose log has to be read. */
  readonly abandoned: readonly string[];
  /** After this time the poll looks again, at events that are still young. */
  readonly againAfterMs: number | undefined;
  /** Age of the oldest event that JetStream is not known to have accepted. */
  readonly oldestSeconds: number;
}

type IsOne = (companyId: string, seq: number) => boolean;

export interface OwnEvents {
  /** This process publishes the event, or has done it. */
  readonly isKnown: IsOne;
  /** JetStream has accepted it from this process, and its position moves soon. */
  readonly isPublished: IsOne;
}

/**
 * What a poll has found. An event is late as well while this process tries to publish it: without an
 * answer of JetStream, each attempt takes seconds.
 */
export function decideFindings(
  found: readonly FoundEvent[],
  { isKnown, isPublished }: OwnEvents,
): Findings {
  const unpublished = found.filter(({ companyId, seq }) => !isPublished(companyId, seq));
  const unknown = found.filter(({ companyId, seq }) => !isKnown(companyId, seq));
  const young = unknown.filter(({ ageSeconds }) => ageSeconds < ABANDONED_SECONDS);
  const youngest = Math.min(...young.map(({ ageSeconds }) => Math.max(0, ageSeconds)));
  return {
    abandoned: unknown
      .filter(({ ageSeconds }) => ageSeconds >= ABANDONED_SECONDS)
      .map(({ companyId }) => companyId),
    againAfterMs: young.length > 0 ? (ABANDONED_SECONDS - youngest) * 1_000 : undefined,
    oldestSeconds: Math.max(0, ...unpublished.map(({ ageSeconds }) => ageSeconds)),
  };
}
