/** The thread, oldest first; the newest are read first, and earlier ones on demand. */
import type { Comment } from '@muster/contracts';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type KeyboardEvent, type ReactElement } from 'react';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { useReadAgain } from '../../cache/write.ts';
import { useCompany, useNames } from '../../cache/company.ts';
import { useDraft } from '../../cache/draft.ts';
import { entityEventsQuery } from '../../cache/entity-events.ts';
import { commentsQuery } from '../../cache/queries.ts';
import { mixed } from '../../domain/issues/thread.ts';
import { oneLine } from '../../domain/visible.ts';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/controls.tsx';
import { modKey, useKeys } from '../../ui/keys.ts';
import { Waiting } from '../../ui/ledger.tsx';
import { Prose } from '../../ui/markdown/markdown.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import { Redact, Tombstone } from '../redaction/redact.tsx';
import css from '../issue/issue.module.css';
import { MentionArea } from './mention-area.tsx';
import { ThreadEvent } from './thread-event.tsx';
import { WhyWoken } from '../issue/why-woken.tsx';

interface Props {
  readonly issue: Output<'getIssue'>;
  readonly mayWrite: boolean;
}

export function Thread({ issue, mayWrite }: Props): ReactElement {
  const company = useCompany();
  const comments = useInfiniteQuery(commentsQuery(company.id, issue.id));
  const events = useQuery(entityEventsQuery(company.id, 'issue', issue.id)).data ?? [];
  const all = (comments.data?.pages.flatMap(({ items }) => items) ?? []).toReversed();
  return (
    <section className={css.thread} aria-label="Comments">
      <h2>Comments</h2>
      {comments.isPending && <Waiting rows={3} />}
      <ProblemNote error={comments.error} onRetry={() => void comments.refetch()} />
      {comments.hasNextPage && (
        <Button
          disabled={comments.isFetchingNextPage}
          onClick={() => void comments.fetchNextPage()}
        >
          Show earlier comments
        </Button>
      )}
      {mixed(all, events, comments.hasNextPage).map(({ id, comment, event }) =>
        comment ? (
          <OneComment key={id} comment={comment} mayWrite={mayWrite} />
        ) : (
          event && <ThreadEvent key={id} event={event} />
        ),
      )}
      {comments.isSuccess && all.length === 0 && <p className="dim">No comments yet.</p>}
      {mayWrite && <Write issueId={issue.id} />}
    </section>
  );
}

interface OneProps {
  readonly comment: Comment;
  readonly mayWrite: boolean;
}

function OneComment({ comment, mayWrite }: OneProps): ReactElement {
  const { id, timeZone } = useCompany();
  const names = useNames(id);
  const [why, setWhy] = useState<string | undefined>();
  const { redacted } = comment;
  const author = comment.authorUserId === names.me ? 'you' : comment.authorName;
  return (
    <article className={css.comment} aria-label={`Comment by ${oneLine(author)}`}>
      <header>
        <strong>
          <Text of={author} />
        </strong>
        {comment.authorAgentId !== null && <span className="dim">agent</span>}
        <Ago time={comment.createdAt} zone={timeZone} />
        {mayWrite && !redacted && (
          <Redact
            what="the comment"
            gone="Removes the text from the thread, search and stored answers."
            by="redactComment"
            of={{ issueId: comment.issueId, commentId: comment.id }}
          />
        )}
      </header>
      {redacted ? (
        <Tombstone what="The text was" redacted={redacted} />
      ) : (
        <Prose text={comment.body} />
      )}
      {comment.mentions.map(({ agentId, name, woken }) => (
        <p key={agentId} className={css.mentions}>
          <Text of={name} /> {woken ? 'was woken' : 'was not woken'}.{' '}
          <Button look="quiet" onClick={() => setWhy(agentId)}>
            Why
          </Button>
        </p>
      ))}
      {why !== undefined && (
        <WhyWoken
          issueId={comment.issueId}
          agentId={why}
          commentId={comment.id}
          onClose={() => setWhy(undefined)}
        />
      )}
    </article>
  );
}

function Write({ issueId }: { readonly issueId: string }): ReactElement {
  const readAgain = useReadAgain();
  const [draft, write, clear] = useDraft(`comment.${issueId}`);
  const form = useRef<HTMLFormElement>(null);
  useKeys({ m: () => form.current?.querySelector('textarea')?.focus() });
  const send = useMutation({
    mutationFn: () => call('addComment', { issueId, body: draft.text }, { key: draft.key }),
    onSuccess: () => {
      clear();
      return readAgain('addComment');
    },
  });
  const submit = (event: FormEvent | KeyboardEvent): void => {
    event.preventDefault();
    if (draft.text.trim() !== '' && !send.isPending) send.mutate();
  };
  return (
    <form
      ref={form}
      className={css.write}
      onSubmit={submit}
      onKeyDown={(event) =>
        event.key === 'Enter' && (event.ctrlKey || event.metaKey) && submit(event)
      }
    >
      <MentionArea
        label="Write a comment"
        hint="Markdown. @Name wakes an agent."
        value={draft.text}
        onChange={write}
      />
      <ProblemNote error={send.error} />
      <div className={css.ends}>
        <Button
          look="main"
          type="submit"
          hotkey={modKey('↵')}
          disabled={draft.text.trim() === '' || send.isPending}
        >
          Comment
        </Button>
      </div>
    </form>
  );
}
