/** The review of an issue: who decides, how far it is, and the verdict. */
import { useState, type ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import type { IssueChange, useChangeIssue } from '../../cache/change-issue.ts';
import { useCompany, useNames } from '../../cache/company.ts';
import { isEnded } from '../../domain/issue-life.ts';
import { evidenceWords, roundsOf, whoReviews } from '../../domain/issues/reviews.ts';
import { Area, Button, Select } from '../../ui/controls.tsx';
import { ReviewSelect } from '../../ui/reviews/review-select.tsx';
import { Text } from '../../ui/text.tsx';

interface Props {
  readonly issue: Output<'getIssue'>;
  readonly change: ReturnType<typeof useChangeIssue>;
  readonly mayWrite: boolean;
}

export function Review({ issue, change, mayWrite }: Props): ReactElement | null {
  const { id } = useCompany();
  const names = useNames(id);
  const { review } = issue;
  const isInReview = issue.status === 'in_review';
  if (!review || (isEnded(issue.status) && review.rounds === 0)) return null;
  const named = names.of(review.namedAgentId, review.namedUserId);
  const asked = names.of(review.reviewerAgentId, review.reviewerUserId);
  const send = (fields: IssueChange): void =>
    change.mutate({ issue, change: fields, key: crypto.randomUUID() });
  return (
    <section aria-label="Review">
      <h2>Review</h2>
      {isInReview && (
        <p>
          Waits for <Text of={asked ?? 'the board'} />.
        </p>
      )}
      {review.rounds > 0 && <p className="dim">{roundsOf(review)}</p>}
      {isInReview && mayWrite && <Verdict issue={issue} onSend={send} />}
      {mayWrite && !isEnded(issue.status) ? (
        <Policy issue={issue} onSend={send} />
      ) : (
        <p className="dim">
          <Text of={whoReviews(review, named)} />
          {review.evidence === 'link' && ', with a link to the result'}
        </p>
      )}
    </section>
  );
}

interface Sending {
  readonly issue: Output<'getIssue'>;
  readonly onSend: (change: IssueChange) => void;
}

/** Sent back, it is in progress again, and its author reads the note. */
function Verdict({ issue, onSend }: Sending): ReactElement {
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

function Policy({ issue, onSend }: Sending): ReactElement {
  const { id } = useCompany();
  const { reviewPolicy = null, reviewerAgentId = null, reviewerUserId = null } = issue;
  return (
    <details>
      <summary>Policy</summary>
      <ReviewSelect
        companyId={id}
        value={{ reviewPolicy, reviewerAgentId, reviewerUserId }}
        inherits="As the project or the company says"
        onPick={onSend}
      />
      <Select
        label="Wanted before a review"
        value={issue.reviewEvidence ?? ''}
        options={evidenceOptions}
        onPick={(picked) => onSend({ reviewEvidence: picked === '' ? null : picked })}
      />
    </details>
  );
}

const evidenceOptions = [
  ['', 'As the project or the company says'],
  ['none', evidenceWords.none],
  ['link', evidenceWords.link],
] as const;
