/** What led to an event, the root first, and what followed from it, among the events that were read. */
import type { Activity } from '@muster/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, type ReactElement } from 'react';
import { activityPagesQuery } from '../../cache/activity-queries.ts';
import { useCompany } from '../../cache/company.ts';
import { chainOf } from '../../domain/activity-chain.ts';
import { visible } from '../../domain/visible.ts';
import { Button } from '../../ui/controls.tsx';
import { Waiting } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import css from './activity.module.css';
import { Sentence } from './sentence.tsx';

interface Props {
  readonly event: Activity;
  /** What the page shows. */
  readonly shown: readonly Activity[];
}

export function Chain({ event, shown }: Props): ReactElement {
  const { id } = useCompany();
  // A filter hides most of a chain, so it is looked for among all events.
  const all = useInfiniteQuery(activityPagesQuery(id, {}));
  const { causes, effects, others, isCut } = useMemo(
    () => chainOf([...(all.data?.pages.flatMap(({ items }) => items) ?? []), ...shown], event),
    [all.data, shown, event],
  );
  return (
    <div className={css.chain}>
      <ProblemNote error={all.error} onRetry={() => void all.refetch()} />
      {all.isPending && <Waiting rows={2} />}
      {isCut && all.hasNextPage && (
        <p className="dim">
          Its first cause is earlier than the events that were read.{' '}
          <Button disabled={all.isFetchingNextPage} onClick={() => void all.fetchNextPage()}>
            Look further back
          </Button>
        </p>
      )}
      <Steps
        word="It followed from"
        none={isCut ? '' : 'It was the first: no other event led to it.'}
        of={causes}
      />
      <Steps word="It led to" none="Nothing has followed from it." of={effects} />
      <Steps word="The same request also did" none="" of={others} />
      <details>
        <summary>As it was recorded</summary>
        <pre>{visible(JSON.stringify(event, null, 2))}</pre>
      </details>
    </div>
  );
}

function Steps({
  word,
  none,
  of,
}: {
  readonly word: string;
  readonly none: string;
  readonly of: readonly Activity[];
}): ReactElement | null {
  if (of.length === 0) return none === '' ? null : <p className="dim">{none}</p>;
  return (
    <>
      <h3>{word}</h3>
      <ol>
        {of.map((event) => (
          <li key={event.id} className={css.entry}>
            <Sentence event={event} />
          </li>
        ))}
      </ol>
    </>
  );
}
