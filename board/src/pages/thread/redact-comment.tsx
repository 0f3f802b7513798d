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
      <p>
        Its text is gone from the thread, from search and from stored answers. It cannot be
        restored.
      </p>
      <p>Whoever has read it knows it: change a key that was in it.</p>
      <Field
        label="Why"
        hint="For those who read the thread; may be empty."
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
