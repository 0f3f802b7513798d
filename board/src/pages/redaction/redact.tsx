/** Takes words away for good, such as a secret that got into them, and says who has done so. */
import type { Redaction } from '@muster/contracts';
import { useState, type ReactElement } from 'react';
import type { Input } from '../../api/operations.ts';
import { useCompany, useNames } from '../../cache/company.ts';
import { useWrite } from '../../cache/write.ts';
import { Ago } from '../../ui/ago.tsx';
import { Button, Field } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { Text } from '../../ui/text.tsx';

type Redacting =
  | 'redactComment'
  | 'redactFile'
  | 'redactQuestion'
  | 'redactWait'
  | 'redactIssueDocument'
  | 'redactProjectDocument'
  | 'redactCompanyDocument'
  | 'redactRunLog'
  | 'redactApproval'
  | 'redactApprovalComment';

interface Props<N extends Redacting> {
  /** Such as `the comment`. */
  readonly what: string;
  /** What becomes of it. */
  readonly gone: string;
  readonly by: N;
  readonly of: Omit<Input<N>, 'reason'>;
  readonly onDone?: () => void;
}

export function Redact<N extends Redacting>(props: Props<N>): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        Redact
      </Button>
      {isOpen && <Dialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function Dialog<N extends Redacting>({
  what,
  gone,
  by,
  of,
  onDone,
  onClose,
}: Props<N> & { readonly onClose: () => void }): ReactElement {
  const [reason, setReason] = useState('');
  const redact = useWrite(by, () => {
    onClose();
    onDone?.();
  });
  const submit = (): void =>
    redact.mutate({
      ...of,
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    } as Input<N>);
  return (
    <FormDialog
      title={`Redact ${what}`}
      verb="Redact"
      danger
      error={redact.error}
      isPending={redact.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{gone} This cannot be undone.</p>
      <p>Readers may have seen it: replace any key it contained.</p>
      <Field
        label="Why"
        hint="Optional. Readers see it."
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}

/** Stands where the words were. */
export function Tombstone({
  what,
  redacted,
}: {
  readonly what: string;
  readonly redacted: Redaction;
}): ReactElement {
  const { id, timeZone } = useCompany();
  const { me } = useNames(id);
  return (
    <p className="dim">
      {what} redacted by <Text of={redacted.byUserId === me ? 'you' : redacted.byName} />{' '}
      <Ago time={redacted.at} zone={timeZone} />
      {redacted.reason !== null && (
        <>
          : <Text of={redacted.reason} />
        </>
      )}
    </p>
  );
}
