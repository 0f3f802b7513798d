/** Cursors of lists ordered by id, or by time and id. Clients send them, so they are validated. */
import { Id, Refusal, Timestamp } from '@muster/contracts';
import { decodeCursor, encodeCursor } from '@muster/service-kit';

export type TimeAndId = readonly [time: string, id: string];

export function decodeTimeAndId(
  list: string,
  companyId: string,
  cursor: string | undefined,
): TimeAndId | undefined {
  const key = decodeCursor(list, companyId, cursor, 2);
  if (key === undefined) return undefined;
  const [time, id] = [Timestamp.safeParse(key[0]), Id.safeParse(key[1])];
  if (!time.success || !id.success) throw new Refusal('invalid_cursor');
  return [time.data, id.data];
}

export function decodeId(
  list: string,
  companyId: string,
  cursor: string | undefined,
): string | undefined {
  const key = decodeCursor(list, companyId, cursor, 1);
  if (key === undefined) return undefined;
  const id = Id.safeParse(key[0]);
  if (!id.success) throw new Refusal('invalid_cursor');
  return id.data;
}

export const encodeTimeAndId = (list: string, companyId: string, key: TimeAndId): string =>
  encodeCursor(list, companyId, key);
