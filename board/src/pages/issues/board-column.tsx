import {
  draggable,
  dropTargetForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { IssueRow, IssueStatus } from '@muster/contracts';
import { Link } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { useCompany, useNames } from '../../cache/company.ts';
import type { IssueSearch } from '../../domain/issue-search.ts';
import { searchChange } from '../../domain/search.ts';
import { issueMarks } from '../../domain/marks.ts';
import { Waiting } from '../../ui/ledger.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { Text } from '../../ui/text.tsx';
import { StatusPicker } from '../issue/pickers.tsx';
import css from './issue-board.module.css';
import { Priority } from './issue-line.tsx';

interface Props {
  readonly status: IssueStatus;
  readonly count: string | undefined;
  readonly isPending: boolean;
  readonly rows: readonly IssueRow[];
  readonly dragged: IssueRow | undefined;
  readonly mayWrite: boolean;
  readonly onDrag: (issue: IssueRow | undefined) => void;
  readonly onMove: (issue: IssueRow, status: IssueStatus) => void;
}

/** What is dragged says itself what it is: a quick hand drops before the page has shown where it may. */
type Dragged = Record<string, unknown> & { readonly issue: IssueRow };
const isIssue = (data: Record<string, unknown>): data is Dragged => 'issue' in data;

const mayMove = (issue: IssueRow, status: IssueStatus): boolean =>
  issue.allowedTransitions?.includes(status) === true;

export function BoardColumn(props: Props): ReactElement {
  const { status, count, isPending, rows, dragged } = props;
  const { issuePrefix } = useCompany();
  const column = useRef<HTMLElement>(null);
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useLayoutEffect(() => {
    if (!column.current) return undefined;
    return dropTargetForElements({
      element: column.current,
      canDrop: ({ source }) => isIssue(source.data) && mayMove(source.data.issue, status),
      onDragEnter: () => setIsOver(true),
      onDragLeave: () => setIsOver(false),
      onDrop: ({ source }) => {
        setIsOver(false);
        if (isIssue(source.data)) latest.current.onMove(source.data.issue, status);
      },
    });
  }, [status]);
  const takes = dragged && (dragged.status === status || mayMove(dragged, status));
  const { word } = issueMarks[status];
  const look = `${isOver ? css.over : ''} ${dragged && !takes ? css.closed : ''}`;
  return (
    <section ref={column} aria-label={word} className={`${css.column} ${look}`}>
      <h2>
        <StateMark kind="issue" mark={issueMarks[status]} word />
        <span className={css.count}>{count ?? rows.length}</span>
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a column that scrolls is reached by keys */}
      <ul className={css.issues} aria-label={word} tabIndex={0}>
        {isPending && (
          <li>
            <Waiting rows={3} />
          </li>
        )}
        {rows.map((issue) => (
          <BoardIssue key={issue.id} issue={issue} {...props} />
        ))}
        {count !== undefined && Number.parseInt(count, 10) > rows.length && !isPending && (
          <li className={css.more}>
            <Link
              to="/$prefix/issues"
              params={{ prefix: issuePrefix }}
              search={searchChange<IssueSearch>({ view: '', status })}
            >
              All {count} as a list
            </Link>
          </li>
        )}
      </ul>
    </section>
  );
}

function BoardIssue({
  issue,
  mayWrite,
  onDrag,
  onMove,
}: Props & { readonly issue: IssueRow }): ReactElement {
  const { id, issuePrefix } = useCompany();
  const names = useNames(id);
  const item = useRef<HTMLLIElement>(null);
  const [opens, setOpens] = useState(false);
  const latest = useRef(issue);
  useEffect(() => {
    latest.current = issue;
  });
  useLayoutEffect(() => {
    if (!item.current || !mayWrite) return undefined;
    return draggable({
      element: item.current,
      getInitialData: () => ({ issue: latest.current }),
      onDragStart: () => onDrag(latest.current),
      onDrop: () => onDrag(undefined),
    });
  }, [mayWrite, onDrag]);
  const { identifier = '', title = '', priority = 'medium' } = issue;
  const who = names.of(issue.assigneeAgentId ?? null, issue.assigneeUserId ?? null);
  return (
    <li ref={item} className={css.issue}>
      <Link
        to="/$prefix/issues/$ref"
        params={{ prefix: issuePrefix, ref: identifier }}
        className={css.link}
        data-row={issue.id}
        draggable={false}
      >
        <span className={css.top}>
          {identifier} <Priority priority={priority} />
        </span>
        <Text of={title} />
        <span className={css.who}>
          {who !== undefined && <Text of={who} />}
          {(issue.labels ?? []).map((label) => (
            <Text key={label.id} of={label.name} />
          ))}
        </span>
      </Link>
      {mayWrite && (
        <button type="button" className={css.move} onClick={() => setOpens(true)}>
          <span aria-hidden="true">⇄</span>
          <span className="only-read">Move {identifier}</span>
        </button>
      )}
      {opens && (
        <StatusPicker
          statuses={issue.allowedTransitions ?? []}
          onPick={({ status }) => status && onMove(issue, status)}
          onClose={() => setOpens(false)}
        />
      )}
    </li>
  );
}

export const FoldedColumn = ({
  status,
  count,
  onOpen,
}: {
  readonly status: IssueStatus;
  readonly count: string | undefined;
  readonly onOpen: () => void;
}): ReactElement => (
  <section aria-label={issueMarks[status].word} className={css.folded}>
    <button type="button" onClick={onOpen}>
      <span className="only-read">Show </span>
      <StateMark kind="issue" mark={issueMarks[status]} word />
      <span className={css.count}>{count}</span>
    </button>
  </section>
);
