import type { Activity } from '@muster/contracts';
import type { ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import { sentenceOf, subjectOf } from '../../domain/events.ts';
import { Ago } from '../../ui/ago.tsx';
import { Text } from '../../ui/text.tsx';
import css from './overview.module.css';

export function Events({ events }: { readonly events: readonly Activity[] }): ReactElement {
  const { timeZone } = useCompany();
  return (
    <ol className={css.events}>
      {events.map((event) => (
        <li key={event.id}>
          <Ago time={event.createdAt} zone={timeZone} short />
          <span>
            <strong>
              <Text of={event.actorName} />
            </strong>{' '}
            {sentenceOf(event.action)} <Text of={subjectOf(event)} />
          </span>
        </li>
      ))}
    </ol>
  );
}
