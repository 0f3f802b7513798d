/** Positions as a client keeps them: opaque, and good in one company only. */
import { Refusal, serviceNames } from '@muster/contracts';
import { decodeCursor, encodeCursor } from '@muster/service-kit';
import { positionsIn, textsOf, type Positions } from '../domain/feed-position.ts';

const LIST = 'feed';

export const cursorOf = (companyId: string, positions: Positions): string =>
  encodeCursor(LIST, companyId, textsOf(positions));

/** Refuses what was made for another company or by hand. */
export function positionsOf(companyId: string, cursor: string): Positions {
  const positions = positionsIn(decodeCursor(LIST, companyId, cursor, serviceNames.length) ?? []);
  if (!positions) throw new Refusal('invalid_cursor');
  return positions;
}
