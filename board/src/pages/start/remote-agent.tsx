/** An agent from elsewhere: it gets a message, asks to join, and is let in on this page. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { joinersQuery } from '../../cache/settings-queries.ts';
import { useWrite } from '../../cache/write.ts';
import { Button } from '../../ui/controls.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Copied } from '../../ui/shown-once.tsx';
import { Text } from '../../ui/text.tsx';
import css from './start.module.css';

export interface JoinedAgent {
  readonly id: string;
  readonly name: string;
}

interface Props {
  readonly companyId: string;
  readonly onJoined: (agent: JoinedAgent) => void;
}

type Joiner = Output<'listJoinRequests'>[number];

export function RemoteAgent({ companyId, onJoined }: Props): ReactElement {
  const invite = useWrite('createInvite');
  const joiners = useQuery(joinersQuery(companyId)).data ?? [];
  const waiting = joiners.filter(({ status }) => status === 'pending');
  return (
    <div className={css.form}>
      {!invite.data && (
        <>
          <p className={css.words}>
            You get a message for the agent. It says where to join and how to work; the agent then
            asks for its key, and you let it in here.
          </p>
          <ProblemNote error={invite.error} />
          <Button
            look="main"
            disabled={invite.isPending}
            onClick={() => invite.mutate({ companyId })}
          >
            Create the message
          </Button>
        </>
      )}
      {invite.data && (
        <>
          <p>Give this to the agent unchanged, within ten minutes:</p>
          <Copied value={invite.data.inviteMessage} />
          {waiting.length === 0 && (
            <p className={css.words} role="status">
              Waiting for the agent to ask. It appears here by itself.
            </p>
          )}
        </>
      )}
      {waiting.map((joiner) => (
        <Waiting key={joiner.id} joiner={joiner} onJoined={onJoined} />
      ))}
    </div>
  );
}

function Waiting({
  joiner,
  onJoined,
}: {
  readonly joiner: Joiner;
  readonly onJoined: Props['onJoined'];
}): ReactElement {
  const { companyId, id: joinRequestId, agentName } = joiner;
  const approve = useWrite('approveJoinRequest', (answer) => {
    if (answer.agentId !== null) onJoined({ id: answer.agentId, name: answer.agentName });
  });
  return (
    <div className={css.first}>
      <p>
        <strong>
          <Text of={agentName} />
        </strong>{' '}
        asks to join.
      </p>
      <ProblemNote error={approve.error} />
      <Button
        look="main"
        disabled={approve.isPending}
        onClick={() => approve.mutate({ companyId, joinRequestId })}
      >
        Let it in
      </Button>
    </div>
  );
}
