/** Issues as rows, of which only those on the screen are in the page. */
import type { IssueRow } from '@muster/contracts';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import { oneLine } from '../../domain/visible.ts';
import { IssueLine } from './issue-line.tsx';
import css from './issues.module.css';
import { RowActs } from './row-acts.tsx';
import { useSelection, type Selection } from './selection.ts';

/** Rows of a mouse, of a finger, and of a phone, where the title has two lines. */
const ROW_PX = 36;
const ROW_COARSE_PX = 48;
const ROW_NARROW_PX = 76;

interface Props {
  readonly rows: readonly IssueRow[];
  readonly onEnd: () => void;
}

export function IssueList({ rows, onEnd }: Props): ReactElement {
  const company = useCompany();
  const list = useRef<HTMLUListElement>(null);
  const selection = useSelection(rows);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: rowHeight,
    overscan: 20,
    scrollMargin: list.current?.offsetTop ?? 0,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= rows.length - 1) onEnd();
  }, [last, rows.length, onEnd]);
  return (
    <>
      <ul
        ref={list}
        className={`${css.list} ${selection.selected.length > 0 ? css.selecting : ''}`}
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
              <Tick issue={issue} selection={selection} />
              <IssueLine issue={issue} company={company} />
            </li>
          ) : null;
        })}
      </ul>
      <RowActs rows={rows} selection={selection} />
    </>
  );
}

const Tick = ({
  issue,
  selection,
}: {
  readonly issue: IssueRow;
  readonly selection: Selection;
}): ReactElement => (
  <label className={css.tick}>
    <input
      type="checkbox"
      tabIndex={-1}
      checked={selection.has(issue.id)}
      onChange={() => selection.toggle(issue.id)}
    />
    <span className="only-read">
      Select {issue.identifier} {oneLine(issue.title ?? '')}
    </span>
  </label>
);

function rowHeight(): number {
  if (matchMedia('(max-width: 720px)').matches) return ROW_NARROW_PX;
  return matchMedia('(pointer: coarse)').matches ? ROW_COARSE_PX : ROW_PX;
}
