/** The browser's own dialog: it keeps the focus inside, gives it back, and closes with Escape. */
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import css from './dialog.module.css';

interface Props {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly wide?: boolean;
  /** Opens beside what was clicked, where it was not opened by a key. */
  readonly beside?: boolean;
}

/** Between it and what it belongs to, and the edge of the window. */
const GAP_PX = 4;
const EDGE_PX = 8;

/** Below the opener, or above it where there is more room; a phone has it at the thumb. */
function placeBeside(dialog: HTMLDialogElement, opener: Element): void {
  if (matchMedia('(max-width: 720px)').matches) return;
  const { left, top, bottom } = opener.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = dialog;
  const room = innerHeight - bottom - GAP_PX - EDGE_PX;
  const isBelow = offsetHeight <= room || room >= top;
  const start = isBelow ? bottom + GAP_PX : Math.max(EDGE_PX, top - GAP_PX - offsetHeight);
  Object.assign(dialog.style, {
    margin: '0',
    inset: `${start}px auto auto ${Math.max(EDGE_PX, Math.min(left, innerWidth - offsetWidth - EDGE_PX))}px`,
    maxBlockSize: `${innerHeight - start - EDGE_PX}px`,
  });
}

export function Dialog({
  label,
  onClose,
  children,
  wide = false,
  beside = false,
}: Props): ReactElement {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    if (dialog && !dialog.open) {
      dialog.showModal();
      if (beside && opener?.matches('button, a')) placeBeside(dialog, opener);
    }
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [beside]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape closes it, and a click beside it is a convenience
    <dialog
      ref={ref}
      aria-label={label}
      className={`${css.dialog} ${wide ? css.wide : ''} ${beside ? css.beside : ''}`}
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
