import type { Output } from '../../api/operations.ts';
import type { ReactElement } from 'react';
import { call } from '../../api/call.ts';
import { useChangeIssue } from '../../cache/change-issue.ts';
import { useEdit } from '../../cache/edit.ts';
import { Area, Field } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/form.tsx';

interface Props {
  readonly issue: Output<'getIssue'>;
  readonly onClose: () => void;
}

const fieldsOf = (issue: { title?: string; description?: string | null } | undefined) => ({
  title: issue?.title ?? '',
  description: issue?.description ?? '',
});

/** Title and text. */
export function EditText({ issue, onClose }: Props): ReactElement {
  const change = useChangeIssue();
  const { fields, touched, theirs, set, over } = useEdit(issue, {
    fieldsOf,
    read: () => call('getIssue', { issueId: issue.id }),
  });
  const submit = (): void => {
    if (Object.keys(touched).length === 0) return onClose();
    const write = { issue, change: touched, over, key: crypto.randomUUID() };
    change.mutate(write, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={`Edit ${issue.identifier}`}
      verb="Save"
      error={change.error}
      isPending={change.isPending}
      ready={fields.title.trim() !== ''}
      theirs={[
        ['Title', theirs.title],
        ['Text', theirs.description],
      ]}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Title"
        required
        maxLength={500}
        value={fields.title}
        onChange={(event) => set({ title: event.target.value })}
      />
      <Area
        label="Text"
        hint="Markdown"
        rows={12}
        value={fields.description}
        onChange={(event) => set({ description: event.target.value })}
      />
    </FormDialog>
  );
}
