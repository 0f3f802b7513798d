/** Runs, newest first: which agent, why it was woken, how it ended, what it cost. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { runStatuses } from 'virtual:contracts';
import { useCompany, useNames } from '../../cache/company.ts';
import { runsQuery } from '../../cache/queries.ts';
import { runMarks } from '../../domain/marks.ts';
import { searchChange } from '../../domain/search.ts';
import { oneLine } from '../../domain/visible.ts';
import { Button } from '../../ui/controls.tsx';
import { Empty, Ledger, useRowKeys, Waiting } from '../../ui/ledger.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import issues from '../issues/issues.module.css';
import { RunRow } from './run-row.tsx';

interface Filter {
  readonly agent?: string;
  readonly status?: string;
}

export function RunsPage(): ReactElement {
  const company = useCompany();
  const names = useNames(company.id);
  const search = useSearch({ from: '/frame/$prefix/runs' });
  const status = runStatuses.filter((each) => each === search.status);
  const runs = useInfiniteQuery(
    runsQuery(company.id, {
      ...(search.agent ? { agentId: search.agent } : {}),
      ...(status.length > 0 ? { status } : {}),
    }),
  );
  const rows = runs.data?.pages.flatMap(({ items }) => items) ?? [];
  useRowKeys();
  return (
    <Page title="Runs">
      <Filters search={search} />
      <ProblemNote error={runs.error} onRetry={() => void runs.refetch()} />
      {runs.isPending && <Waiting rows={12} />}
      {runs.isSuccess && rows.length === 0 && (
        <Empty>
          <p>
            A run begins each time an agent starts. Assign it an issue, and the run appears here.
          </p>
        </Empty>
      )}
      {rows.length > 0 && (
        <Ledger label="Runs">
          {rows.map((run) => (
            <RunRow key={run.id} run={run} company={company} names={names} />
          ))}
        </Ledger>
      )}
      {runs.hasNextPage && (
        <Button disabled={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
          Show earlier runs
        </Button>
      )}
    </Page>
  );
}

function Filters({ search }: { readonly search: Filter }): ReactElement {
  const { id, issuePrefix } = useCompany();
  const names = useNames(id);
  const navigate = useNavigate();
  const set = (change: Filter): void =>
    void navigate({
      to: '/$prefix/runs',
      params: { prefix: issuePrefix },
      search: searchChange<Filter>(change),
      replace: true,
    });
  return (
    <search className={issues.filters}>
      <select
        aria-label="Agent"
        value={search.agent ?? ''}
        onChange={(event) => set({ agent: event.target.value })}
      >
        <option value="">All agents</option>
        {[...names.agents.values()].map((agent) => (
          <option key={agent.id} value={agent.id}>
            {oneLine(agent.name)}
          </option>
        ))}
      </select>
      <select
        aria-label="Status"
        value={search.status ?? ''}
        onChange={(event) => set({ status: event.target.value })}
      >
        <option value="">All statuses</option>
        {runStatuses.map((status) => (
          <option key={status} value={status}>
            {runMarks[status].word}
          </option>
        ))}
      </select>
    </search>
  );
}
