/** Where the reader is signed in. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { sessionQuery } from '../../cache/queries.ts';
import { useSignOut } from '../../cache/session.ts';
import { ownSessionsQuery } from '../../cache/settings-queries.ts';
import { useWrite } from '../../cache/write.ts';
import { deviceOf } from '../../domain/people/devices.ts';
import { Act, ActRow } from '../../ui/acts.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Ledger, Section, Waiting } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';

type Session = Output<'listSessions'>[number];

export function Sessions(): ReactElement {
  const sessions = useQuery(ownSessionsQuery);
  return (
    <Section title="Where you are signed in" count={sessions.data?.length}>
      <ProblemNote error={sessions.error} onRetry={() => void sessions.refetch()} />
      {sessions.isPending && <Waiting rows={2} />}
      <Ledger label="Where you are signed in">
        {sessions.data?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </Ledger>
    </Section>
  );
}

function SessionRow({ session }: { readonly session: Session }): ReactElement {
  const own = useQuery(sessionQuery).data?.credential.id === session.id;
  const end = useWrite('revokeSession');
  const signOut = useSignOut();
  const device = deviceOf(session.userAgent);
  return (
    <>
      <ActRow
        name={
          <>
            <Text of={device} />
            {own && <span className="dim">this browser</span>}
          </>
        }
        facts={
          <>
            <span>
              signed in <Ago time={session.createdAt} />
            </span>
            {session.address !== null && <span className="mono">{session.address}</span>}
          </>
        }
        acts={
          <Act
            word={own ? 'Sign out' : 'End'}
            of={`the session of ${device}`}
            danger
            disabled={end.isPending}
            onAct={() => (own ? void signOut() : end.mutate({ sessionId: session.id }))}
          />
        }
      />
      {end.error && (
        <li>
          <ProblemNote error={end.error} />
        </li>
      )}
    </>
  );
}
