/** Validates event names: a filter on an unknown event would wait for it forever. */
import { attentionActions, contracts, Refusal } from '@muster/contracts';
import { nearestOf } from '@muster/service-kit';

const known: readonly string[] = [
  ...new Set(contracts.flatMap(({ events }) => Object.keys(events))),
  ...attentionActions,
];

/** Refuses names that are neither events nor in `also`, and reports their indexes. */
export function requireKnownEvents(
  field: string,
  names: readonly string[],
  also: readonly string[] = [],
): void {
  const unknown = names.flatMap((name, index) =>
    known.includes(name) || also.includes(name) ? [] : [{ name, index }],
  );
  if (unknown.length === 0) return;
  throw new Refusal(
    'invalid_input',
    unknown.map(({ name, index }) => {
      const nearest = nearestOf(name, [...known, ...also], (event) => [event]);
      const meant = nearest === undefined ? '' : `; did you mean ${nearest}?`;
      const message = `expected ${suggestionFor(name)}${meant}`;
      return { path: [field, index], code: 'unknown_event', message, ...(nearest && { nearest }) };
    }),
  );
}

/** Events of the same entity, or else the entities that have events. */
function suggestionFor(name: string): string {
  const entityOf = (event: string): string => event.split('.', 1)[0] as string;
  const siblings = known.filter((event) => entityOf(event) === entityOf(name));
  if (siblings.length > 0) return `one of ${siblings.join(', ')}`;
  return `an event of ${[...new Set(known.map(entityOf))].join(', ')}, such as ${known[0]}`;
}
