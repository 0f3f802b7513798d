/** Issues of a company, as a list or as columns. The filter is the address, so it can be kept and shared. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, type ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import { issueCountsQuery, issuesQuery } from '../../cache/queries.ts';
import { counted, figure } from '../../domain/count.ts';
import { filterOf, type IssueSearch } from '../../domain/issue-search.ts';
import { searchChange } from '../../domain/search.ts';
import { Empty, useRowKeys, Waiting } from '../../ui/ledger.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { IssueFilters } from './issue-filters.tsx';
import { IssueList } from './issue-list.tsx';
import css from './issues.module.css';

/** Dragging comes with the view that needs it. */
const IssueBoard = lazy(async () => ({ default: (await import('./issue-board.tsx')).IssueBoard }));

export function IssuesPage(): ReactElement {
  const search = useSearch({ from: '/frame/$prefix/issues' });
  const isBoard = search.view === 'board';
  useRowKeys();
  return (
    <Page title="Issues" wide={isBoard} actions={<Views search={search} />}>
      <IssueFilters search={search} />
      {isBoard ? (
        <Suspense fallback={<Waiting rows={12} />}>
          <IssueBoard search={search} />
        </Suspense>
      ) : (
        <List search={search} />
      )}
    </Page>
  );
}

function Views({ search }: { readonly search: IssueSearch }): ReactElement {
  const { issuePrefix } = useCompany();
  const view = (id: string, word: string): ReactElement => (
    <Link
      to="/$prefix/issues"
      params={{ prefix: issuePrefix }}
      search={searchChange<IssueSearch>({ view: id })}
      className={(search.view ?? '') === id ? css.viewed : undefined}
      activeProps={{}}
      aria-current={(search.view ?? '') === id ? 'page' : undefined}
    >
      {word}
    </Link>
  );
  return (
    <nav aria-label="Views" className={css.views}>
      <Total search={search} />
      {view('', 'List')}
      {view('board', 'Board')}
    </nav>
  );
}

/** How many issues the filter finds; words are not counted. */
function Total({ search }: { readonly search: IssueSearch }): ReactElement | null {
  const filter = filterOf(search);
  const { data } = useQuery({
    ...issueCountsQuery(useCompany().id, filter),
    enabled: filter.q === undefined,
  });
  if (!data) return null;
  const count = Object.values(data.byStatus).reduce((sum, each) => sum + each, 0);
  return (
    <span className={css.total}>
      {data.more.length > 0 ? `${figure(count)}+ issues` : counted(count, 'issue')}
    </span>
  );
}

function List({ search }: { readonly search: IssueSearch }): ReactElement {
  const { id } = useCompany();
  const issues = useInfiniteQuery(issuesQuery(id, filterOf(search)));
  const rows = issues.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <ProblemNote error={issues.error} onRetry={() => void issues.refetch()} />
      {issues.isPending && <Waiting rows={12} />}
      {issues.isSuccess && rows.length === 0 && !issues.hasNextPage && (
        <Empty>
          <p>No issues match. Press c to create one, or choose another filter.</p>
        </Empty>
      )}
      {issues.isSuccess && (rows.length > 0 || issues.hasNextPage) && (
        <IssueList
          rows={rows}
          onEnd={() => {
            if (issues.hasNextPage && !issues.isFetchingNextPage) void issues.fetchNextPage();
          }}
        />
      )}
    </>
  );
}
