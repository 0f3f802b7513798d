/**
 * Committed events that wait in memory to be published, in the order of their company's numbers.
 * Commits may come back in another order than they were made in: an event waits for the commits of
 * this process that began before its own, unless it is the next one. Numbers of other replicas are
 * not awaited; those publish their events themselves.
 */
import { openEventMemory, type EventMemory, type Held } from './event-memory.ts';
import type { LoggedEvent } from './logged-event.ts';

/** Longest wait for an earlier commit. What is later than that, consumers read from the log. */
export const EARLY_MAX_MS = 20;
/** Events that are taken at once, so that publishing them does not hold up requests. */
export const TAKEN_MAX = 200;

/** A commit whose outcome is not known yet. */
export interface Commit {
  /** Given in the order of their numbers. */
  committed(events: readonly LoggedEvent[]): void;
  /** Nothing of it is known to be committed. */
  failed(): void;
}

export interface CommittedEvents {
  begin(companyId: string): Commit;
  /** Events that may be published at this time; all that wait, if the time is infinite. */
  take(now: number): LoggedEvent[];
  /** When more may be taken if no commit ends before; undefined if none waits. */
  nextAt(): number | undefined;
  /** An event that was taken has been confirmed, or never will be. */
  release(event: LoggedEvent): void;
  has(companyId: string, seq: number): boolean;
  /** Forgets what waits of the company up to this number: it is read from the log. */
  drop(companyId: string, upTo?: number): void;
}

export interface CommittedEventsOptions {
  readonly max: Held;
  /** Whether the company's events are read from the log, so that none is kept. */
  readonly isRead: (companyId: string) => boolean;
  /** Events of the company are not kept. */
  readonly onNotKept: (companyId: string) => void;
  /** Events may be taken. */
  readonly onReady: () => void;
}

interface Waiting {
  readonly event: LoggedEvent;
  /** Number of its commit in the order in which commits began. */
  readonly commit: number;
  /** Taken at this time, whatever is under way. */
  readonly until: number;
}

interface Company {
  /** Commits under way, in the order in which they began. */
  readonly commits: Set<number>;
  /** In the order of the numbers. */
  readonly waiting: Waiting[];
  lastTaken: number;
}

export function openCommittedEvents(options: CommittedEventsOptions): CommittedEvents {
  const companies = new Map<string, Company>();
  const memory = openEventMemory(options.max);
  let begun = 0;
  const begin = (companyId: string): Commit => {
    const company = companyIn(companies, companyId);
    const commit = (begun += 1);
    company.commits.add(commit);
    const end = (): void => {
      company.commits.delete(commit);
      if (company.waiting.length > 0) options.onReady();
      else forgetIfIdle(companies, companyId, company);
    };
    return {
      failed: end,
      committed(events) {
        const areKept = keepAll(options, memory, company, events, commit);
        end();
        if (!areKept) options.onNotKept(companyId);
      },
    };
  };
  return {
    begin,
    take(now) {
      const taken: LoggedEvent[] = [];
      const known = [...companies];
      for (const [companyId, company] of known) {
        takeReady(company, now, taken);
        if (company.waiting.length === 0) forgetIfIdle(companies, companyId, company);
        else putLast(companies, companyId, company);
        if (taken.length >= TAKEN_MAX && now < Infinity) break;
      }
      return taken;
    },
    nextAt() {
      const times = [...companies.values()].flatMap((company) => nextOf(company) ?? []);
      return times.length === 0 ? undefined : Math.min(...times);
    },
    release: (event) => memory.release(heldBy(event)),
    has: (companyId, seq) =>
      companies.get(companyId)?.waiting.some(({ event }) => event.seq === seq) ?? false,
    drop(companyId, upTo) {
      const company = companies.get(companyId);
      if (!company) return;
      for (const { event } of takeUpTo(company, upTo)) memory.release(heldBy(event));
      forgetIfIdle(companies, companyId, company);
    },
  };
}

function companyIn(companies: Map<string, Company>, companyId: string): Company {
  const known = companies.get(companyId);
  if (known) return known;
  const company: Company = { commits: new Set(), waiting: [], lastTaken: 0 };
  companies.set(companyId, company);
  return company;
}

const heldBy = ({ payload }: LoggedEvent): Held => ({ events: 1, bytes: payload.length });

/** False if they are to be read from the log. */
function keepAll(
  { isRead }: CommittedEventsOptions,
  memory: EventMemory,
  { waiting }: Company,
  events: readonly LoggedEvent[],
  commit: number,
): boolean {
  const [first] = events;
  if (!first) return true;
  if (memory.isFull() || isRead(first.companyId)) return false;
  const until = performance.now() + EARLY_MAX_MS;
  const before = waiting.findLastIndex(({ event }) => event.seq < first.seq);
  waiting.splice(before + 1, 0, ...events.map((event) => ({ event, commit, until })));
  for (const event of events) memory.take(heldBy(event));
  return true;
}

function takeUpTo({ waiting }: Company, upTo = Infinity): readonly Waiting[] {
  const end = waiting.findIndex(({ event }) => event.seq > upTo);
  return waiting.splice(0, end === -1 ? waiting.length : end);
}

function forgetIfIdle(
  companies: Map<string, Company>,
  companyId: string,
  { commits, waiting }: Company,
): void {
  if (commits.size === 0 && waiting.length === 0) companies.delete(companyId);
}

/** What one company has too much of holds up no other. */
function putLast(companies: Map<string, Company>, companyId: string, company: Company): void {
  companies.delete(companyId);
  companies.set(companyId, company);
}

function takeReady(company: Company, now: number, taken: LoggedEvent[]): void {
  const { waiting } = company;
  let count = 0;
  for (const next of waiting) {
    const isEnough = taken.length >= TAKEN_MAX && now < Infinity;
    if (isEnough || !isReady(company, next, now)) break;
    company.lastTaken = Math.max(company.lastTaken, next.event.seq);
    taken.push(next.event);
    count += 1;
  }
  waiting.splice(0, count);
}

const isReady = (company: Company, { event, commit, until }: Waiting, now: number): boolean =>
  event.seq === company.lastTaken + 1 || now >= until || !hasCommitBefore(company, commit);

function hasCommitBefore({ commits }: Company, commit: number): boolean {
  const [earliest] = commits;
  return earliest !== undefined && earliest < commit;
}

function nextOf(company: Company): number | undefined {
  const [next] = company.waiting;
  if (!next) return undefined;
  return isReady(company, next, 0) ? 0 : next.until;
}
