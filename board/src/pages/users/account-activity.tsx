/** What was done to accounts, newest first: for administrators to all, for others to their own. */
import type { AccountActivity } from '@muster/contracts';
import {
  useInfiniteQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { instanceActivityQuery, ownActivityQuery } from '../../cache/account-activity.ts';
import { accountOfAction, wayOfAction, wordOfAction } from '../../domain/people/account-actions.ts';
import { ActRow } from '../../ui/acts.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/controls.tsx';
import { Empty, Ledger, Section, Waiting } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';

export const OwnActivity = (): ReactElement => (
  <Actions title="Account history" activity={useInfiniteQuery(ownActivityQuery)} />
);

export const InstanceActivity = (): ReactElement => (
  <Actions title="Account activity" activity={useInfiniteQuery(instanceActivityQuery)} />
);

interface ActionsProps {
  readonly title: string;
  readonly activity: UseInfiniteQueryResult<
    InfiniteData<{ readonly items: readonly AccountActivity[] }>
  >;
}

function Actions({ title, activity }: ActionsProps): ReactElement {
  const actions = activity.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Section title={title}>
      <ProblemNote error={activity.error} onRetry={() => void activity.refetch()} />
      {activity.isPending && <Waiting rows={3} />}
      {activity.isSuccess && actions.length === 0 && (
        <Empty>
          <p>Nothing in the last 400 days.</p>
        </Empty>
      )}
      <Ledger label={title}>
        {actions.map((action) => (
          <ActionRow key={action.id} action={action} />
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

function ActionRow({ action }: { readonly action: AccountActivity }): ReactElement {
  const account = accountOfAction(action);
  const way = wayOfAction(action);
  return (
    <ActRow
      name={
        <>
          {action.actorName !== null && <Text of={action.actorName} />}
          <span>{wordOfAction(action)}</span>
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
          {action.address !== null && <span className="mono">{action.address}</span>}
          <Ago time={action.createdAt} />
        </>
      }
      acts={null}
    />
  );
}
