/** The verdict on an issue in review: accepted, or sent back with a note. */
import { useState, type ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import type { IssueChange } from '../../cache/change-issue.ts';
import { Area, Button } from '../../ui/controls.tsx';

export interface Sending {
  readonly issue: Output<'getIssue'>;
  readonly onSend: (change: IssueChange) => void;
}

/** Sent back, it is in progress again, and its author reads the note. */
export function ReviewVerdict({ issue, onSend }: Sending): ReactElement {
  const [note, setNote] = useState('');
  const { allowedTransitions, review } = issue;
  const may = (to: 'done' | 'in_progress'): boolean =>
    review?.mayDecide === true && allowedTransitions.includes(to);
  const decide = (status: 'done' | 'in_progress'): void => {
    onSend({ status, ...(note.trim() === '' ? {} : { comment: note }) });
    setNote('');
  };
  return (
    <>
      <Area
        label="Note on the verdict"
        rows={2}
        value={note}
        hint={review?.mayDecide === false ? review.whoMay : 'To send it back, say what is missing.'}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button look="main" disabled={!may('done')} onClick={() => decide('done')}>
        Accept
      </Button>{' '}
      <Button
        disabled={!may('in_progress') || note.trim() === ''}
        onClick={() => decide('in_progress')}
      >
        Send back
      </Button>
    </>
  );
}
