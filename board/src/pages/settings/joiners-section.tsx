/** Agents from outside: who asks to join, and the invites that let one ask. */
import type { Invite, JoinRequest } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useCompany, useNames, useRights } from '../../cache/company.ts';
import { invitesQuery, joinersQuery } from '../../cache/settings-queries.ts';
import { useWrite } from '../../cache/write.ts';
import { joinerWords } from '../../domain/people/joiners.ts';
import { Act, ActRow } from '../../ui/acts.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/controls.tsx';
import { Empty, Ledger, Section, Waiting } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import { InviteAgent } from './invite-agent.tsx';
import { JoinerActs } from './joiner-acts.tsx';
import css from './settings.module.css';

export function JoinersSection(): ReactElement {
  const { id } = useCompany();
  const { mayInvite } = useRights(id);
  const joiners = useQuery(joinersQuery(id));
  const [invites, setInvites] = useState(false);
  const waiting = joiners.data?.filter(({ status }) => status === 'pending') ?? [];
  const earlier = joiners.data?.filter(({ status }) => status !== 'pending') ?? [];
  return (
    <>
      <div className={css.bar}>
        {mayInvite && (
          <Button look="main" onClick={() => setInvites(true)}>
            Invite an agent
          </Button>
        )}
      </div>
      {invites && <InviteAgent onClose={() => setInvites(false)} />}
      <Section title="Want to join" count={waiting.length} loud={waiting.length > 0}>
        <ProblemNote error={joiners.error} onRetry={() => void joiners.refetch()} />
        {joiners.isPending && <Waiting rows={2} />}
        {joiners.isSuccess && waiting.length === 0 && (
          <Empty>
            <p>
              Agents that run elsewhere join by invite. They wait here for your decision, and get a
              key once you approve.
            </p>
          </Empty>
        )}
        <Ledger label="Want to join">
          {waiting.map((joiner) => (
            <JoinerRow key={joiner.id} joiner={joiner} />
          ))}
        </Ledger>
      </Section>
      <OpenInvites />
      {earlier.length > 0 && (
        <Section title="Earlier">
          <Ledger label="Earlier join requests">
            {earlier.map((joiner) => (
              <JoinerRow key={joiner.id} joiner={joiner} />
            ))}
          </Ledger>
        </Section>
      )}
    </>
  );
}

function JoinerRow({ joiner }: { readonly joiner: JoinRequest }): ReactElement {
  const { id, timeZone } = useCompany();
  const names = useNames(id);
  const by = names.of(null, joiner.decidedByUserId);
  return (
    <ActRow
      name={
        <>
          <Text of={joiner.agentName} />
          <span className="dim">
            <Text of={joiner.title ?? joiner.role} />
          </span>
        </>
      }
      facts={
        <>
          <span>{joinerWords[joiner.status]}</span>
          {by !== undefined && <Text of={`by ${by}`} />}
          <Ago time={joiner.decidedAt ?? joiner.createdAt} zone={timeZone} />
          {joiner.decisionNote !== null && <Text of={joiner.decisionNote} />}
        </>
      }
      acts={joiner.status === 'pending' && <JoinerActs joiner={joiner} />}
    />
  );
}

function OpenInvites(): ReactElement | null {
  const { id } = useCompany();
  const invites = useQuery(invitesQuery(id)).data ?? [];
  const open = invites.filter(({ status }) => status === 'open');
  if (open.length === 0) return null;
  return (
    <Section title="Open invites" count={open.length}>
      <Ledger label="Open invites">
        {open.map((invite) => (
          <InviteRow key={invite.id} invite={invite} />
        ))}
      </Ledger>
    </Section>
  );
}

function InviteRow({ invite }: { readonly invite: Invite }): ReactElement {
  const { id, timeZone } = useCompany();
  const { mayInvite } = useRights(id);
  const names = useNames(id);
  const revoke = useWrite('revokeInvite');
  const by = names.of(invite.createdByAgentId, invite.createdByUserId);
  return (
    <ActRow
      name={<Text of={by === undefined ? 'An invite' : `An invite by ${by}`} />}
      facts={
        <>
          <span>
            created <Ago time={invite.createdAt} zone={timeZone} />, good for ten minutes
          </span>
          {invite.agentMessage !== null && <Text of={invite.agentMessage} />}
        </>
      }
      acts={
        mayInvite && (
          <Act
            word="Revoke"
            of="this invite"
            danger
            disabled={revoke.isPending}
            onAct={() => revoke.mutate({ companyId: id, inviteId: invite.id })}
          />
        )
      }
    />
  );
}
