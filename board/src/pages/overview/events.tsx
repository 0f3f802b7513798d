import type { Activity } from '@muster/contracts';
import type { ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import { isBookkeeping } from '../../domain/events.ts';
import { withoutStarts } from '../../domain/runs/run-events.ts';
import { Ago } from '../../ui/ago.tsx';
import { Sentence } from '../activity/sentence.tsx';
import css from './overview.module.css';

const SHOWN_MAX = 40;

export function Events({ events }: { readonly events: readonly Activity[] }): ReactElement {
  const { timeZone } = useCompany();
  const shown = withoutStarts(events)
    .filter((event) => !isBookkeeping(event))
    .slice(0, SHOWN_MAX);
  return (
    <ol className={css.events}>
      {shown.map((event) => (
        <li key={event.id}>
          <Ago time={event.createdAt} zone={timeZone} short />
          <Sentence event={event} />
        </li>
      ))}
    </ol>
  );
}
