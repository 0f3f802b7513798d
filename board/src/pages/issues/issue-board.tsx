/**
 * Issues in a column for each status. An issue is dragged to another column, or moved there by its menu;
 * both offer only the moves that the API allows. What has ended is folded, so that it is read only if wanted.
 */
import type { IssueRow, IssueStatus } from '@muster/contracts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useChangeIssue } from '../../cache/change-issue.ts';
import { useCompany, useRights } from '../../cache/company.ts';
import { columnQuery, issueCountsQuery } from '../../cache/queries.ts';
import { figure } from '../../domain/count.ts';
import { columnsOf, filterOf, isEnded, type IssueSearch } from '../../domain/issue-search.ts';
import { searchChange } from '../../domain/search.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { BoardColumn, FoldedColumn } from './board-column.tsx';
import css from './issue-board.module.css';
import { RowActs } from './row-acts.tsx';

export function IssueBoard({ search }: { readonly search: IssueSearch }): ReactElement {
  const { id, issuePrefix } = useCompany();
  const { mayWrite } = useRights(id);
  const navigate = useNavigate();
  const change = useChangeIssue();
  const [dragged, setDragged] = useState<IssueRow | undefined>();
  const { status: _, ...filter } = filterOf(search);
  const all = columnsOf(search);
  const isFolded = (status: IssueStatus): boolean =>
    isEnded(status) && search.ended !== 'shown' && search.status === undefined;
  const shown = all.filter((status) => !isFolded(status));
  const read = useQueries({ queries: shown.map((status) => columnQuery(id, filter, status)) });
  const counts = useQuery({
    ...issueCountsQuery(id, filter),
    enabled: filter.q === undefined,
  }).data;
  // An event or a change has moved a row before its columns are read again.
  const rows = [
    ...new Map(read.flatMap(({ data }) => data ?? []).map((row) => [row.id, row])).values(),
  ];
  const move = (issue: IssueRow, status: IssueStatus): void => {
    if (issue.id === undefined || issue.version === undefined || issue.status === status) return;
    change.mutate({
      issue: { ...issue, id: issue.id, version: issue.version },
      change: { status },
      key: crypto.randomUUID(),
    });
  };
  const countOf = (status: IssueStatus): string | undefined => {
    const count = counts?.byStatus[status];
    if (count === undefined) return undefined;
    return counts?.more.includes(status) === true ? `${figure(count)}+` : figure(count);
  };
  const unfold = (): void =>
    void navigate({
      to: '/$prefix/issues',
      params: { prefix: issuePrefix },
      search: searchChange<IssueSearch>({ ended: 'shown' }),
      replace: true,
    });
  return (
    <>
      <ProblemNote error={change.error ?? read.find(({ error }) => error)?.error} />
      <div className={css.board}>
        {all.map((status) =>
          isFolded(status) ? (
            <FoldedColumn key={status} status={status} count={countOf(status)} onOpen={unfold} />
          ) : (
            <BoardColumn
              key={status}
              status={status}
              count={countOf(status)}
              isPending={read[shown.indexOf(status)]?.isPending === true}
              rows={rows.filter((row) => row.status === status)}
              dragged={mayWrite ? dragged : undefined}
              mayWrite={mayWrite}
              onDrag={setDragged}
              onMove={move}
            />
          ),
        )}
      </div>
      <RowActs rows={rows} />
    </>
  );
}
