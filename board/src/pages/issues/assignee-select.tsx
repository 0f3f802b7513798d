/** Who gets a new issue. A name may be typed before the agents are read: it is looked up when they are. */
import type { Agent } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type KeyboardEvent, type ReactElement } from 'react';
import { agentsQuery } from '../../cache/queries.ts';
import { assignable, firstNamed } from '../../domain/agents.ts';
import { oneLine } from '../../domain/visible.ts';
import { Select } from '../../ui/controls.tsx';

export interface Assignee {
  /** Empty: no one. */
  readonly id: string;
  /** How the name begins, where it was typed before there was a list to choose from. */
  readonly typed: string;
}

export const noAssignee: Assignee = { id: '', typed: '' };

const none: readonly Agent[] = [];

interface Props {
  readonly companyId: string;
  readonly value: Assignee;
  readonly onPick: (value: Assignee) => void;
}

export function AssigneeSelect({ companyId, value, onPick }: Props): ReactElement {
  const agents = useQuery(agentsQuery(companyId)).data;
  // Letters that follow those of before belong to the same name, until the focus leaves the field.
  const [isTyping, setIsTyping] = useState(false);
  const { typed } = value;
  const id = value.id === '' ? (firstNamed(agents ?? none, typed)?.id ?? '') : value.id;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (agents && !(isTyping && typed !== '')) return;
    const next = edited(typed, event);
    if (next === undefined) return;
    event.preventDefault();
    setIsTyping(true);
    onPick({ id: '', typed: next });
  };
  return (
    <Select
      label="Assignee"
      value={id}
      options={[
        ['', !agents && typed !== '' ? `${typed}…` : 'No one yet'],
        ...assignable(agents ?? none).map((each) => [each.id, oneLine(each.name)] as const),
      ]}
      onPick={(picked) => onPick({ id: picked, typed: '' })}
      onKeyDown={onKeyDown}
      onBlur={() => setIsTyping(false)}
    />
  );
}

/** The letters after a key; undefined where the key is none of them. */
function edited(typed: string, event: KeyboardEvent): string | undefined {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === 'Backspace') return typed.slice(0, -1);
  // A space at the begin opens the list.
  return key.length === 1 && (key !== ' ' || typed !== '') ? typed + key : undefined;
}
