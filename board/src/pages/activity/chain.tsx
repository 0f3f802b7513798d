/** What led to an event, the root first, and what followed from it. */
import type { Activity } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { activityChainQuery } from '../../cache/activity-queries.ts';
import { useCompany } from '../../cache/company.ts';
import { visible } from '../../domain/visible.ts';
import { Waiting } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import css from './activity.module.css';
import { TimedSentence } from './sentence.tsx';

export function Chain({ event }: { readonly event: Activity }): ReactElement {
  const { id } = useCompany();
  const chain = useQuery(activityChainQuery(id, event.id));
  return (
    <div className={css.chain}>
      <ProblemNote error={chain.error} onRetry={() => void chain.refetch()} />
      {chain.isPending && <Waiting rows={2} />}
      {chain.data && (
        <>
          <Steps
            word="It followed from"
            none={
              event.causedBy === null
                ? 'Nothing led to it: it came first.'
                : 'Its cause is not among the nearby events.'
            }
            of={chain.data.causes}
          />
          <Steps
            word="It led to"
            none={chain.data.more ? '' : 'Nothing has followed from it.'}
            of={chain.data.effects}
          />
          <Steps word="The same request also did" none="" of={chain.data.others} />
          {chain.data.more && (
            <p className="dim">Only the nearest events are listed. There may be more.</p>
          )}
        </>
      )}
      <details>
        <summary>Raw event</summary>
        <pre className="verbatim">{visible(JSON.stringify(event, null, 2))}</pre>
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
            <TimedSentence event={event} />
          </li>
        ))}
      </ol>
    </>
  );
}
