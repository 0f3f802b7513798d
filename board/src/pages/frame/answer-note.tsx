import { useSyncExternalStore, type ReactElement } from 'react';
import { currentAnswer, onAnswer, tellAnswer } from '../../api/answer-notes.ts';
import { noteIn } from '../../domain/issues/answer-note.ts';
import { Button } from '../../ui/controls.tsx';
import { Text } from '../../ui/text.tsx';
import css from './frame.module.css';

/** What the last write did not do, such as waking nobody. The region stays, so that its words are announced. */
export function AnswerNote(): ReactElement {
  const note = noteIn(useSyncExternalStore(onAnswer, currentAnswer));
  return (
    <div role="status" aria-label="Message" className={note === undefined ? undefined : css.note}>
      {note !== undefined && (
        <>
          <Text of={note} />
          <Button onClick={() => tellAnswer(undefined)}>Dismiss</Button>
        </>
      )}
    </div>
  );
}
