/** Positions as an opaque cursor, valid for one company only. */
import { Refusal, serviceNames } from '@muster/contracts';
import { decodeCursor, encodeCursor } from '@muster/service-kit';
import { decodePositions, encodePositions, type Positions } from './domain/feed-position.ts';

const LIST = 'feed';

export const encodeFeedCursor = (companyId: string, positions: Positions): string =>
  encodeCursor(LIST, companyId, encodePositions(positions));

/** Refuses a cursor of another company and one that was made by hand. */
export function decodeFeedCursor(companyId: string, cursor: string): Positions {
  const positions = decodePositions(
    decodeCursor(LIST, companyId, cursor, serviceNames.length) ?? [],
  );
  if (!positions) throw new Refusal('invalid_cursor');
  return positions;
}
