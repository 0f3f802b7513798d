import { Refusal } from '@muster/contracts';
import type { z } from 'zod';

/** The key inside a cursor. A cursor comes from outside, so its key is parsed like other input. */
export function parseCursorKey<S extends z.ZodType>(
  schema: S,
  key: readonly unknown[] | undefined,
): z.output<S> | undefined {
  if (key === undefined) return undefined;
  const parsed = schema.safeParse(key);
  if (!parsed.success) throw new Refusal('invalid_cursor');
  return parsed.data;
}
