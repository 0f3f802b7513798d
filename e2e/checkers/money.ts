/**
 * What must be true of money, judged from what was reported, what was booked and what was said, and
 * stated apart from the service that keeps the books. Each judge answers with the faults it found.
 */

export interface Report {
  readonly eventId: string;
  readonly agentId: string;
  readonly costCents: number;
  readonly occurredAt?: string | undefined;
  /** Nothing: nobody heard what came of it, so it may be booked or not. */
  readonly answeredId: string | undefined;
}

export interface Booking {
  readonly id: string;
  readonly eventId: string;
  readonly agentId: string;
  readonly costCents: number;
  readonly month: string;
  readonly occurredAt: string;
}

/** Every report that was answered is booked, once and as it was; nothing else is. */
export function faultsOfBookings(
  reports: readonly Report[],
  booked: readonly Booking[],
  timeZone: string,
): string[] {
  const faults: string[] = [];
  const byEvent = Map.groupBy(booked, ({ eventId }) => eventId);
  const sent = new Set(reports.map(({ eventId }) => eventId));
  const monthOf = calendarOf(timeZone);
  for (const report of reports) {
    const { eventId, answeredId } = report;
    const found = byEvent.get(eventId) ?? [];
    const [booking] = found;
    if (found.length > 1) faults.push(`${eventId} is booked ${found.length} times`);
    if (!booking) {
      if (answeredId !== undefined) faults.push(`${eventId} was answered and is not booked`);
      continue;
    }
    if (answeredId !== undefined && booking.id !== answeredId) {
      faults.push(`${eventId} was answered as another cost than it is`);
    }
    const isOther = booking.agentId !== report.agentId ||
      booking.costCents !== report.costCents ||
      (report.occurredAt !== undefined && booking.occurredAt !== report.occurredAt);
    if (isOther) faults.push(`${eventId} is booked as something else`);
  }
  for (const { eventId, month, occurredAt } of booked) {
    if (!sent.has(eventId)) faults.push(`${eventId} is booked and was never reported`);
    const own = monthOf(occurredAt);
    if (month !== own) faults.push(`${eventId} is in ${month} and belongs into ${own}`);
  }
  return faults;
}

/** The month that the calendar of a zone shows. */
export function calendarOf(timeZone: string): (moment: string) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' });
  return (moment) => {
    const parts = format.formatToParts(new Date(moment));
    const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
    return `${part('year')}-${part('month')}`;
  };
}

/** Sums by whatever names a row; rows that come to nothing count like absent ones. */
export function sumBy<T>(
  rows: readonly T[],
  keyOf: (row: T) => string,
  centsOf: (row: T) => number,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) {
    sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + centsOf(row));
  }
  for (const [key, cents] of sums) if (cents === 0) sums.delete(key);
  return sums;
}

/** Where two sets of sums differ. */
export function faultsOfSums(
  what: string,
  expected: ReadonlyMap<string, number>,
  told: ReadonlyMap<string, number>,
): string[] {
  return [...new Set([...expected.keys(), ...told.keys()])].flatMap((key) => {
    const [want, got] = [expected.get(key) ?? 0, told.get(key) ?? 0];
    return want === got ? [] : [`${what} of ${key}: ${got} is told and ${want} is booked`];
  });
}

export interface Resume {
  readonly action: string;
  readonly agentId: string;
  readonly pauseReason: string | null;
  /** Whether a person did it: then it has reasons of its own. */
  readonly byPerson: boolean;
}

/** Nobody is let go on by money whom money had not stopped; the agents' log, in its order. */
export function faultsOfResumes(log: readonly Resume[]): string[] {
  const reasons = new Map<string, string | null>();
  return log.flatMap(({ action, agentId, pauseReason, byPerson }) => {
    const before = reasons.get(agentId) ?? null;
    reasons.set(agentId, action === 'agent.paused' ? pauseReason : null);
    if (action === 'agent.paused' || byPerson || before === 'budget') return [];
    return [`${agentId} was paused for ${before ?? 'nothing'} and resumed by its budget`];
  });
}

/** A time in which an agent may not work: from a crossing until there is room again. */
export interface Stop {
  readonly agentId: string;
  readonly from: number;
  /** Nothing: it still holds. */
  readonly to: number | undefined;
}

export interface Live {
  readonly runId: string;
  readonly agentId: string;
  readonly startedAt: number;
  /** Nothing: it lives. */
  readonly finishedAt: number | undefined;
}

/**
 * No run lives in a stop but at its beginning. `deadlineOf` says how long that is: later where
 * whoever ends runs was away.
 */
export function faultsOfRuns(
  stops: readonly Stop[],
  runs: readonly Live[],
  deadlineOf: (from: number) => number,
): string[] {
  return stops.flatMap(({ agentId, from, to = Infinity }) => runs.flatMap((run) => {
    const { runId, startedAt, finishedAt = Infinity } = run;
    const livesTooLong = run.agentId === agentId && startedAt < to &&
      finishedAt > from && Math.min(finishedAt, to) > deadlineOf(from);
    if (!livesTooLong) return [];
    return [`run ${runId} of ${agentId} lived ${Math.min(finishedAt, to) - from} ms into its stop`];
  }));
}
