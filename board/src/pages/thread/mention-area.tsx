/** A text that may mention agents: names are offered at `@`, and those that nobody has are marked. */
import { useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { useCompany, useNames } from '../../cache/company.ts';
import { present } from '../../domain/agents.ts';
import { suggested, typedMention, unknownMentions } from '../../domain/issues/mention-typing.ts';
import { oneLine } from '../../domain/visible.ts';
import { Area } from '../../ui/controls.tsx';
import picker from '../../ui/picker.module.css';
import css from '../issue/issue.module.css';

interface Props {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

export function MentionArea({ label, hint, value, onChange }: Props): ReactElement {
  const { id: companyId } = useCompany();
  const names = present([...useNames(companyId).agents.values()]).map(({ name }) => name);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [caret, setCaret] = useState<number | undefined>();
  const [at, setAt] = useState(0);
  const typed = caret === undefined ? undefined : typedMention(value, caret);
  const offered = typed ? suggested(names, typed.name) : [];
  const unknown = unknownMentions(value, names).filter(
    (name) => offered.length === 0 || name !== typed?.name,
  );
  const pick = (name: string | undefined): void => {
    if (name === undefined || typed === undefined || caret === undefined) return;
    onChange(`${value.slice(0, typed.from)}${name} ${value.slice(caret)}`);
    const area = box.current?.querySelector('textarea');
    const end = typed.from + name.length + 1;
    setCaret(undefined);
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(end, end);
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (offered.length === 0 || event.ctrlKey || event.metaKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((at + step + offered.length) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') pick(offered[at]);
    else if (event.key === 'Escape') setCaret(undefined);
    else return;
    event.preventDefault();
  };
  return (
    <div ref={box} className={css.mention}>
      <Area
        label={label}
        hint={unknown.length === 0 ? hint : unknownWords(unknown)}
        value={value}
        aria-autocomplete="list"
        aria-controls={offered.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={offered[at] === undefined ? undefined : `${id}-${at}`}
        onKeyDown={onKeyDown}
        onBlur={() => setCaret(undefined)}
        onChange={({ target }) => {
          setCaret(target.selectionStart);
          setAt(0);
          onChange(target.value);
        }}
      />
      {offered.length > 0 && (
        <div id={`${id}-list`} role="listbox" aria-label="Agents" className={css.offered}>
          {offered.map((name, index) => (
            <div
              key={name}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={picker.option}
              // The text keeps the focus.
              onPointerDown={(event) => {
                event.preventDefault();
                pick(name);
              }}
            >
              <bdi>{oneLine(name)}</bdi>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

const unknownWords = (unknown: readonly string[]): string =>
  `No agent is called ${unknown.map((name) => `@${oneLine(name)}`).join(', ')}: nobody is woken by it.`;
