/** Invites a person, and shows the link once: the first person who opens it becomes the member. */
import { useState, type ReactElement } from 'react';
import { detailOf } from '../../api/problem.ts';
import { useCompany } from '../../cache/company.ts';
import { useWrite } from '../../cache/write.ts';
import { Field } from '../../ui/controls.tsx';
import { EmailField } from '../../ui/email-field.tsx';
import { FormDialog, Pair } from '../../ui/form.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { RoleFields, sentRights, type Rights } from './role-fields.tsx';

export function InvitePerson({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { id } = useCompany();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [rights, setRights] = useState<Rights>({ role: 'operator', permissions: [] });
  const invite = useWrite('addMember');
  const page = invite.data?.invitation?.acceptPage;
  if (page !== undefined) {
    return (
      <ShownOnce label="Invitation link" value={location.origin + page} onClose={onClose}>
        Give it to {email}, and to no other person: who opens it chooses the password. With an
        account here already, they can also accept on their own page.
      </ShownOnce>
    );
  }
  return (
    <FormDialog
      title="Invite a person"
      verb="Create the link"
      error={invite.error}
      isPending={invite.isPending}
      ready={email.trim() !== ''}
      onSubmit={() =>
        invite.mutate({
          companyId: id,
          email: email.trim(),
          ...(name.trim() === '' ? {} : { name: name.trim() }),
          ...sentRights(rights),
        })
      }
      onClose={onClose}
    >
      <Pair>
        <EmailField value={email} error={invite.error} onEnter={setEmail} />
        <Field
          label="Name"
          maxLength={100}
          value={name}
          hint="Optional. They can choose it themselves."
          wrong={detailOf(invite.error, 'name')}
          onChange={(event) => setName(event.target.value)}
        />
      </Pair>
      <RoleFields rights={rights} onChange={setRights} />
    </FormDialog>
  );
}
