import type { ReactElement } from 'react';
import type { Pair } from '../../domain/agents/config-form.ts';
import { oneLine } from '../../domain/visible.ts';
import { Button } from '../../ui/controls.tsx';
import controls from '../../ui/controls.module.css';
import css from './agent.module.css';

interface Props {
  readonly label: string;
  readonly hint: string;
  readonly pairs: readonly Pair[];
  readonly onEnter: (pairs: readonly Pair[]) => void;
}

/** A row by its name, or by its number while it has none. */
const nameIn = (name: string, at: number): string =>
  name.trim() === '' ? `row ${at + 1}` : oneLine(name);

/** Names with values that are stored as secrets: what is stored shows as a mask and stays unless it is typed over. */
export function Pairs({ label, hint, pairs, onEnter }: Props): ReactElement {
  const change = (at: number, pair: Pair): void => onEnter(pairs.with(at, pair));
  return (
    <fieldset className={css.pairs}>
      <legend className={controls.label}>{label}</legend>
      {pairs.map(([name, value], at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row has no name of its own while it is typed
        <p key={at}>
          <input
            className={controls.field}
            aria-label={`Name in row ${at + 1} of ${label}`}
            placeholder="NAME"
            autoComplete="off"
            spellCheck={false}
            value={name}
            onChange={(event) => change(at, [event.target.value, value])}
          />
          <input
            className={controls.field}
            aria-label={`Value of ${nameIn(name, at)} in ${label}`}
            placeholder="value, or {{secret:name}}"
            type={value.startsWith('{{') ? 'text' : 'password'}
            autoComplete="new-password"
            value={value}
            onChange={(event) => change(at, [name, event.target.value])}
          />
          <Button
            look="quiet"
            aria-label={`Remove ${nameIn(name, at)} from ${label}`}
            onClick={() => onEnter(pairs.toSpliced(at, 1))}
          >
            ×
          </Button>
        </p>
      ))}
      <span className={controls.hint}>{hint}</span>
      <Button onClick={() => onEnter([...pairs, ['', '']])}>Add a row</Button>
    </fieldset>
  );
}
