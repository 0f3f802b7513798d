/**
 * What must be true of money, judged by what was reported, booked and emitted, and implemented
 * independently of the billing service. Each function answers with the faults that it found.
 */

export interface Report {
  readonly eventId: string;
  readonly agentId: string;
  readonly costCents: number;
  readonly occurredAt?: string | undefined;
  /** Undefined: the outcome is unknown, so it may be booked or not. */
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

/** Every answered report is booked once and unchanged; nothing else is booked. */
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
      faults.push(`${eventId} was answered with the id of another cost`);
    }
    const isOther =
      booking.agentId !== report.agentId ||
      booking.costCents !== report.costCents ||
      (report.occurredAt !== undefined && booking.occurredAt !== report.occurredAt);
    if (isOther) faults.push(`${eventId} is booked with other values`);
  }
  for (const { eventId, month, occurredAt } of booked) {
    if (!sent.has(eventId)) faults.push(`${eventId} is booked and was never reported`);
    const own = monthOf(occurredAt);
    if (month !== own) faults.push(`${eventId} is in ${month} instead of ${own}`);
  }
  return faults;
}

/** The month of a moment in the calendar of a time zone. */
export function calendarOf(timeZone: string): (moment: string) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' });
  return (moment) => {
    const parts = format.formatToParts(new Date(moment));
    const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
    return `${part('year')}-${part('month')}`;
  };
}

/** Sums by key; a sum of 0 counts like an absent one. */
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

/** The differences between expected and actual sums. */
export function faultsOfSums(
  what: string,
  expected: ReadonlyMap<string, number>,
  actual: ReadonlyMap<string, number>,
): string[] {
  return [...new Set([...expected.keys(), ...actual.keys()])].flatMap((key) => {
    const [want, got] = [expected.get(key) ?? 0, actual.get(key) ?? 0];
    return want === got ? [] : [`${what} of ${key}: ${got} instead of ${want}`];
  });
}

export interface Resume {
  readonly action: string;
  readonly agentId: string;
  readonly pauseReason: string | null;
  /** Whether a person did it, who may resume any agent. */
  readonly byPerson: boolean;
}

/** A budget resumes only agents that a budget had paused; the agents' log, in order. */
export function faultsOfResumes(log: readonly Resume[]): string[] {
  const reasons = new Map<string, string | null>();
  return log.flatMap(({ action, agentId, pauseReason, byPerson }) => {
    const before = reasons.get(agentId) ?? null;
    reasons.set(agentId, action === 'agent.paused' ? pauseReason : null);
    if (action === 'agent.paused' || byPerson || before === 'budget') return [];
    return [`${agentId} was paused for ${before ?? 'no reason'} and resumed by its budget`];
  });
}

/** A time in which an agent may not work: from an exhausted budget until it is restored. */
export interface Stop {
  readonly agentId: string;
  readonly from: number;
  /** Undefined: it has not ended. */
  readonly to: number | undefined;
}

export interface Live {
  readonly runId: string;
  readonly agentId: string;
  readonly startedAt: number;
  /** Undefined: the run is live. */
  readonly finishedAt: number | undefined;
}

/**
 * No run is live during a stop, apart from its beginning. `deadlineOf` says when it must have ended:
 * later if the services that end runs were away.
 */
export function faultsOfRuns(
  stops: readonly Stop[],
  runs: readonly Live[],
  deadlineOf: (from: number) => number,
): string[] {
  return stops.flatMap(({ agentId, from, to = Infinity }) =>
    runs.flatMap((run) => {
      const { runId, startedAt, finishedAt = Infinity } = run;
      const livesTooLong =
        run.agentId === agentId &&
        startedAt < to &&
        finishedAt > from &&
        Math.min(finishedAt, to) > deadlineOf(from);
      if (!livesTooLong) return [];
      return [
        `run ${runId} of ${agentId} lived ${Math.min(finishedAt, to) - from} ms into its stop`,
      ];
    }),
  );
}
