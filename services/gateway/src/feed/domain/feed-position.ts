/**
 * A reader's positions in a company's logs, one for each service. A position is the number of the
 * last event read and a mark of that event. The mark detects a log that was replaced (restored from
 * a backup) or truncated since.
 */
import { serviceNames, type ServiceName } from '@muster/contracts';

export interface Position {
  readonly seq: number;
  /** Empty at the beginning of a log. */
  readonly mark: string;
}

export type Positions = Readonly<Record<ServiceName, Position>>;

/** Random digits of an event's id: enough to distinguish two events with the same number. */
const MARK_LENGTH = 6;

export const markOf = (eventId: string | null): string => eventId?.slice(-MARK_LENGTH) ?? '';

const POSITION = /^(?:(0)\.|([1-9]\d{0,14})\.([0-9a-f]{6}))$/;

/** One text for each service, in the order of `serviceNames`. */
export const encodePositions = (positions: Positions): string[] =>
  serviceNames.map((service) => `${positions[service].seq}.${positions[service].mark}`);

/** Undefined if a text is not a position. */
export function decodePositions(texts: readonly string[]): Positions | undefined {
  const found = texts.map((text) => {
    const [, zero, seq, mark = ''] = POSITION.exec(text) ?? [];
    return zero === undefined && seq === undefined ? undefined : { seq: Number(seq ?? 0), mark };
  });
  if (found.length !== serviceNames.length || found.includes(undefined)) return undefined;
  return Object.fromEntries(
    serviceNames.map((service, index) => [service, found[index]]),
  ) as unknown as Positions;
}
