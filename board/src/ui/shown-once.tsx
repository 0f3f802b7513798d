/** A secret, a token or a link that no answer shows again. */
import { useState, type ReactElement, type ReactNode } from 'react';
import { Button } from './controls.tsx';
import { Dialog } from './dialog.tsx';
import css from './shown-once.module.css';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function ShownOnce({ label, value, onClose, children }: Props): ReactElement {
  return (
    <Dialog label={label} onClose={onClose} wide>
      <h1>{label}</h1>
      <p>{children}</p>
      <Copied value={value} />
      <p className="dim">It is shown only now.</p>
      <div className={css.ends}>
        <Button onClick={onClose}>I have kept it</Button>
      </div>
    </Dialog>
  );
}

/** A text to take along. Without a secure context there is no clipboard, so it is selected instead. */
export function Copied({ value }: { readonly value: string }): ReactElement {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard?.writeText(value);
    setCopied(true);
  };
  return (
    <div className={css.copied}>
      <textarea
        readOnly
        aria-label="To copy"
        rows={value.length > 90 ? 4 : 1}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
      />
      {'clipboard' in navigator && (
        <Button look="main" onClick={() => void copy()}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </div>
  );
}
