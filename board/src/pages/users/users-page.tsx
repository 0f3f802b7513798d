/** People of the installation, for its administrators. */
import type { User } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { sessionQuery } from '../../cache/queries.ts';
import { instanceInvitationsQuery, usersQuery } from '../../cache/settings-queries.ts';
import { useWrite } from '../../cache/write.ts';
import { isOpenInvitation } from '../../domain/people/people.ts';
import { Act, ActRow } from '../../ui/acts.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/controls.tsx';
import { EmailField } from '../../ui/email-field.tsx';
import { Check, FormDialog } from '../../ui/form.tsx';
import { Empty, Ledger, Section, Waiting } from '../../ui/ledger.tsx';
import { useNow } from '../../ui/now.ts';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { Text } from '../../ui/text.tsx';
import { InstanceActivity } from './account-activity.tsx';

export function UsersPage(): ReactElement {
  const session = useQuery(sessionQuery).data;
  const [invites, setInvites] = useState(false);
  if (session?.may.manageUsers !== true) {
    return (
      <Page title="Users">
        <Empty>
          <p>An administrator of this installation manages its users.</p>
        </Empty>
      </Page>
    );
  }
  return (
    <Page
      title="Users"
      actions={
        <Button look="main" onClick={() => setInvites(true)}>
          Invite a person
        </Button>
      }
    >
      {invites && <InviteUser onClose={() => setInvites(false)} />}
      <Users />
      <Invitations />
      <InstanceActivity />
    </Page>
  );
}

function Users(): ReactElement {
  const users = useQuery(usersQuery);
  return (
    <Section title="Everybody with an account" count={users.data?.length}>
      <ProblemNote error={users.error} onRetry={() => void users.refetch()} />
      {users.isPending && <Waiting rows={4} />}
      <Ledger label="Users">
        {users.data?.map((user) => (
          <UserRow key={user.id} user={user} />
        ))}
      </Ledger>
    </Section>
  );
}

function UserRow({ user }: { readonly user: User }): ReactElement {
  const me = useQuery(sessionQuery).data?.user?.id;
  const [asks, setAsks] = useState(false);
  const change = useWrite('changeUser', () => setAsks(false));
  const isOff = user.disabledAt !== null;
  return (
    <>
      <ActRow
        name={
          <>
            <Text of={user.name} />
            {user.id === me && <span className="dim">you</span>}
          </>
        }
        facts={
          <>
            {user.instanceAdmin && <span>administrator</span>}
            {isOff && <span className="call">disabled</span>}
            <Text of={user.email ?? 'signs in with a token only'} />
            <span>
              since <Ago time={user.createdAt} />
            </span>
          </>
        }
        acts={
          user.id !== me && (
            <>
              <Act
                word={
                  user.instanceAdmin ? 'Remove administrator rights' : 'Grant administrator rights'
                }
                of={user.name}
                disabled={change.isPending}
                onAct={() => change.mutate({ userId: user.id, instanceAdmin: !user.instanceAdmin })}
              />
              <Act
                word={isOff ? 'Enable' : 'Disable'}
                of={user.name}
                danger={!isOff}
                disabled={change.isPending}
                onAct={() =>
                  isOff ? change.mutate({ userId: user.id, disabled: false }) : setAsks(true)
                }
              />
            </>
          )
        }
      />
      {change.error && !asks && (
        <li>
          <ProblemNote error={change.error} />
        </li>
      )}
      {asks && (
        <FormDialog
          title={`Disable ${user.name}?`}
          verb="Disable"
          danger
          error={change.error}
          isPending={change.isPending}
          onSubmit={() => change.mutate({ userId: user.id, disabled: true })}
          onClose={() => setAsks(false)}
        >
          <p>Their sessions and tokens stop working at once. Their issues and comments stay.</p>
        </FormDialog>
      )}
    </>
  );
}

function Invitations(): ReactElement | null {
  const now = useNow();
  const invitations = useQuery(instanceInvitationsQuery);
  const revoke = useWrite('revokeInstanceInvitation');
  const open = invitations.data?.filter((each) => isOpenInvitation(each, now)) ?? [];
  if (open.length === 0) return <ProblemNote error={invitations.error} />;
  return (
    <Section title="Invited" count={open.length}>
      <ProblemNote error={revoke.error} />
      <Ledger label="Invited">
        {open.map((invitation) => (
          <ActRow
            key={invitation.id}
            name={<Text of={invitation.name ?? invitation.email} />}
            facts={
              <>
                {invitation.instanceAdmin && <span>as administrator</span>}
                <span>
                  invited <Ago time={invitation.createdAt} />
                </span>
              </>
            }
            acts={
              <Act
                word="Revoke"
                of={`the invitation of ${invitation.email}`}
                danger
                disabled={revoke.isPending}
                onAct={() => revoke.mutate({ invitationId: invitation.id })}
              />
            }
          />
        ))}
      </Ledger>
    </Section>
  );
}

function InviteUser({ onClose }: { readonly onClose: () => void }): ReactElement {
  const [email, setEmail] = useState('');
  const [instanceAdmin, setInstanceAdmin] = useState(false);
  const invite = useWrite('inviteUser');
  const page = invite.data?.acceptPage;
  if (page !== undefined) {
    return (
      <ShownOnce label="Invitation link" value={location.origin + page} onClose={onClose}>
        Give it to {email}, and to no other person: who opens it chooses the password.
      </ShownOnce>
    );
  }
  return (
    <FormDialog
      title="Invite a person to this installation"
      verb="Create the link"
      error={invite.error}
      isPending={invite.isPending}
      ready={email.trim() !== ''}
      onSubmit={() => invite.mutate({ email: email.trim(), instanceAdmin })}
      onClose={onClose}
    >
      <p>
        Creates an account without a company. To invite somebody to a company, use its settings.
      </p>
      <EmailField value={email} error={invite.error} onEnter={setEmail} />
      <Check
        word="Administrator: sees and changes every company, and manages users"
        on={instanceAdmin}
        onSwitch={setInstanceAdmin}
      />
    </FormDialog>
  );
}
