/** The review of an issue: who decides, how far it is, and the verdict. */
import type { ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import type { IssueChange, useChangeIssue } from '../../cache/change-issue.ts';
import { useCompany, useNames } from '../../cache/company.ts';
import { isEnded } from '../../domain/issue-life.ts';
import { evidenceOptions, roundsOf, whoReviews } from '../../domain/issues/reviews.ts';
import { Select } from '../../ui/controls.tsx';
import { ReviewSelect } from '../../ui/reviews/review-select.tsx';
import { Text } from '../../ui/text.tsx';
import { ReviewVerdict, type Sending } from './review-verdict.tsx';

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
      {isInReview && mayWrite && <ReviewVerdict issue={issue} onSend={send} />}
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

function Policy({ issue, onSend }: Sending): ReactElement {
  const { id } = useCompany();
  const { reviewPolicy = null, reviewerAgentId = null, reviewerUserId = null } = issue;
  return (
    <details>
      <summary>Policy</summary>
      <ReviewSelect
        companyId={id}
        value={{ reviewPolicy, reviewerAgentId, reviewerUserId }}
        inherits="Project or company default"
        onPick={onSend}
      />
      <Select
        label="Required before a review"
        value={issue.reviewEvidence ?? ''}
        options={inheritedOr}
        onPick={(picked) => onSend({ reviewEvidence: picked === '' ? null : picked })}
      />
    </details>
  );
}

const inheritedOr = [['', 'Project or company default'], ...evidenceOptions] as const;
