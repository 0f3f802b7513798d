/** Values of a statement with places in them, for the ids of another request. */
import { UUID_PATTERN } from '@muster/contracts';

/** The ids of the sample, words of letters, digits and hyphens → the name of the place of each. */
export type Slots = ReadonlyMap<string, string>;

export type Template =
  | { readonly constant: unknown }
  /** A text between each two places. */
  | { readonly texts: readonly string[]; readonly places: readonly string[] }
  | { readonly list: readonly Template[] };

/** Places that get a new id with each request. */
const FRESH = 'fresh';

/**
 * Ids in `slots` become places of that name; every other id is one that the request has made, and gets
 * a place that `fresh` remembers, so that it is the same in all statements of a request.
 */
export function templateOf(value: unknown, slots: Slots, fresh: Map<string, string>): Template {
  if (Array.isArray(value)) return { list: value.map((each) => templateOf(each, slots, fresh)) };
  if (typeof value !== 'string') return { constant: value };
  const places: string[] = [];
  const texts: string[] = [];
  let from = 0;
  for (const { 0: id, index } of value.matchAll(
    new RegExp([...slots.keys(), UUID_PATTERN].join('|'), 'g'),
  )) {
    texts.push(value.slice(from, index));
    places.push(slots.get(id) ?? placeOf(id, fresh));
    from = index + id.length;
  }
  return places.length === 0
    ? { constant: value }
    : { texts: [...texts, value.slice(from)], places };
}

function placeOf(id: string, fresh: Map<string, string>): string {
  const place = fresh.get(id) ?? `${FRESH}${fresh.size}`;
  fresh.set(id, place);
  return place;
}

/** The value for one request; `ids` keeps what `newId` made, by the name of its place. */
export function valueOf(
  template: Template,
  ids: Map<string, string>,
  newId: () => string,
): unknown {
  if ('constant' in template) return template.constant;
  if ('list' in template) return template.list.map((each) => valueOf(each, ids, newId));
  const { texts, places } = template;
  let text = texts[0] ?? '';
  for (const [index, place] of places.entries()) {
    text += idOf(place, ids, newId) + (texts[index + 1] ?? '');
  }
  return text;
}

function idOf(place: string, ids: Map<string, string>, newId: () => string): string {
  const known = ids.get(place);
  if (known !== undefined) return known;
  if (!place.startsWith(FRESH)) throw new Error(`nothing is given for ${place}`);
  const made = newId();
  ids.set(place, made);
  return made;
}
