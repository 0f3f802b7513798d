/** Issues of a company. The filter is the address, so it can be kept and shared. */
import type { IssueStatus } from '@muster/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactElement } from 'react';
import { issueStatuses } from 'virtual:contracts';
import { useCompany, useNames } from '../../cache/company.ts';
import { issuesQuery, type IssueFilter } from '../../cache/queries.ts';
import { issueMarks } from '../../domain/marks.ts';
import { oneLine } from '../../domain/visible.ts';
import { useKeys } from '../../ui/keys.ts';
import { Empty, useRowKeys, Waiting } from '../../ui/ledger.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { IssueLine } from './issue-line.tsx';
import css from './issues.module.css';

interface Filter {
  readonly q?: string;
  readonly status?: string;
  readonly assignee?: string;
}

const OPEN: readonly IssueStatus[] = ['backlog', 'todo', 'in_progress', 'in_review', 'blocked'];
/** Rows of a mouse, of a finger, and of a phone, where the title has two lines. */
const ROW_PX = 36;
const ROW_COARSE_PX = 48;
const ROW_NARROW_PX = 76;

export function IssuesPage(): ReactElement {
  const company = useCompany();
  const search: Filter = useSearch({ strict: false });
  const issues = useInfiniteQuery(issuesQuery(company.id, filterOf(search)));
  const rows = issues.data?.pages.flatMap(({ items }) => items) ?? [];
  useRowKeys();
  return (
    <Page title="Issues">
      <Filters search={search} />
      {issues.error && <ProblemNote error={issues.error} onRetry={() => void issues.refetch()} />}
      {issues.isPending && <Waiting rows={12} />}
      {issues.isSuccess && rows.length === 0 && (
        <Empty>
          <p>No issue is like this. Press c to give an agent work, or choose another filter.</p>
        </Empty>
      )}
      {rows.length > 0 && (
        <Rows
          rows={rows}
          onEnd={() => {
            if (issues.hasNextPage && !issues.isFetchingNextPage) void issues.fetchNextPage();
          }}
        />
      )}
    </Page>
  );
}

function Rows({
  rows,
  onEnd,
}: {
  readonly rows: readonly Parameters<typeof IssueLine>[0]['issue'][];
  readonly onEnd: () => void;
}): ReactElement {
  const company = useCompany();
  const list = useRef<HTMLUListElement>(null);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: rowHeight,
    overscan: 20,
    scrollMargin: list.current?.offsetTop ?? 0,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - 1) onEnd();
  }, [last, rows.length, onEnd]);
  return (
    <ul
      ref={list}
      className={css.list}
      aria-label="Issues"
      style={{ blockSize: virtual.getTotalSize() }}
    >
      {items.map(({ index, start, size }) => {
        const issue = rows[index];
        return issue ? (
          <li
            key={issue.id}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            style={{
              blockSize: size,
              transform: `translateY(${start - virtual.options.scrollMargin}px)`,
            }}
          >
            <IssueLine issue={issue} company={company} />
          </li>
        ) : null;
      })}
    </ul>
  );
}

function rowHeight(): number {
  if (matchMedia('(max-width: 720px)').matches) return ROW_NARROW_PX;
  return matchMedia('(pointer: coarse)').matches ? ROW_COARSE_PX : ROW_PX;
}

function Filters({ search }: { readonly search: Filter }): ReactElement {
  const { id, issuePrefix } = useCompany();
  const names = useNames(id);
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => field.current?.focus() });
  const set = (change: Partial<Filter>): void => {
    const next = Object.fromEntries(
      Object.entries({ ...search, ...change }).filter(([, value]) => value !== ''),
    );
    void navigate({ to: `/${issuePrefix}/issues`, search: next, replace: true });
  };
  return (
    <search className={css.filters}>
      <input
        ref={field}
        type="search"
        aria-label="Words of the title or text"
        placeholder="Filter"
        defaultValue={search.q ?? ''}
        onChange={(event) => set({ q: event.target.value })}
      />
      <select
        aria-label="Status"
        value={search.status ?? ''}
        onChange={(event) => set({ status: event.target.value })}
      >
        <option value="">Open</option>
        <option value="all">All statuses</option>
        {issueStatuses.map((status) => (
          <option key={status} value={status}>
            {issueMarks[status].word}
          </option>
        ))}
      </select>
      <select
        aria-label="Assignee"
        value={search.assignee ?? ''}
        onChange={(event) => set({ assignee: event.target.value })}
      >
        <option value="">Every assignee</option>
        <option value="me">Me</option>
        {[...names.agents.values()].map((agent) => (
          <option key={agent.id} value={agent.id}>
            {oneLine(agent.name)}
          </option>
        ))}
      </select>
    </search>
  );
}

function filterOf({ q, status, assignee }: Filter): IssueFilter {
  const known = issueStatuses.filter((each) => each === status);
  return {
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
    ...(status === 'all' ? {} : { status: known.length > 0 ? known : OPEN }),
    ...(assignee === 'me' ? { assigneeUserId: 'me' as const } : {}),
    ...(assignee !== undefined && assignee !== 'me' ? { assigneeAgentId: assignee } : {}),
  };
}
