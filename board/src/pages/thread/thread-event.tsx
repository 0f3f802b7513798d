import type { Activity } from '@muster/contracts';
import type { ReactElement } from 'react';
import { useCompany, useNames } from '../../cache/company.ts';
import { actorOf, movesOf, sentenceOfEvent } from '../../domain/events.ts';
import { Ago } from '../../ui/ago.tsx';
import { Text } from '../../ui/text.tsx';
import css from '../issue/issue.module.css';

/** Who did what to the issue, on one line between the comments. */
export function ThreadEvent({ event }: { readonly event: Activity }): ReactElement {
  const { id, timeZone } = useCompany();
  const names = useNames(id);
  return (
    <p className={css.event} data-event>
      <Text of={actorOf(event, names.me)} />{' '}
      {sentenceOfEvent(event).replace(/ issue$/, ' this issue')}
      {movesOf(event).map(({ field, from, to }) => (
        <span key={field}>
          {' · '}
          {field}
          {to !== '' && (
            <>
              : <Text of={from} /> → <Text of={to} />
            </>
          )}
        </span>
      ))}{' '}
      <Ago time={event.createdAt} zone={timeZone} />
    </p>
  );
}
