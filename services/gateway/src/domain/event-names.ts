/** Which events there are: who names one that never comes would wait for it for ever. */
import { contracts, Refusal } from '@muster/contracts';

const known = [...new Set(contracts.flatMap(({ events }) => Object.keys(events)))];

/** Refuses names that are neither of an event nor among `also`, by their places in the field. */
export function refuseUnknownEvents(
  field: string,
  names: readonly string[],
  also: readonly string[] = [],
): void {
  const unknown = names.flatMap((name, index) =>
    known.includes(name) || also.includes(name) ? [] : [{ name, index }]);
  if (unknown.length === 0) return;
  throw new Refusal('invalid_input', unknown.map(({ name, index }) => ({
    path: [field, index], code: 'unknown_event', message: `expected ${likeOnes(name)}`,
  })));
}

/** Those of the same entity, or what there are events of. */
function likeOnes(name: string): string {
  const entityOf = (event: string): string => event.split('.', 1)[0] as string;
  const siblings = known.filter((event) => entityOf(event) === entityOf(name));
  if (siblings.length > 0) return `one of ${siblings.join(', ')}`;
  return `an event of ${[...new Set(known.map(entityOf))].join(', ')}, such as ${known[0]}`;
}
