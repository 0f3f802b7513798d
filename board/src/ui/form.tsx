/** What forms are made of besides their fields. */
import type { FormEvent, ReactElement, ReactNode } from 'react';
import { isOvertaken } from '../api/problem.ts';
import { oneLine } from '../domain/visible.ts';
import { Button } from './controls.tsx';
import { Dialog } from './dialog.tsx';
import css from './form.module.css';
import { ProblemNote } from './problem-note.tsx';
import { hasConflict, TheirsNote, type Theirs } from './theirs.tsx';

interface Props {
  readonly title: string;
  readonly verb: string;
  readonly error: unknown;
  readonly isPending: boolean;
  /** Whether what was filled in can be sent. */
  readonly ready?: boolean;
  readonly danger?: boolean;
  /** What others have made of the fields that are to be saved. */
  readonly theirs?: Theirs;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** A question over the page, answered with a verb or not at all. */
export function FormDialog(props: Props): ReactElement {
  const { title, error, isPending, ready = true, danger = false, theirs = [] } = props;
  const { onClose, children } = props;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ready && !isPending) props.onSubmit();
  };
  return (
    <Dialog label={oneLine(title)} onClose={onClose} wide>
      <form className={css.form} onSubmit={submit}>
        <h1>{oneLine(title)}</h1>
        {children}
        <SaveNotes error={error} theirs={theirs} />
        <div className={css.ends}>
          <Button onClick={onClose}>Close</Button>
          <Button look={danger ? 'danger' : 'main'} type="submit" disabled={!ready || isPending}>
            {verbOver(theirs, props.verb)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Why it was not saved. What others have changed says it better than the refusal that it has caused. */
export const SaveNotes = ({
  error,
  theirs,
}: {
  readonly error: unknown;
  readonly theirs: Theirs;
}): ReactElement => (
  <>
    <TheirsNote of={theirs} />
    {!(hasConflict(theirs) && isOvertaken(error)) && <ProblemNote error={error} />}
  </>
);

/** The verb of a form says what it does to the values of others. */
export const verbOver = (theirs: Theirs, verb: string): string =>
  hasConflict(theirs) ? 'Save mine instead' : verb;

export const Form = ({
  onSubmit,
  children,
}: {
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}): ReactElement => (
  <form
    className={css.form}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    {children}
  </form>
);

export const Pair = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <div className={css.pair}>{children}</div>
);

interface CheckProps {
  readonly word: ReactNode;
  readonly on: boolean;
  readonly disabled?: boolean;
  readonly onSwitch: (on: boolean) => void;
}

export const Check = ({ word, on, disabled = false, onSwitch }: CheckProps): ReactElement => (
  <label className={css.check}>
    <input
      type="checkbox"
      checked={on}
      disabled={disabled}
      onChange={(event) => onSwitch(event.target.checked)}
    />
    <span>{word}</span>
  </label>
);

/** Several answers of one kind. */
export const Choices = ({
  legend,
  children,
}: {
  readonly legend: string;
  readonly children: ReactNode;
}): ReactElement => (
  <fieldset className={css.choices}>
    <legend>{legend}</legend>
    {children}
  </fieldset>
);
