import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent, ReactElement } from 'react';
import { call } from '../../api/call.ts';
import { useReadAgain } from '../../cache/write.ts';
import { useCompany } from '../../cache/company.ts';
import { useDraft } from '../../cache/draft.ts';
import { oneLine } from '../../domain/visible.ts';
import { Ago } from '../../ui/ago.tsx';
import { Area, Button } from '../../ui/controls.tsx';
import { Section } from '../../ui/ledger.tsx';
import { Prose } from '../../ui/markdown/markdown.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import { Redact, Tombstone } from '../redaction/redact.tsx';
import css from './approvals.module.css';

interface Props {
  readonly approvalId: string;
  readonly mayWrite: boolean;
}

/** What is said about an approval, before and after its decision. */
export function Talk({ approvalId, mayWrite }: Props): ReactElement {
  const { id, timeZone } = useCompany();
  const readAgain = useReadAgain();
  const comments = useQuery({
    queryKey: ['approvals', id, 'comments', approvalId],
    queryFn: ({ signal }) => call('listApprovalComments', { approvalId, limit: 500 }, { signal }),
  });
  const [draft, write, clear] = useDraft(`approval.${approvalId}`);
  const send = useMutation({
    mutationFn: () =>
      call('addApprovalComment', { approvalId, body: draft.text }, { key: draft.key }),
    onSuccess: () => {
      clear();
      return readAgain('addApprovalComment');
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (draft.text.trim() !== '') send.mutate();
  };
  return (
    <Section title="Comments">
      <div className={css.talk}>
        <ProblemNote error={comments.error} onRetry={() => void comments.refetch()} />
        {(comments.data ?? []).map((comment) => (
          <article key={comment.id} aria-label={`Comment by ${oneLine(comment.authorName)}`}>
            <p>
              <strong>
                <Text of={comment.authorName} />
              </strong>{' '}
              <span className="dim">
                <Ago time={comment.createdAt} zone={timeZone} />
              </span>
            </p>
            {comment.redacted ? (
              <Tombstone what="The text was" redacted={comment.redacted} />
            ) : (
              <Prose text={comment.body} />
            )}
            {mayWrite && !comment.redacted && (
              <Redact
                what="the comment"
                gone="Removes the text here and from the wake-up that it caused."
                by="redactApprovalComment"
                of={{ approvalId, commentId: comment.id }}
              />
            )}
          </article>
        ))}
        {mayWrite && (
          <form onSubmit={submit}>
            <Area
              label="Write a comment"
              value={draft.text}
              onChange={(event) => write(event.target.value)}
            />
            <ProblemNote error={send.error} />
            <Button type="submit" disabled={draft.text.trim() === '' || send.isPending}>
              Comment
            </Button>
          </form>
        )}
      </div>
    </Section>
  );
}
