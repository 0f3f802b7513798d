import type { ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { askOf } from '../../domain/approvals.ts';
import { oneLine } from '../../domain/visible.ts';
import { Area } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/form.tsx';

interface Props {
  readonly approval: Output<'getApproval'>;
  readonly reason: string;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly onReason: (reason: string) => void;
  readonly onReject: () => void;
  readonly onClose: () => void;
}

/** A rejection has a reason, and cannot be taken back. */
export function Reject({ approval, reason, onReason, onReject, ...rest }: Props): ReactElement {
  const isHire = approval.type === 'hire_agent';
  return (
    <FormDialog
      title={`Reject: ${oneLine(askOf(approval))}`}
      verb="Reject for good"
      danger
      ready={reason.trim() !== ''}
      onSubmit={onReject}
      {...rest}
    >
      {isHire && <p>The agent is terminated. To have it changed instead, ask for a revision.</p>}
      <Area
        label="Reason"
        hint="Say why; otherwise the agent is likely to ask again."
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the reason is what is asked
        autoFocus
        value={reason}
        onChange={(event) => onReason(event.target.value)}
      />
    </FormDialog>
  );
}
