/** A list to choose from by letters and arrows: the palette, and the menus of status, people and priority. */
import { useId, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import css from './picker.module.css';

export interface Option {
  readonly id: string;
  readonly label: string;
  readonly mark?: ReactNode;
  readonly detail?: string | undefined;
  /** What people also call it: it is found by these words, which are not shown. */
  readonly words?: string | undefined;
  /** Why it cannot be picked, in place of the detail: it is shown grey. */
  readonly cannot?: string | undefined;
  readonly onPick: () => void;
}

interface Props {
  readonly label: string;
  readonly options: readonly Option[];
  readonly onClose: () => void;
  /** Hears what is typed, for options that somebody else finds. */
  readonly onType?: (text: string) => void;
  readonly empty?: string;
  /** Belongs to no field: in the middle, and wider. */
  readonly central?: boolean;
}

/** More rows than fit on a screen are found by typing. */
const SHOWN_MAX = 60;

export function Picker(props: Props): ReactElement {
  const { label, options, onClose, onType, empty, central = false } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState<number | undefined>();
  const shown = found(options, typed).slice(0, SHOWN_MAX);
  const first = Math.max(
    0,
    shown.findIndex(({ cannot }) => cannot === undefined),
  );
  const current = Math.min(at ?? first, shown.length - 1);
  const pick = (option: Option | undefined): void => {
    if (!option || option.cannot !== undefined) return;
    onClose();
    option.onPick();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((current + step + shown.length) % Math.max(1, shown.length));
    else if (event.key === 'Enter') pick(shown[current]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog label={label} onClose={onClose} beside={!central}>
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu that opens has the focus
        autoFocus
        className={css.input}
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={shown[current] ? `${id}-${current}` : undefined}
        placeholder={label}
        value={typed}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(undefined);
          onType?.(event.target.value);
        }}
      />
      <div id={`${id}-list`} role="listbox" aria-label={label} className={css.list}>
        {shown.map((option, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the input's
          <div
            key={option.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            aria-disabled={option.cannot !== undefined}
            className={css.option}
            onClick={() => pick(option)}
          >
            {option.mark}
            <bdi className={css.label}>{option.label}</bdi>
            <Detail option={option} />
          </div>
        ))}
      </div>
      {shown.length === 0 && <p className="dim">{empty ?? 'No results.'}</p>}
    </Dialog>
  );
}

function Detail({ option: { cannot, detail } }: { readonly option: Option }): ReactElement | null {
  const words = cannot ?? detail;
  return words === undefined ? null : <span className={css.detail}>{words}</span>;
}

/** Those that begin with what is typed come first, then those with a word that does. */
function found(options: readonly Option[], typed: string): readonly Option[] {
  const text = typed.trim().toLowerCase();
  const all = options.filter((option) => matches(option, text));
  return text === '' ? all : all.toSorted((one, other) => rank(one, text) - rank(other, text));
}

function rank({ label }: Option, text: string): number {
  const at = ` ${label.toLowerCase()}`.indexOf(` ${text}`);
  if (at === 0) return 0;
  return at > 0 ? 1 : 2;
}

function matches({ label, detail = '', words = '' }: Option, text: string): boolean {
  const all = `${label} ${detail} ${words}`.toLowerCase();
  return text.split(/\s+/).every((part) => all.includes(part));
}
