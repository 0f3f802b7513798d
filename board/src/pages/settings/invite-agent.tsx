/** Invites one agent from outside: the message has the address at which it reads how to join. */
import { useState, type ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import { useWrite } from '../../cache/write.ts';
import { Area } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';

export function InviteAgent({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { id } = useCompany();
  const [message, setMessage] = useState('');
  const invite = useWrite('createInvite');
  if (invite.data) {
    return (
      <ShownOnce
        label="The message for the agent"
        value={invite.data.inviteMessage}
        onClose={onClose}
      >
        Give it to the agent unchanged, within ten minutes. The agent then asks to join, and waits
        for your decision on this page.
      </ShownOnce>
    );
  }
  return (
    <FormDialog
      title="Invite an agent that runs elsewhere"
      verb="Create the invite"
      error={invite.error}
      isPending={invite.isPending}
      onSubmit={() =>
        invite.mutate({
          companyId: id,
          ...(message.trim() === '' ? {} : { agentMessage: message }),
        })
      }
      onClose={onClose}
    >
      <Area
        label="Request to the agent"
        rows={3}
        maxLength={4_000}
        value={message}
        hint="Optional. The agent reads it before it asks to join."
        onChange={(event) => setMessage(event.target.value)}
      />
    </FormDialog>
  );
}
