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
}

export function Button({ look = 'plain', hotkey, children, ...rest }: ButtonProps): ReactElement {
  return (
    <button
      type="button"
      {...rest}
      className={`${css.button} ${look === 'plain' ? '' : css[look]}`}
      aria-keyshortcuts={hotkey}
    >
      {children}
      {hotkey !== undefined && (
        <kbd className={css.key} aria-hidden="true">
          {hotkey}
        </kbd>
      )}
    </button>
  );
}

interface Words {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly wrong?: string | undefined;
}

export function Field({
  label,
  hint,
  wrong,
  ...rest
}: Words & InputHTMLAttributes<HTMLInputElement>): ReactElement {
  const id = useId();
  return (
    <p className={css.labelled}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...rest}
        id={id}
        className={css.field}
        aria-invalid={wrong !== undefined}
        aria-describedby={`${id}-words`}
      />
      <Below id={`${id}-words`} hint={hint} wrong={wrong} />
    </p>
  );
}

export function Area({
  label,
  hint,
  wrong,
  ...rest
}: Words & TextareaHTMLAttributes<HTMLTextAreaElement>): ReactElement {
  const id = useId();
  return (
    <p className={css.labelled}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        rows={3}
        {...rest}
        id={id}
        className={css.area}
        aria-invalid={wrong !== undefined}
        aria-describedby={`${id}-words`}
      />
      <Below id={`${id}-words`} hint={hint} wrong={wrong} />
    </p>
  );
}

interface SelectProps
  extends Words, Pick<SelectHTMLAttributes<HTMLSelectElement>, 'onKeyDown' | 'onBlur'> {
  readonly value: string;
  readonly options: readonly (readonly [value: string, word: string])[];
  readonly onPick: (value: string) => void;
}

export function Select({
  label,
  hint,
  wrong,
  value,
  options,
  onPick,
  ...rest
}: SelectProps): ReactElement {
  const id = useId();
  return (
    <p className={css.labelled}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <select
        {...rest}
        id={id}
        className={css.select}
        value={value}
        onChange={(event) => onPick(event.target.value)}
      >
        {options.map(([each, word]) => (
          <option key={each} value={each}>
            {word}
          </option>
        ))}
      </select>
      <Below id={`${id}-words`} hint={hint} wrong={wrong} />
    </p>
  );
}

const Below = ({
  id,
  hint,
  wrong,
}: Pick<Words, 'hint' | 'wrong'> & { readonly id: string }): ReactElement => (
  <span id={id} className={wrong === undefined ? css.hint : css.wrong}>
    {wrong ?? hint}
  </span>
);
