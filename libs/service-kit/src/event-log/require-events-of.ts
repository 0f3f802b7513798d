/** The check of events that come from another service: a producer speaks for itself only. */
import type { EventRecord } from '@muster/contracts';

/** The log of one service and one company. */
export interface LogName {
  readonly producer: string;
  readonly companyId: string;
}

/** Throws if one of the events belongs to another log than the one that was read. */
export function requireEventsOf(
  events: readonly EventRecord[],
  { producer, companyId }: LogName,
): void {
  const foreign = events.find(
    (event) => event.producer !== producer || event.companyId !== companyId,
  );
  if (!foreign) return;
  throw new Error(
    `the log of ${producer} has an event of ${foreign.producer} in company ${foreign.companyId}`,
  );
}
