/** What happened, newest first: who, what, and what followed from what. Filters are addresses. */
import type { Activity } from '@muster/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { activityPagesQuery } from '../../cache/activity-queries.ts';
import { useCompany } from '../../cache/company.ts';
import { dayAt, dayName } from '../../domain/month.ts';
import { Button } from '../../ui/controls.tsx';
import { Empty, Section, useRowKeys, Waiting } from '../../ui/ledger.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import css from './activity.module.css';
import { Entry } from './entry.tsx';
import { ActivityFilters, filterOf } from './filters.tsx';

export function ActivityPage(): ReactElement {
  const { id, timeZone } = useCompany();
  const search = useSearch({ from: '/frame/$prefix/activity' });
  const activity = useInfiniteQuery(activityPagesQuery(id, filterOf(search, timeZone)));
  const events = activity.data?.pages.flatMap(({ items }) => items) ?? [];
  useRowKeys();
  return (
    <Page title="Activity">
      <ActivityFilters search={search} events={events} />
      <ProblemNote error={activity.error} onRetry={() => void activity.refetch()} />
      {activity.isPending && <Waiting rows={12} />}
      {activity.isSuccess && events.length === 0 && (
        <Empty>
          <p>
            {activity.hasNextPage
              ? 'No matches among the latest events. Earlier ones may match.'
              : 'No events match.'}
          </p>
        </Empty>
      )}
      {daysOf(events, timeZone).map(([day, entries]) => (
        <Section key={day} title={dayName(day)}>
          <ol className={css.entries}>
            {entries.map((event) => (
              <Entry key={event.id} event={event} />
            ))}
          </ol>
        </Section>
      ))}
      {activity.hasNextPage && (
        <p className={css.more}>
          <Button
            disabled={activity.isFetchingNextPage}
            onClick={() => void activity.fetchNextPage()}
          >
            Show earlier events
          </Button>
        </p>
      )}
    </Page>
  );
}

/** Each day of the company's calendar with its events. */
function daysOf(
  events: readonly Activity[],
  zone: string,
): readonly (readonly [string, readonly Activity[]])[] {
  return [...Map.groupBy(events, ({ createdAt }) => dayAt(Date.parse(createdAt), zone))];
}
