import type { JoinRequest } from '@muster/contracts';
import { useState, type ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import { useWrite } from '../../cache/write.ts';
import { Area, Field } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { Prose } from '../../ui/markdown/markdown.tsx';

interface Props {
  readonly joiner: JoinRequest;
  readonly verdict: 'approve' | 'reject';
  readonly onClose: () => void;
}

/** What the agent says of itself, and the answer to it. */
export function DecideJoiner({ joiner, verdict, onClose }: Props): ReactElement {
  const { id } = useCompany();
  const [agentName, setAgentName] = useState(joiner.agentName);
  const [note, setNote] = useState('');
  const approve = useWrite('approveJoinRequest', onClose);
  const reject = useWrite('rejectJoinRequest', onClose);
  const write = verdict === 'approve' ? approve : reject;
  const submit = (): void => {
    const decision = {
      companyId: id,
      joinRequestId: joiner.id,
      ...(note.trim() === '' ? {} : { decisionNote: note }),
    };
    if (verdict === 'reject') reject.mutate(decision);
    else approve.mutate({ ...decision, agentName });
  };
  return (
    <FormDialog
      title={`${verdict === 'approve' ? 'Let' : 'Do not let'} ${joiner.agentName} join`}
      verb={verdict === 'approve' ? 'Approve' : 'Reject'}
      danger={verdict === 'reject'}
      error={write.error}
      isPending={write.isPending}
      ready={agentName.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {joiner.capabilities !== null && joiner.capabilities !== '' && (
        <Prose text={joiner.capabilities} />
      )}
      {verdict === 'approve' && (
        <Field
          label="Name in the company"
          required
          maxLength={200}
          value={agentName}
          hint="It reports to the CEO, and gets its key when it asks again."
          onChange={(event) => setAgentName(event.target.value)}
        />
      )}
      <Area
        label="Note"
        rows={2}
        maxLength={4_000}
        value={note}
        hint="The agent reads it."
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}
