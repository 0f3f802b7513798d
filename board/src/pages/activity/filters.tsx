import type { Activity } from '@muster/contracts';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { actions } from 'virtual:contracts/events';
import type { ActivityFilter } from '../../cache/activity-queries.ts';
import { useCompany } from '../../cache/company.ts';
import { sentenceOf } from '../../domain/events.ts';
import { dayAfter, isDay } from '../../domain/month.ts';
import { searchChange } from '../../domain/search.ts';
import { startOfDay } from '../../domain/time.ts';
import { Button } from '../../ui/controls.tsx';
import issues from '../issues/issues.module.css';
import css from './activity.module.css';
import { Who } from './who.tsx';

export interface ActivitySearch {
  readonly who?: string;
  readonly about?: string;
  readonly action?: string;
  readonly day?: string;
  /** The event whose causes and effects are open. */
  readonly event?: string;
}

const kinds = [...new Set(actions.map((action) => action.split('.', 1)[0] ?? ''))];
const actionsOf = (kind: string | undefined): readonly string[] =>
  actions.filter((action) => kind === undefined || action.startsWith(`${kind}.`));

export const filterOf = (
  { who, about, action, day }: ActivitySearch,
  zone: string,
): ActivityFilter => ({
  ...(who === undefined ? {} : { actorId: who }),
  ...(about === undefined && action === undefined
    ? {}
    : { actions: action === undefined ? actionsOf(about) : [action] }),
  ...(isDay(day) ? { since: startOfDay(day, zone), until: startOfDay(dayAfter(day), zone) } : {}),
});

interface Props {
  readonly search: ActivitySearch;
  /** What the page shows: administrators act in companies of which they are no members. */
  readonly events: readonly Activity[];
}

export function ActivityFilters({ search, events }: Props): ReactElement {
  const { issuePrefix } = useCompany();
  const navigate = useNavigate();
  const set = (change: ActivitySearch): void =>
    void navigate({
      to: '/$prefix/activity',
      params: { prefix: issuePrefix },
      search: searchChange<ActivitySearch>({ event: '', ...change }),
      replace: true,
    });
  const offered = actionsOf(search.about);
  return (
    <search className={issues.filters}>
      <Who value={search.who ?? ''} events={events} onPick={(who) => set({ who })} />
      <select
        aria-label="About"
        value={search.about ?? ''}
        onChange={(event) => set({ about: event.target.value, action: '' })}
      >
        <option value="">All subjects</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {kind.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
      <select
        aria-label="Action"
        value={search.action ?? ''}
        onChange={(event) => set({ action: event.target.value })}
      >
        <option value="">All actions</option>
        {offered.map((action) => (
          <option key={action} value={action}>
            {sentenceOf(action)}
          </option>
        ))}
      </select>
      <input
        type="date"
        className={css.date}
        aria-label="Day"
        title="Day"
        value={search.day ?? ''}
        onChange={(event) => set({ day: event.target.value })}
      />
      {Object.keys(search).length > 0 && (
        <Button look="quiet" onClick={() => set({ who: '', about: '', action: '', day: '' })}>
          Show all
        </Button>
      )}
    </search>
  );
}
