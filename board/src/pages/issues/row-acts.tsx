/** What can be done with rows: by keys with the one that has the focus, or with all that are selected. */
import type { IssueRow } from '@muster/contracts';
import { useState, type ReactElement } from 'react';
import { useCompany, useRights } from '../../cache/company.ts';
import { Button } from '../../ui/controls.tsx';
import { useKeys } from '../../ui/keys.ts';
import { ChangeIssues, type Changing, type Field } from './change-issues.tsx';
import css from './issues.module.css';
import { Peek } from './peek.tsx';
import type { Selection } from './selection.ts';

interface Props {
  readonly rows: readonly IssueRow[];
  readonly selection?: Selection;
}

/** The row that has the focus. */
const focusedId = (): string | undefined => {
  const { activeElement } = document;
  const row = activeElement instanceof HTMLElement ? activeElement.dataset['row'] : undefined;
  return row === '' ? undefined : row;
};

export function RowActs({ rows, selection }: Props): ReactElement {
  const { id } = useCompany();
  const { mayWrite } = useRights(id);
  // A change that is being sent stays until it is known what of it was refused.
  const [changes, setChanges] = useState<readonly (Changing & { readonly id: string })[]>([]);
  const [peeked, setPeeked] = useState<string | undefined>();
  const selected = selection?.selected ?? [];
  const change = (field: Field): unknown => {
    const focused = rows.find((row) => row.id === focusedId());
    const issues = selected.length > 0 ? selected : focused ? [focused] : [];
    if (!mayWrite || issues.length === 0) return false;
    return setChanges([...changes, { id: crypto.randomUUID(), field, issues }]);
  };
  const peek = (): unknown => {
    const focused = focusedId();
    return focused === undefined ? false : setPeeked(focused);
  };
  useKeys({
    ' ': peek,
    x: () => selection?.toggle(focusedId()),
    s: () => change('status'),
    a: () => change('assignee'),
    p: () => change('priority'),
    l: () => change('labels'),
    Escape: () => selection?.clear(),
  });
  return (
    <>
      {selected.length > 0 && (
        <div className={css.bulk} role="region" aria-label="Selected issues">
          <strong role="status">{selected.length} selected</strong>
          {mayWrite && (
            <>
              <Button hotkey="s" onClick={() => change('status')}>
                Status
              </Button>
              <Button hotkey="a" onClick={() => change('assignee')}>
                Assignee
              </Button>
              <Button hotkey="p" onClick={() => change('priority')}>
                Priority
              </Button>
              <Button hotkey="l" onClick={() => change('labels')}>
                Label
              </Button>
            </>
          )}
          <Button look="quiet" onClick={() => selection?.clear()}>
            Select none
          </Button>
        </div>
      )}
      {changes.map((each) => (
        <ChangeIssues
          key={each.id}
          field={each.field}
          issues={each.issues}
          onClose={() => setChanges((now) => now.filter((one) => one.id !== each.id))}
        />
      ))}
      {peeked !== undefined && <Peek issueId={peeked} onClose={() => setPeeked(undefined)} />}
    </>
  );
}
