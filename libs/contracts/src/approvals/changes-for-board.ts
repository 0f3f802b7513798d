/**
 * The difference between two states as the board reads it: field by field, and key by key in open
 * objects. What an agent writes is shown to a person who decides, so characters that cannot be seen
 * or that reorder others are written out.
 */
import { visible } from '../hidden-characters.ts';
import { FieldChange } from './records.ts';
import { changedKeys, isJsonObject } from '../json.ts';

type Fields = Readonly<Record<string, unknown>>;

export const changesForBoard = (before: Fields, after: Fields): FieldChange[] =>
  changedKeys(before, after).flatMap((field) => {
    const [one, other] = [before[field], after[field]];
    if (!isJsonObject(one) || !isJsonObject(other)) return [changeOf(field, one, other)];
    return changedKeys(one, other).map((key) => changeOf(`${field}.${key}`, one[key], other[key]));
  });

const changeOf = (field: string, before: unknown, after: unknown): FieldChange =>
  FieldChange.parse({
    field: visible(field),
    before: visibleIn(before ?? null),
    after: visibleIn(after ?? null),
  });

function visibleIn(value: unknown): unknown {
  if (typeof value === 'string') return visible(value);
  if (Array.isArray(value)) return value.map(visibleIn);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [visible(key), visibleIn(inner)]),
  );
}
