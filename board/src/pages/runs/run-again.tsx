import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { call } from '../../api/call.ts';
import { useWrite } from '../../cache/write.ts';
import { useCompany, useNames, useRights } from '../../cache/company.ts';
import { inSentence, stateIn } from '../../domain/agents.ts';
import { skipWords } from '../../domain/runs/skip-words.ts';
import { Button } from '../../ui/controls.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';

interface Props {
  readonly run: { readonly id: string; readonly agentId: string };
}

/** Starts the agent for the issue of an earlier run; the page of the new run opens. */
export function RunAgain({ run }: Props): ReactElement {
  const company = useCompany();
  const navigate = useNavigate();
  const agent = useNames(company.id).agents.get(run.agentId);
  const wake = useWrite('wakeAgent', (answer) => {
    if ('id' in answer)
      void navigate({
        to: '/$prefix/runs/$runId',
        params: { prefix: company.issuePrefix, runId: answer.id },
      });
  });
  const { mayManageAgents } = useRights(company.id);
  const isHeld = agent?.status === 'error';
  const works =
    agent && (['idle', 'running'].includes(agent.status) || (isHeld && mayManageAgents));
  const cannot =
    agent && !(works && company.status === 'active')
      ? `${inSentence(agent.name, stateIn(company, agent))}.`
      : undefined;
  const start = { agentId: run.agentId, likeRunId: run.id };
  /** An agent that has failed is held until it is resumed. */
  const resumeAndStart = async (): Promise<typeof start> => {
    await call('resumeAgent', { agentId: run.agentId });
    return start;
  };
  const skipped = wake.data && !('id' in wake.data) ? wake.data.reason : undefined;
  return (
    <>
      <Button
        disabled={wake.isPending || agent === undefined}
        cannot={cannot}
        onClick={() => wake.mutate(isHeld ? resumeAndStart : start)}
      >
        Run again
      </Button>
      {skipped !== undefined && <p role="status">{skipWords(skipped)}</p>}
      <ProblemNote error={wake.error} />
    </>
  );
}
