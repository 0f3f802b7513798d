/** When an issue is to be done: by the end of a day of the company. */
import { useState, type ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import type { useChangeIssue } from '../../cache/change-issue.ts';
import { useCompany } from '../../cache/company.ts';
import { isEnded } from '../../domain/issue-life.ts';
import { dayOf, endOfDay } from '../../domain/time.ts';
import { Ago } from '../../ui/ago.tsx';
import { Field } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { When } from '../../ui/when.tsx';
import { useNow } from '../../ui/now.ts';

interface Props {
  readonly issue: Output<'getIssue'>;
}

interface FormProps extends Props {
  readonly change: ReturnType<typeof useChangeIssue>;
  readonly onClose: () => void;
}

export function DueTime({ issue }: Props): ReactElement {
  const { timeZone } = useCompany();
  const now = useNow();
  const { dueAt, status } = issue;
  if (!dueAt) return <span className="dim">No time</span>;
  if (isEnded(status) || Date.parse(dueAt) > now) return <When time={dueAt} zone={timeZone} />;
  return (
    <span>
      Overdue: <Ago time={dueAt} zone={timeZone} />
    </span>
  );
}

export function DueForm({ issue, change, onClose }: FormProps): ReactElement {
  const { timeZone } = useCompany();
  const [day, setDay] = useState(issue.dueAt ? dayOf(issue.dueAt, timeZone) : '');
  const submit = (): void =>
    change.mutate(
      {
        issue,
        change: { dueAt: day === '' ? null : endOfDay(day, timeZone) },
        key: crypto.randomUUID(),
      },
      { onSuccess: onClose },
    );
  return (
    <FormDialog
      title={`Due date of ${issue.identifier}`}
      verb="Save"
      error={change.error}
      isPending={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Done by the end of"
        type="date"
        value={day}
        hint="Its agent is woken then, and its manager a day later. Leave empty for no due date."
        onChange={(event) => setDay(event.target.value)}
      />
    </FormDialog>
  );
}
