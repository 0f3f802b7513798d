/** Buttons, fields and the words beside them. */
import {
  useId,
  type ButtonHTMLAttributes,
  type InputHTMLAttributes,
  type ReactElement,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';
import css from './controls.module.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'plain' | 'main' | 'danger' | 'quiet';
  /** The key that does the same. */
  readonly hotkey?: string | undefined;
  /** Why it does nothing now: it is grey, keeps its place in the order of Tab, and says so. */
  readonly cannot?: string | undefined;
}

export function Button({
  look = 'plain',
  hotkey,
  cannot,
  children,
  ...rest
}: ButtonProps): ReactElement {
  return (
    <button
      type="button"
      {...rest}
      {...(cannot === undefined ? {} : greyed(cannot))}
      className={`${css.button} ${look === 'plain' ? '' : css[look]}`}
      aria-keyshortcuts={hotkey}
    >
      {children}
      {cannot !== undefined && <span className="only-read">: {cannot}</span>}
      {hotkey !== undefined && (
        <kbd className={css.key} aria-hidden="true">
          {hotkey}
        </kbd>
      )}
    </button>
  );
}

const greyed = (why: string): ButtonHTMLAttributes<HTMLButtonElement> => ({
  title: why,
  'aria-disabled': true,
  onClick: (event) => event.preventDefault(),
});

interface Words {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly wrong?: string | undefined;
}

type Of<E> = Words & Omit<E, 'id' | 'className'>;

export const Field = ({
  label,
  hint,
  wrong,
  ...rest
}: Of<InputHTMLAttributes<HTMLInputElement>>): ReactElement => (
  <Labelled {...{ label, hint, wrong }}>
    {(names) => <input {...rest} {...names} className={css.field} />}
  </Labelled>
);

export const Area = ({
  label,
  hint,
  wrong,
  ...rest
}: Of<TextareaHTMLAttributes<HTMLTextAreaElement>>): ReactElement => (
  <Labelled {...{ label, hint, wrong }}>
    {(names) => <textarea rows={3} {...rest} {...names} className={css.area} />}
  </Labelled>
);

interface SelectProps<V extends string>
  extends Words, Pick<SelectHTMLAttributes<HTMLSelectElement>, 'onKeyDown' | 'onBlur'> {
  readonly value: NoInfer<V>;
  readonly options: readonly (readonly [value: V, word: string])[];
  readonly onPick: (value: V) => void;
}

export const Select = <V extends string>({
  label,
  hint,
  wrong,
  options,
  onPick,
  ...rest
}: SelectProps<V>): ReactElement => (
  <Labelled {...{ label, hint, wrong }}>
    {(names) => (
      <select
        {...rest}
        {...names}
        className={css.select}
        onChange={({ target }) => {
          const picked = options.find(([each]) => each === target.value);
          if (picked) onPick(picked[0]);
        }}
      >
        {options.map(([each, word]) => (
          <option key={each} value={each}>
            {word}
          </option>
        ))}
      </select>
    )}
  </Labelled>
);

interface Names {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}

/** The label of a control above it, and a hint or what is wrong below it. */
function Labelled({
  label,
  hint,
  wrong,
  children,
}: Words & { readonly children: (names: Names) => ReactElement }): ReactElement {
  const id = useId();
  const below = `${id}-words`;
  return (
    <p className={css.labelled}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-invalid': wrong !== undefined, 'aria-describedby': below })}
      <span id={below} className={wrong === undefined ? css.hint : css.wrong}>
        {wrong ?? hint}
      </span>
    </p>
  );
}
