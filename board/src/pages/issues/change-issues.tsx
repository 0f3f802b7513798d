/** Changes one field of several issues, and says which of them the API has refused, and why. */
import type { IssueRow, IssueStatus } from '@muster/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState, type ReactElement } from 'react';
import { isProblem } from '../../api/problem.ts';
import { useReadAgain } from '../../cache/write.ts';
import { sendChange, type IssueChange } from '../../cache/change-issue.ts';
import { useCompany } from '../../cache/company.ts';
import { issueQuery } from '../../cache/queries.ts';
import { columns } from '../../domain/issue-search.ts';
import { Button } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AssigneePicker, LabelPicker, PriorityPicker, StatusPicker } from '../issue/pickers.tsx';
import css from './issues.module.css';

export type Field = 'status' | 'assignee' | 'priority' | 'labels';

export interface Changing {
  readonly field: Field;
  readonly issues: readonly IssueRow[];
}

interface Refused {
  readonly issue: IssueRow;
  readonly reason: string;
}

export function ChangeIssues({
  field,
  issues,
  onClose,
}: Changing & { readonly onClose: () => void }): ReactElement | null {
  const [isOpen, setIsOpen] = useState(true);
  const write = useChangeAll(issues, (refused) => refused.length === 0 && onClose());
  const isPicked = useRef(false);
  const pick = (change: IssueChange): void => {
    isPicked.current = true;
    write.mutate(change);
  };
  const close = (): void => {
    setIsOpen(false);
    // A choice closes the menu before its change is sent, and what is refused is shown after it.
    queueMicrotask(() => isPicked.current || onClose());
  };
  const refused = write.data ?? [];
  if (refused.length > 0) {
    return <Refusals refused={refused} all={issues.length} onClose={onClose} />;
  }
  if (!isOpen) return null;
  const pickers = { onPick: pick, onClose: close };
  if (field === 'status') return <Status issues={issues} {...pickers} />;
  if (field === 'assignee') return <AssigneePicker {...pickers} />;
  if (field === 'priority') return <PriorityPicker {...pickers} />;
  const held = issues.length === 1 ? (issues[0]?.labelIds ?? []) : [];
  return <LabelPicker held={held} {...pickers} />;
}

/** One after another, so that a hundred of them do not arrive at once. */
function useChangeAll(issues: readonly IssueRow[], onDone: (refused: readonly Refused[]) => void) {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: async (change: IssueChange): Promise<readonly Refused[]> => {
      const refused: Refused[] = [];
      for (const issue of issues) {
        try {
          // oxlint-disable-next-line no-await-in-loop -- one after another
          await sendOne(issue, change, issues.length > 1);
        } catch (error) {
          refused.push({ issue, reason: isProblem(error) ? error.fields.error : String(error) });
        }
      }
      return refused;
    },
    onSuccess: onDone,
    onSettled: () => readAgain('updateIssue'),
  });
}

/** Of several issues, a label is added to those that each has. */
function sendOne(row: IssueRow, change: IssueChange, isOneOfSeveral: boolean): Promise<unknown> {
  const { id, version } = row;
  if (id === undefined || version === undefined) throw new Error('a row without its id');
  const labels =
    change.labelIds && isOneOfSeveral
      ? { labelIds: [...new Set([...(row.labelIds ?? []), ...change.labelIds])] }
      : {};
  return sendChange({
    issue: { ...row, id, version },
    change: { ...change, ...labels },
    key: crypto.randomUUID(),
  });
}

/** Of one issue only the moves that it allows are offered; of several each is tried. */
function Status({
  issues,
  ...pickers
}: {
  readonly issues: readonly IssueRow[];
  readonly onPick: (change: IssueChange) => void;
  readonly onClose: () => void;
}): ReactElement | null {
  const { id } = useCompany();
  const [first] = issues;
  const isOne = issues.length === 1;
  const one = useQuery({
    ...issueQuery(id, first?.id ?? ''),
    enabled: isOne && first?.allowedTransitions === undefined,
  });
  const allowed = first?.allowedTransitions ?? one.data?.allowedTransitions;
  const statuses: readonly IssueStatus[] | undefined = isOne ? allowed : columns;
  return statuses ? <StatusPicker statuses={statuses} {...pickers} /> : null;
}

const Refusals = ({
  refused,
  all,
  onClose,
}: {
  readonly refused: readonly Refused[];
  readonly all: number;
  readonly onClose: () => void;
}): ReactElement => {
  const { issuePrefix } = useCompany();
  return (
    <Dialog label="Not changed" onClose={onClose} wide>
      <h1>
        {all - refused.length} of {all} changed
      </h1>
      <ul className={css.refused}>
        {refused.map(({ issue, reason }) => (
          <li key={issue.id}>
            <Link
              to="/$prefix/issues/$ref"
              params={{ prefix: issuePrefix, ref: issue.identifier ?? '' }}
              className="mono"
            >
              {issue.identifier}
            </Link>{' '}
            {reason}
          </li>
        ))}
      </ul>
      <div className={css.ends}>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
};
