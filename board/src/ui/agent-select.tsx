/** Which agent. A name may be typed before the agents are read: it is looked up when they are. */
import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentProps, type KeyboardEvent, type ReactElement } from 'react';
import { agentsQuery } from '../cache/queries.ts';
import { firstNamed, noneNamed, present, type Among } from '../domain/agents.ts';
import { isId } from '../domain/ids.ts';
import { oneLine } from '../domain/visible.ts';
import { Select } from './controls.tsx';

type SelectProps = ComponentProps<typeof Select>;

interface Props extends Pick<SelectProps, 'label' | 'hint' | 'wrong' | 'onPick'> {
  readonly companyId: string;
  /** The id of an agent, or how the name begins that was typed before there was a list; empty: none. */
  readonly value: string;
  /** The word for none. */
  readonly none?: string;
  /** Those who can be chosen. */
  readonly among?: Among;
}

/** The option that holds letters of which no agent is known. */
const TYPED = 'typed';

export function AgentSelect({
  companyId,
  value,
  none = 'No agent',
  among = present,
  wrong,
  onPick,
  ...words
}: Props): ReactElement {
  const agents = useQuery(agentsQuery(companyId)).data;
  // Letters that follow those of before belong to the same name, until the focus leaves the field.
  const [isTyping, setIsTyping] = useState(false);
  // It is there again once all letters are taken away.
  const [first] = useState(isId(value) ? value : '');
  const typed = isId(value) ? '' : value;
  const offered = among(agents ?? []);
  const id = typed === '' ? value : (firstNamed(offered, typed)?.id ?? TYPED);
  const isUnknown = agents !== undefined && id === TYPED;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (agents && !(isTyping && typed !== '')) return;
    const next = edited(typed, event);
    if (next === undefined) return;
    event.preventDefault();
    setIsTyping(true);
    onPick(next === '' ? first : next);
  };
  return (
    <Select
      {...words}
      wrong={wrong ?? (isUnknown ? noneNamed(typed) : undefined)}
      value={id}
      options={[
        ...(id === TYPED ? [[TYPED, `${oneLine(typed)}…`] as const] : []),
        ['', none],
        ...offered.map((each) => [each.id, oneLine(each.name)] as const),
      ]}
      onPick={onPick}
      onKeyDown={onKeyDown}
      onBlur={() => setIsTyping(false)}
    />
  );
}

/** The letters after a key; undefined where the key is none of them. */
function edited(typed: string, event: KeyboardEvent): string | undefined {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === 'Backspace') return typed === '' ? undefined : typed.slice(0, -1);
  // A space at the begin opens the list.
  return key.length === 1 && (key !== ' ' || typed !== '') ? typed + key : undefined;
}
