/** The browser's own dialog: it keeps the focus inside, gives it back, and closes with Escape. */
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import css from './dialog.module.css';

interface Props {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly wide?: boolean;
}

export function Dialog({ label, onClose, children, wide = false }: Props): ReactElement {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape closes it, and a click beside it is a convenience
    <dialog
      ref={ref}
      aria-label={label}
      className={`${css.dialog} ${wide ? css.wide : ''}`}
      onClose={onClose}
      // `close` comes a task later, in which the next key could open another dialog that it would close.
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) ref.current.close();
      }}
    >
      <div className={css.inside}>{children}</div>
    </dialog>
  );
}
