/** Members of the company, and people who are invited to become members. */
import type { Member, UserInvitation } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useCompany, useNames, useRights } from '../../cache/company.ts';
import { membersQuery } from '../../cache/queries.ts';
import { invitationsQuery } from '../../cache/settings-queries.ts';
import { useWrite } from '../../cache/write.ts';
import { isOpenInvitation, permissionWords, roleWords } from '../../domain/people/people.ts';
import { Act, ActRow } from '../../ui/acts.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { Empty, Ledger, Section, Waiting } from '../../ui/ledger.tsx';
import { useNow } from '../../ui/now.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import { ChangeMember } from './change-member.tsx';
import { InvitePerson } from './invite-person.tsx';
import css from './settings.module.css';

export function PeopleSection(): ReactElement {
  const { id } = useCompany();
  const { mayInvite } = useRights(id);
  const members = useQuery(membersQuery(id));
  const [invites, setInvites] = useState(false);
  return (
    <>
      <div className={css.bar}>
        {mayInvite && (
          <Button look="main" onClick={() => setInvites(true)}>
            Invite a person
          </Button>
        )}
      </div>
      {invites && <InvitePerson onClose={() => setInvites(false)} />}
      <Section title="Members" count={members.data?.length}>
        <ProblemNote error={members.error} onRetry={() => void members.refetch()} />
        {members.isPending && <Waiting rows={3} />}
        {members.data?.length === 0 && (
          <Empty>
            <p>No members yet. Installation administrators see this company anyway.</p>
          </Empty>
        )}
        <Ledger label="Members">
          {members.data?.map((member) => (
            <MemberRow key={member.userId} member={member} />
          ))}
        </Ledger>
      </Section>
      <Invitations />
    </>
  );
}

function MemberRow({ member }: { readonly member: Member }): ReactElement {
  const { id } = useCompany();
  const { isOwner } = useRights(id);
  const { me } = useNames(id);
  const [open, setOpen] = useState<'change' | 'remove' | undefined>();
  const close = (): void => setOpen(undefined);
  const remove = useWrite('removeMember', close);
  const may = member.permissions.map((each) => permissionWords[each]);
  return (
    <>
      <ActRow
        name={
          <>
            <Text of={member.name} />
            {member.userId === me && <span className="dim">you</span>}
          </>
        }
        facts={
          <>
            <span>{roleWords[member.role]}</span>
            {member.role === 'operator' && may.length > 0 && <span>may {may.join(', ')}</span>}
            {member.email !== null && <Text of={member.email} />}
          </>
        }
        acts={
          isOwner && (
            <>
              <Act word="Change" of={member.name} onAct={() => setOpen('change')} />
              <Act word="Remove" of={member.name} danger onAct={() => setOpen('remove')} />
            </>
          )
        }
      />
      {open === 'change' && <ChangeMember member={member} onClose={close} />}
      {open === 'remove' && (
        <FormDialog
          title={`Remove ${member.name} from the company?`}
          verb="Remove"
          danger
          error={remove.error}
          isPending={remove.isPending}
          onSubmit={() => remove.mutate({ companyId: id, userId: member.userId })}
          onClose={close}
        >
          <p>They lose access at once. Their issues and comments stay.</p>
        </FormDialog>
      )}
    </>
  );
}

function Invitations(): ReactElement | null {
  const { id } = useCompany();
  const now = useNow();
  const invitations = useQuery(invitationsQuery(id));
  const open = invitations.data?.filter((each) => isOpenInvitation(each, now)) ?? [];
  if (open.length === 0) return <ProblemNote error={invitations.error} />;
  return (
    <Section title="Invited" count={open.length}>
      <Ledger label="Invited">
        {open.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </Ledger>
    </Section>
  );
}

function InvitationRow({ invitation }: { readonly invitation: UserInvitation }): ReactElement {
  const { id, timeZone } = useCompany();
  const { mayInvite } = useRights(id);
  const revoke = useWrite('revokeUserInvitation');
  return (
    <>
      <ActRow
        name={<Text of={invitation.name ?? invitation.email} />}
        facts={
          <>
            <span>{invitation.role === null ? '' : roleWords[invitation.role]}</span>
            {invitation.name !== null && <Text of={invitation.email} />}
            <span>
              invited <Ago time={invitation.createdAt} zone={timeZone} />
            </span>
          </>
        }
        acts={
          mayInvite && (
            <Act
              word="Revoke"
              of={`the invitation of ${invitation.email}`}
              danger
              disabled={revoke.isPending}
              onAct={() => revoke.mutate({ companyId: id, invitationId: invitation.id })}
            />
          )
        }
      />
      {revoke.error && (
        <li>
          <ProblemNote error={revoke.error} />
        </li>
      )}
    </>
  );
}
