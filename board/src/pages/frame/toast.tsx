/** At the foot of each page: what the last write did not do, and for ten seconds how it is taken back. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore, type ReactElement } from 'react';
import { currentAnswer, onAnswer, tellAnswer } from '../../api/answer-notes.ts';
import { currentOffer, offerUndo, onOffer, type UndoOffer } from '../../api/undo-offers.ts';
import { noteIn } from '../../domain/issues/answer-note.ts';
import { Button } from '../../ui/controls.tsx';
import { useKeys } from '../../ui/keys.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import css from './frame.module.css';

/** Long enough to notice a slip, short enough that nobody builds on the change meanwhile. */
const UNDO_MS = 10_000;

/** The regions stay, so that their words are announced. */
export function Toasts(): ReactElement {
  const note = noteIn(useSyncExternalStore(onAnswer, currentAnswer));
  const offer = useSyncExternalStore(onOffer, currentOffer);
  return (
    <div className={css.toasts}>
      <div role="status" aria-label="Message" className={note === undefined ? undefined : css.note}>
        {note !== undefined && (
          <>
            <Text of={note} />
            <Button onClick={() => tellAnswer(undefined)}>Dismiss</Button>
          </>
        )}
      </div>
      <div role="status" aria-label="Change" className={offer && css.note}>
        {offer && <Offer key={offer.says} offer={offer} />}
      </div>
    </div>
  );
}

/** The time rests while a pointer or the focus is on it, and while it says why it was not taken back. */
function Offer({ offer }: { readonly offer: UndoOffer }): ReactElement {
  const [isHeld, setIsHeld] = useState(false);
  const undo = useMutation({ mutationFn: offer.undo, onSuccess: () => offerUndo(undefined) });
  const rests = isHeld || undo.isPending || undo.isError;
  useEffect(() => {
    if (rests) return undefined;
    const timer = setTimeout(() => currentOffer() === offer && offerUndo(undefined), UNDO_MS);
    return () => clearTimeout(timer);
  }, [offer, rests]);
  const act = (): void => {
    if (!undo.isPending) undo.mutate();
  };
  useKeys({ z: act });
  return (
    <div
      className={css.offer}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Text of={offer.says} />
      <Button hotkey="z" disabled={undo.isPending} onClick={act}>
        Undo
      </Button>
      {undo.isError && (
        <>
          <ProblemNote error={undo.error} />
          <Button onClick={() => offerUndo(undefined)}>Dismiss</Button>
        </>
      )}
    </div>
  );
}
