import type { Activity } from '@muster/contracts';
import type { ReactElement } from 'react';
import { serviceNames } from 'virtual:contracts/events';
import { useCompany, useNames, type Names } from '../../cache/company.ts';
import { oneLine } from '../../domain/visible.ts';

interface Props {
  readonly value: string;
  readonly events: readonly Activity[];
  readonly onPick: (who: string) => void;
}

/** Who has done something: an agent, a person, or a service by itself. */
export function Who({ value, events, onPick }: Props): ReactElement {
  const { id } = useCompany();
  const names = useNames(id);
  const people = peopleOf(names, events);
  const isKnown = names.agents.has(value) || people.has(value) || serviceNames.includes(value);
  // The one that was picked stays picked where the filter finds nothing.
  if (value !== '' && !isKnown) people.set(value, 'an administrator');
  return (
    <select aria-label="Who" value={value} onChange={(event) => onPick(event.target.value)}>
      <option value="">Everyone</option>
      <Group label="Agents" of={new Map([...names.agents].map(([key, { name }]) => [key, name]))} />
      <Group label="People" of={people} />
      <Group label="Services" of={new Map(serviceNames.map((name) => [name, name]))} />
    </select>
  );
}

/** Members, and who else has acted; the reader is `you`. */
function peopleOf({ me, members }: Names, events: readonly Activity[]): Map<string, string> {
  const people = new Map(me === undefined ? [] : [[me, 'you']]);
  for (const { userId, name } of members) if (userId !== me) people.set(userId, name);
  for (const { actorType, actorId, actorName } of events) {
    if (actorType === 'user' && !people.has(actorId)) people.set(actorId, actorName);
  }
  return people;
}

const Group = ({
  label,
  of,
}: {
  readonly label: string;
  readonly of: ReadonlyMap<string, string>;
}): ReactElement => (
  <optgroup label={label}>
    {[...of].map(([id, name]) => (
      <option key={id} value={id}>
        {oneLine(name)}
      </option>
    ))}
  </optgroup>
);
