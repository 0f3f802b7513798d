import { Id, Refusal } from '@muster/contracts';
import { decodeCursor } from '@muster/service-kit';

/** The id after which a page begins. A cursor comes from outside, so the id is checked. */
export function decodeIdCursor(
  list: string,
  companyId: string,
  cursor: string | undefined,
): string | undefined {
  const [id] = decodeCursor(list, companyId, cursor, 1) ?? [];
  if (id === undefined) return undefined;
  const parsed = Id.safeParse(id);
  if (!parsed.success) throw new Refusal('invalid_cursor');
  return parsed.data;
}
