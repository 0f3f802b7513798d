/** Takes the text of a comment away for good, such as a secret that got into it. */
import { useState, type ReactElement } from 'react';
import { useWrite } from '../../cache/write.ts';
import { Field } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/form.tsx';

interface Props {
  readonly issueId: string;
  readonly commentId: string;
  readonly onClose: () => void;
}

export function RedactComment({ issueId, commentId, onClose }: Props): ReactElement {
  const [reason, setReason] = useState('');
  const redact = useWrite('redactComment', onClose);
  const submit = (): void =>
    redact.mutate({
      issueId,
      commentId,
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    });
  return (
    <FormDialog
      title="Redact the comment"
      verb="Redact"
      danger
      error={redact.error}
      isPending={redact.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>Removes the text from the thread, search and stored answers. This cannot be undone.</p>
      <p>Readers may have seen it: replace any key it contained.</p>
      <Field
        label="Why"
        hint="Optional. Readers of the thread see it."
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
