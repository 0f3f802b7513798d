import type { Activity } from '@muster/contracts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import { sentenceOf } from '../../domain/events.ts';
import { searchChange } from '../../domain/search.ts';
import { Button } from '../../ui/controls.tsx';
import css from './activity.module.css';
import { Chain } from './chain.tsx';
import type { ActivitySearch } from './filters.tsx';
import { TimedSentence } from './sentence.tsx';

/** One event as a sentence; what led to it and what followed is one click away. */
export function Entry({ event }: { readonly event: Activity }): ReactElement {
  const { issuePrefix } = useCompany();
  const search = useSearch({ from: '/frame/$prefix/activity' });
  const navigate = useNavigate();
  const isOpen = search.event === event.id;
  const toggle = (): void =>
    void navigate({
      to: '/$prefix/activity',
      params: { prefix: issuePrefix },
      search: searchChange<ActivitySearch>({ event: isOpen ? '' : event.id }),
      replace: true,
      resetScroll: false,
    });
  return (
    <li className={isOpen ? css.open : undefined}>
      <div className={css.entry}>
        <TimedSentence event={event} />
        <Button look="quiet" aria-expanded={isOpen} data-row="" onClick={toggle}>
          {isOpen ? 'Close' : 'Why'}
          <span className="only-read"> {sentenceOf(event.action)}</span>
        </Button>
      </div>
      {isOpen && <Chain event={event} />}
    </li>
  );
}
