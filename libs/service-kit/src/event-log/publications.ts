/**
 * What this process has published: events that are under way to JetStream, and events that it has
 * accepted. The positions move past those in batches, apart from the publications: a crash repeats
 * the last of them, which the message id and the cursors absorb. A position never passes a number
 * that this process has not seen accepted, such as one of another replica, which moves it itself. If
 * it does not, the log is read.
 */
import type { Db } from '../postgres/sql.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { detached } from '../telemetry/span.ts';
import type { LoggedEvent } from './logged-event.ts';
import { publishEvent, type PublishOptions } from './publish-event.ts';
import { movePositions } from './relay-store.ts';
import { includesSeq, rangesAfter, withSeq, type SeqRange, type SeqRanges } from './seq-ranges.ts';

/** Interval at which positions move, and pause after a failure to do so. */
const MOVE_MS = 100;
const FAILURE_PAUSE_MS = 1_000;
/** Longest time, and most ranges of numbers, behind a number that is not known to be published. */
export const GAP_MAX_MS = 1_000;
const GAPS_MAX = 100;

/** Whether JetStream accepted an event. */
export interface Outcome {
  readonly error?: unknown;
}

export interface Publications {
  /** Publishes the event unless it is under way or accepted already; never rejects. */
  publish(event: LoggedEvent): Promise<Outcome>;
  /** Whether this process has published the event, or is doing it. */
  has(companyId: string, seq: number): boolean;
  /** Whether JetStream has accepted the event from this process, and the position is before it. */
  hasPublished(companyId: string, seq: number): boolean;
  /** A pass over the log has moved the position. */
  moved(companyId: string, position: number): void;
  /** Resolves when nothing of what is under way now is. */
  settled(): Promise<void>;
  /** Moves the positions for the last time. */
  drain(): Promise<void>;
}

export interface PublicationsOptions extends PublishOptions {
  /** Commits asynchronously. */
  readonly db: Db;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Whether the company's events are read from the log, and its position moves with them. */
  readonly isRead: (companyId: string) => boolean;
  /** The position stands still before numbers of which this process knows nothing. */
  readonly onGap: (companyId: string) => void;
}

interface Company {
  readonly companyId: string;
  readonly underWay: Map<number, Promise<Outcome>>;
  /** Accepted, and not yet passed by the position. */
  accepted: SeqRanges;
  gap: { readonly before: number; readonly since: number } | undefined;
}

const accepted: Promise<Outcome> = Promise.resolve({});

export function openPublications(options: PublicationsOptions): Publications {
  const companies = new Map<string, Company>();
  const moving = openMoving(options, companies);
  return {
    publish(event) {
      const { companyId, seq } = event;
      const company = companies.get(companyId) ?? openCompany(companies, companyId);
      if (includesSeq(company.accepted, seq)) return accepted;
      const known = company.underWay.get(seq);
      if (known) return known;
      const outcome = publishEvent(options, event).then(
        ({ duplicate }) => {
          company.underWay.delete(seq);
          company.accepted = withSeq(company.accepted, seq);
          if (!duplicate) options.metrics.eventsPublished.inc();
          moving.soon();
          return {};
        },
        (error: unknown) => {
          company.underWay.delete(seq);
          forgetIfIdle(companies, company);
          return { error };
        },
      );
      company.underWay.set(seq, outcome);
      return outcome;
    },
    has(companyId, seq) {
      const company = companies.get(companyId);
      return company !== undefined && isKnown(company, seq);
    },
    hasPublished: (companyId, seq) => includesSeq(companies.get(companyId)?.accepted ?? [], seq),
    moved(companyId, position) {
      const company = companies.get(companyId);
      if (company) passed(companies, company, position);
    },
    async settled() {
      await Promise.all([...companies.values()].flatMap(({ underWay }) => [...underWay.values()]));
    },
    drain: moving.drain,
  };
}

function openCompany(companies: Map<string, Company>, companyId: string): Company {
  const company: Company = { companyId, underWay: new Map(), accepted: [], gap: undefined };
  companies.set(companyId, company);
  return company;
}

const isKnown = ({ underWay, accepted: ranges }: Company, seq: number): boolean =>
  underWay.has(seq) || includesSeq(ranges, seq);

function passed(companies: Map<string, Company>, company: Company, position: number): void {
  company.accepted = rangesAfter(company.accepted, position);
  if (company.accepted.length === 0) company.gap = undefined;
  forgetIfIdle(companies, company);
}

function forgetIfIdle(
  companies: Map<string, Company>,
  { companyId, underWay, accepted: ranges }: Company,
): void {
  if (underWay.size === 0 && ranges.length === 0) companies.delete(companyId);
}

/** Moves the positions of all companies in one statement, while there is anything to move. */
function openMoving(options: PublicationsOptions, companies: Map<string, Company>) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isDraining = false;
  const soon = (afterMs = MOVE_MS): void => {
    if (timer || running || isDraining) return;
    timer = setTimeout(() => void move(), afterMs);
  };
  const move = (): Promise<void> => {
    timer = undefined;
    running = detached(() => moveAll(options, companies))
      .then((isLeft) => (isLeft ? MOVE_MS : undefined))
      .catch((error: unknown) => {
        options.log.warn({ err: error }, 'moving relay positions failed, will retry');
        return FAILURE_PAUSE_MS;
      })
      .then((pauseMs) => {
        running = undefined;
        if (pauseMs !== undefined) soon(pauseMs);
      });
    return running;
  };
  return {
    soon: () => soon(),
    async drain() {
      isDraining = true;
      clearTimeout(timer);
      await running;
      await move();
    },
  };
}

/** @returns whether something is left to move */
async function moveAll(
  options: PublicationsOptions,
  companies: Map<string, Company>,
): Promise<boolean> {
  const own = [...companies.values()].flatMap((company) => {
    const [first] = company.accepted;
    return first && !options.isRead(company.companyId) ? [{ company, first }] : [];
  });
  if (own.length === 0) return false;
  const positions = await movePositions(
    options.db,
    own.map(({ company, first }) => ({ companyId: company.companyId, ...first })),
  );
  for (const { company } of own) {
    const position = positions.get(company.companyId);
    // Another process holds it at this moment.
    if (position === undefined) continue;
    passed(companies, company, position);
    if (isStuck(company, position)) options.onGap(company.companyId);
  }
  return [...companies.values()].some(({ accepted: ranges }) => ranges.length > 0);
}

function isStuck(company: Company, position: number): boolean {
  const [next] = company.accepted as readonly (SeqRange | undefined)[];
  if (!next || next.first <= position + 1 || isKnown(company, position + 1)) {
    company.gap = undefined;
    return false;
  }
  const now = performance.now();
  if (company.gap?.before !== next.first) company.gap = { before: next.first, since: now };
  const isTooMany = company.accepted.length > GAPS_MAX;
  if (!isTooMany && now - company.gap.since < GAP_MAX_MS) return false;
  company.gap = undefined;
  return true;
}
