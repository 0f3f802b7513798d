/** Positions as an opaque cursor, of one company or of several. */
import { Id, Refusal } from '@muster/contracts';
import { z } from 'zod';
import { decodeCursor, encodeCursor } from '@muster/service-kit';
import { decodePositions, encodePositions, type Positions } from './domain/feed-position.ts';

const LIST = 'feed';
const LIST_OF_COMPANIES = 'feed-of-companies';
/** The list belongs to no single company; what it names is compared with the request. */
const SEVERAL = 'several';

/** One text for each service; what the texts say is decoded with the positions. */
const Texts = z.array(z.string());
const Text = z.tuple([z.string()]);

/** The positions of a reader in the logs of each of its companies. */
export type PositionsOf = ReadonlyMap<string, Positions>;

export interface CursorForm {
  encode(positions: PositionsOf): string;
  /** Refuses a cursor of another form and one that was made by hand. */
  decode(cursor: string): PositionsOf;
}

export const encodeFeedCursor = (companyId: string, positions: Positions): string =>
  encodeCursor(LIST, companyId, encodePositions(positions));

/** A cursor of another company is refused. */
export const cursorOf = (companyId: string): CursorForm => ({
  encode: (positions) => encodeFeedCursor(companyId, positions.get(companyId) as Positions),
  decode: (cursor) =>
    new Map([[companyId, positionsOf(decodeCursor(LIST, companyId, cursor, Texts) ?? [])]]),
});

/** A request may name other companies than its cursor: a further one begins at its head. */
export const cursorOfCompanies: CursorForm = {
  encode: (positions) =>
    encodeCursor(LIST_OF_COMPANIES, SEVERAL, [
      [...positions]
        .map(([companyId, at]) => [companyId, ...encodePositions(at)].join(','))
        .join(';'),
    ]),
  decode: (cursor) => {
    const text = decodeCursor(LIST_OF_COMPANIES, SEVERAL, cursor, Text)?.[0];
    return new Map(
      String(text)
        .split(';')
        .map((part) => {
          const [companyId, ...texts] = part.split(',');
          if (!Id.safeParse(companyId).success) throw new Refusal('invalid_cursor');
          return [companyId as string, positionsOf(texts)];
        }),
    );
  },
};

function positionsOf(texts: readonly string[]): Positions {
  const positions = decodePositions(texts);
  if (!positions) throw new Refusal('invalid_cursor');
  return positions;
}
