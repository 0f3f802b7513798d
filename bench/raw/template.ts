/** Values of a statement with holes in them, for the ids of another request. */
import { UUID_PATTERN } from '@muster/contracts';

/** The ids of the sample, words of letters, digits and hyphens → the name of the hole of each. */
export type Slots = ReadonlyMap<string, string>;

export type Template =
  | { readonly constant: unknown }
  /** A text between each two holes. */
  | { readonly texts: readonly string[]; readonly holes: readonly string[] }
  | { readonly list: readonly Template[] };

/** Holes that get a new id with each request. */
const FRESH = 'fresh';

/**
 * Ids in `slots` become holes of that name; every other id is one that the request has made, and gets
 * a hole that `fresh` remembers, so that it is the same in all statements of a request.
 */
export function templateOf(value: unknown, slots: Slots, fresh: Map<string, string>): Template {
  if (Array.isArray(value)) return { list: value.map((each) => templateOf(each, slots, fresh)) };
  if (typeof value !== 'string') return { constant: value };
  const holes: string[] = [];
  const texts: string[] = [];
  let from = 0;
  for (const { 0: id, index } of value.matchAll(
    new RegExp([...slots.keys(), UUID_PATTERN].join('|'), 'g'),
  )) {
    texts.push(value.slice(from, index));
    holes.push(slots.get(id) ?? holeOf(id, fresh));
    from = index + id.length;
  }
  return holes.length === 0 ? { constant: value } : { texts: [...texts, value.slice(from)], holes };
}

function holeOf(id: string, fresh: Map<string, string>): string {
  const hole = fresh.get(id) ?? `${FRESH}${fresh.size}`;
  fresh.set(id, hole);
  return hole;
}

/** The value for one request; `ids` keeps what `newId` made, by the name of its hole. */
export function valueOf(
  template: Template,
  ids: Map<string, string>,
  newId: () => string,
): unknown {
  if ('constant' in template) return template.constant;
  if ('list' in template) return template.list.map((each) => valueOf(each, ids, newId));
  const { texts, holes } = template;
  let text = texts[0] ?? '';
  for (const [index, hole] of holes.entries()) {
    text += idOf(hole, ids, newId) + (texts[index + 1] ?? '');
  }
  return text;
}

function idOf(hole: string, ids: Map<string, string>, newId: () => string): string {
  const known = ids.get(hole);
  if (known !== undefined) return known;
  if (!hole.startsWith(FRESH)) throw new Error(`nothing is given for ${hole}`);
  const made = newId();
  ids.set(hole, made);
  return made;
}
