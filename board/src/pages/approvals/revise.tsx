/** What its requester, or the board for it, can do with a request: change it and ask again, or withdraw it. */
import { useState, type ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { isProblem } from '../../api/problem.ts';
import { useCompany, useMe, useRights } from '../../cache/company.ts';
import { useWrite } from '../../cache/write.ts';
import {
  draftOf,
  patched,
  patchOf,
  type Draft,
  type Open,
} from '../../domain/agents/config-form.ts';
import { payloadFields } from '../../domain/agents/payload-fields.ts';
import { askOf } from '../../domain/approvals.ts';
import { oneLine } from '../../domain/visible.ts';
import { Button } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { FormFields } from '../agent/form-fields.tsx';
import css from './approvals.module.css';
import { RevisionAsked } from './revision-asked.tsx';

interface Props {
  readonly approval: Output<'getApproval'>;
}

interface OpenProps extends Props {
  readonly onClose: () => void;
}

type Payload = Output<'getApproval'>['payload'];

export const Revise = ({ approval }: Props): ReactElement => (
  <>
    <RevisionAsked approval={approval} />
    <Acts approval={approval} />
  </>
);

function Acts({ approval }: Props): ReactElement | null {
  const { mayWrite } = useRights(useCompany().id);
  const me = useMe();
  const [open, setOpen] = useState<'revise' | 'withdraw' | undefined>();
  const close = (): void => setOpen(undefined);
  const isAsked = approval.status === 'revision_requested';
  const isOwn = approval.requestedByUserId !== null && approval.requestedByUserId === me;
  const mayWithdraw = isAsked || (isOwn && approval.status === 'pending');
  if (!mayWrite || !mayWithdraw) return null;
  // A change of an agent is asked for anew.
  const mayRevise = isAsked && approval.type !== 'change_agent';
  return (
    <div className={css.revise}>
      {mayRevise && (
        <Button look="main" onClick={() => setOpen('revise')}>
          Edit and resubmit
        </Button>
      )}
      <Button onClick={() => setOpen('withdraw')}>Withdraw</Button>
      {open === 'revise' && <ReviseForm approval={approval} onClose={close} />}
      {open === 'withdraw' && <Withdraw approval={approval} onClose={close} />}
    </div>
  );
}

function ReviseForm({ approval, onClose }: OpenProps): ReactElement {
  const [before] = useState<Open>(approval.payload);
  const fields = payloadFields(before);
  const [draft, setDraft] = useState<Draft>(() => draftOf(fields, before));
  const resubmit = useWrite('resubmitApproval', onClose);
  const submit = (): void => {
    const patch = patchOf(fields, before, draft);
    resubmit.mutate({
      approvalId: approval.id,
      ifVersion: approval.version,
      ...(patch ? { payload: patched(fields, before, patch) as Payload } : {}),
    });
  };
  return (
    <FormDialog
      title={`Edit: ${oneLine(askOf(approval))}`}
      verb="Resubmit"
      error={resubmit.error}
      isPending={resubmit.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormFields
        legend="Request"
        fields={fields}
        draft={draft}
        problem={isProblem(resubmit.error) ? resubmit.error : undefined}
        onChange={(change) => setDraft({ ...draft, ...change })}
      />
    </FormDialog>
  );
}

function Withdraw({ approval, onClose }: OpenProps): ReactElement {
  const cancel = useWrite('cancelApproval', onClose);
  return (
    <FormDialog
      title={`Withdraw: ${oneLine(askOf(approval))}`}
      verb="Withdraw the request"
      danger
      error={cancel.error}
      isPending={cancel.isPending}
      onSubmit={() => cancel.mutate({ approvalId: approval.id, ifVersion: approval.version })}
      onClose={onClose}
    >
      <p>
        {approval.type === 'hire_agent'
          ? 'Nothing is decided, and the agent that waits for its hire is terminated.'
          : 'Nothing is decided.'}
      </p>
    </FormDialog>
  );
}
