import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { wakesQuery } from '../../cache/agent-queries.ts';
import { useWrite } from '../../cache/write.ts';
import { useCompany, type Rights } from '../../cache/company.ts';
import { oneLine } from '../../domain/visible.ts';
import { skipWords } from '../../domain/runs/skip-words.ts';
import { Button } from '../../ui/controls.tsx';
import { useKeys } from '../../ui/keys.ts';
import { usePageVerbs, type PageVerb } from '../../cache/page-verbs.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import type { AgentDetail } from './agent-detail.ts';
import { Check } from './check.tsx';
import css from './agent.module.css';
import { StartAgain } from './start-again.tsx';
import { Terminate } from './terminate.tsx';

interface Props {
  readonly agent: AgentDetail;
  readonly rights: Rights;
}

type Open = 'check' | 'terminate';

/** What can be done with an agent in one click; only its end asks first. */
export function Actions({ agent, rights }: Props): ReactElement | null {
  const [open, setOpen] = useState<Open | undefined>();
  const pause = useWrite('pauseAgent');
  const lift = useWrite('liftQuotaHold');
  const wakes = useQuery({
    ...wakesQuery(agent.companyId, agent.id),
    enabled: !!agent.quotaHeldUntil,
  });
  const isOutage = wakes.data?.heldFor === 'provider';
  const close = (): void => setOpen(undefined);
  const isStopped = agent.status === 'paused' || agent.status === 'error';
  const isUsed = agent.status !== 'terminated' && agent.status !== 'pending_approval';
  const name = oneLine(agent.name);
  const ifManager: readonly PageVerb[] = [
    ...(isUsed && !isStopped
      ? [{ label: `Pause ${name}`, act: () => pause.mutate({ agentId: agent.id }) }]
      : []),
    ...(isUsed ? [{ label: `Check ${name}`, act: () => setOpen('check') }] : []),
    { label: `Terminate ${name}`, act: () => setOpen('terminate') },
  ];
  const isOver = agent.status === 'terminated';
  usePageVerbs(rights.mayWrite && rights.mayManageAgents && !isOver ? ifManager : []);
  if (!rights.mayWrite || agent.status === 'terminated') return null;
  const manages = rights.mayManageAgents && isUsed;
  const error = pause.error ?? lift.error;
  return (
    <>
      {isUsed && !isStopped && <Wake agent={agent} />}
      {isUsed && isStopped && <StartAgain agent={agent} rights={rights} />}
      {manages && !isStopped && (
        <Button disabled={pause.isPending} onClick={() => pause.mutate({ agentId: agent.id })}>
          Pause
        </Button>
      )}
      {manages && agent.quotaHeldUntil && (
        <Button disabled={lift.isPending} onClick={() => lift.mutate({ agentId: agent.id })}>
          {isOutage ? 'Try its provider now' : 'Start despite its quota'}
        </Button>
      )}
      {manages && <Button onClick={() => setOpen('check')}>Check</Button>}
      {rights.mayManageAgents && (
        <Button look="danger" onClick={() => setOpen('terminate')}>
          Terminate
        </Button>
      )}
      {error && (
        <div className={css.whole}>
          <ProblemNote error={error} />
        </div>
      )}
      {open === 'check' && <Check agent={agent} onClose={close} />}
      {open === 'terminate' && <Terminate agent={agent} onClose={close} />}
    </>
  );
}

/** A run that is wanted now; its page opens, or the reason why there is none. */
function Wake({ agent }: { readonly agent: AgentDetail }): ReactElement {
  const { issuePrefix, status } = useCompany();
  const navigate = useNavigate();
  const isStopped = status !== 'active';
  const wake = useWrite('wakeAgent', (answer) => {
    if ('id' in answer)
      void navigate({
        to: '/$prefix/runs/$runId',
        params: { prefix: issuePrefix, runId: answer.id },
      });
  });
  const start = (): void => {
    if (!wake.isPending && !isStopped) wake.mutate({ agentId: agent.id });
  };
  useKeys({ '.': start });
  const skipped = wake.data && !('id' in wake.data) ? wake.data.reason : undefined;
  return (
    <>
      <Button
        look="main"
        hotkey="."
        disabled={wake.isPending}
        cannot={isStopped ? 'The company is stopped.' : undefined}
        onClick={start}
      >
        Wake now
      </Button>
      {(skipped !== undefined || wake.error) && (
        <div className={css.whole}>
          {skipped !== undefined && <p role="status">{skipWords(skipped)}</p>}
          <ProblemNote error={wake.error} />
        </div>
      )}
    </>
  );
}
