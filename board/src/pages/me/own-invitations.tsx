/** Companies that have invited the reader's own address. */
import type { OwnInvitation } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { ownInvitationsQuery } from '../../cache/settings-queries.ts';
import { useWrite } from '../../cache/write.ts';
import { roleWords } from '../../domain/people/people.ts';
import { Act, ActRow } from '../../ui/acts.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Ledger, Section } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';

export function OwnInvitations(): ReactElement | null {
  const invitations = useQuery(ownInvitationsQuery).data ?? [];
  if (invitations.length === 0) return null;
  return (
    <Section title="You are invited" count={invitations.length} loud>
      <Ledger label="You are invited">
        {invitations.map((invitation) => (
          <Invitation key={invitation.id} invitation={invitation} />
        ))}
      </Ledger>
    </Section>
  );
}

function Invitation({ invitation }: { readonly invitation: OwnInvitation }): ReactElement {
  const accept = useWrite('acceptOwnInvitation');
  return (
    <>
      <ActRow
        name={<Text of={`A company, by ${invitation.invitedByName}`} />}
        facts={
          <>
            <span>as {invitation.role === null ? 'a person' : roleWords[invitation.role]}</span>
            <Ago time={invitation.createdAt} />
          </>
        }
        acts={
          <Act
            word="Accept"
            of={`the invitation by ${invitation.invitedByName}`}
            disabled={accept.isPending}
            onAct={() => accept.mutate({ invitationId: invitation.id })}
          />
        }
      />
      {accept.error && (
        <li>
          <ProblemNote error={accept.error} />
        </li>
      )}
    </>
  );
}
