/** What was done to accounts, newest first: for administrators to all, for others to their own. */
import {
  useInfiniteQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { instanceActivityQuery, ownActivityQuery } from '../../cache/account-activity.ts';
import { accountOfDeed, wayOfDeed, wordOfDeed, type Deed } from '../../domain/people/deeds.ts';
import { ActRow } from '../../ui/acts.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/controls.tsx';
import { Empty, Ledger, Section, Waiting } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';

export const OwnActivity = (): ReactElement => (
  <Deeds title="What was done to your account" activity={useInfiniteQuery(ownActivityQuery)} />
);

export const InstanceActivity = (): ReactElement => (
  <Deeds title="What was done to accounts" activity={useInfiniteQuery(instanceActivityQuery)} />
);

interface DeedsProps {
  readonly title: string;
  readonly activity: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Deed[] }>>;
}

function Deeds({ title, activity }: DeedsProps): ReactElement {
  const deeds = activity.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Section title={title}>
      <ProblemNote error={activity.error} onRetry={() => void activity.refetch()} />
      {activity.isPending && <Waiting rows={3} />}
      {activity.isSuccess && deeds.length === 0 && (
        <Empty>
          <p>Nothing in the last 400 days.</p>
        </Empty>
      )}
      <Ledger label={title}>
        {deeds.map((deed) => (
          <DeedRow key={deed.id} deed={deed} />
        ))}
      </Ledger>
      {activity.hasNextPage && (
        <Button
          disabled={activity.isFetchingNextPage}
          onClick={() => void activity.fetchNextPage()}
        >
          Show earlier actions
        </Button>
      )}
    </Section>
  );
}

function DeedRow({ deed }: { readonly deed: Deed }): ReactElement {
  const account = accountOfDeed(deed);
  const way = wayOfDeed(deed);
  return (
    <ActRow
      name={
        <>
          {deed.actorName !== null && <Text of={deed.actorName} />}
          <span>{wordOfDeed(deed)}</span>
        </>
      }
      facts={
        <>
          {account !== undefined && (
            <span>
              account of <Text of={account} />
            </span>
          )}
          {way !== undefined && <span>{way}</span>}
          {deed.address !== null && <span className="mono">{deed.address}</span>}
          <Ago time={deed.createdAt} />
        </>
      }
      acts={null}
    />
  );
}
