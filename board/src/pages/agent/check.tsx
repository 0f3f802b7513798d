import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { agentCheckQuery } from '../../cache/agent-queries.ts';
import { oneLine } from '../../domain/visible.ts';
import { CheckList } from '../../ui/check-list.tsx';
import { Button } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Waiting } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import type { AgentDetail } from './agent-detail.ts';

interface Props {
  readonly agent: AgentDetail;
  readonly onClose: () => void;
}

/** Looks where the agent would be started, and starts nothing. What is wrong comes first. */
export function Check({ agent, onClose }: Props): ReactElement {
  const check = useQuery(agentCheckQuery(agent.id));
  const name = oneLine(agent.name);
  return (
    <Dialog label={`Check of ${name}`} onClose={onClose} wide>
      <h1>{headOf(name, check.data?.ok)}</h1>
      {check.isFetching && <p className="dim">Testing where it would start…</p>}
      {check.isPending && <Waiting rows={5} />}
      <ProblemNote error={check.error} />
      {check.data && <CheckList checks={check.data.checks} />}
      <Button disabled={check.isFetching} onClick={() => void check.refetch()}>
        Check again
      </Button>
    </Dialog>
  );
}

function headOf(name: string, ok: boolean | undefined): string {
  if (ok === undefined) return `Check of ${name}`;
  return ok ? `${name} can be started` : `${name} cannot be started yet`;
}
