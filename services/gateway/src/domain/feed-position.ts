/**
 * Where somebody stands who follows a company: one position in each service's log. A position is
 * the number of the last event that was seen and a mark of that very event, so that a log which is
 * another one by now (restored from an older copy, cut off at its beginning) is told from the one
 * that the number was counted in.
 */
import { serviceNames, type ServiceName } from '@muster/contracts';

export interface Position {
  readonly seq: number;
  /** Empty where nothing was said yet. */
  readonly mark: string;
}

export type Positions = Readonly<Record<ServiceName, Position>>;

/** Random digits at the end of an event's id: enough to tell two events with one number apart. */
const MARK_LENGTH = 6;

export const markOf = (eventId: string | null): string => eventId?.slice(-MARK_LENGTH) ?? '';

export const start: Position = { seq: 0, mark: '' };

const POSITION = /^(?:(0)\.|([1-9]\d{0,14})\.([0-9a-f]{6}))$/;

/** One text for each service, in the order of their names. */
export const textsOf = (positions: Positions): string[] =>
  serviceNames.map((service) => `${positions[service].seq}.${positions[service].mark}`);

/** Nothing where a text is no position. */
export function positionsIn(texts: readonly (string | number)[]): Positions | undefined {
  const found = texts.map((text) => {
    const [, zero, seq, mark = ''] = POSITION.exec(String(text)) ?? [];
    return zero === undefined && seq === undefined ? undefined : { seq: Number(seq ?? 0), mark };
  });
  if (found.length !== serviceNames.length || found.includes(undefined)) return undefined;
  return Object.fromEntries(
    serviceNames.map((service, index) => [service, found[index]]),
  ) as unknown as Positions;
}
