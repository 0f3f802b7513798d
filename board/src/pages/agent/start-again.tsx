/** The way out of a pause: an agent that has spent its budget needs another limit, any other is resumed. */
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useWrite } from '../../cache/write.ts';
import { useCompany, type Rights } from '../../cache/company.ts';
import { Button } from '../../ui/controls.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { RaiseLimit } from '../costs/raise-limit.tsx';
import type { AgentDetail } from './agent-detail.ts';
import css from './agent.module.css';

interface Props {
  readonly agent: AgentDetail;
  readonly rights: Rights;
}

export function StartAgain({ agent, rights }: Props): ReactElement {
  const resume = useWrite('resumeAgent');
  const isSpent = agent.pauseReason === 'budget';
  return (
    <>
      {isSpent && <OtherLimit agent={agent} rights={rights} />}
      {rights.mayManageAgents && (
        <Button
          look={isSpent ? 'plain' : 'main'}
          cannot={
            isSpent ? 'Its budget is spent. It starts again once the limit is raised.' : undefined
          }
          disabled={resume.isPending}
          onClick={() => resume.mutate({ agentId: agent.id })}
        >
          Resume
        </Button>
      )}
      {resume.error && (
        <div className={css.whole}>
          <ProblemNote error={resume.error} />
        </div>
      )}
    </>
  );
}

/** The limit that is spent is the agent's own, or else the company's. */
function OtherLimit({ agent, rights }: Props): ReactElement {
  const { issuePrefix } = useCompany();
  const [raises, setRaises] = useState(false);
  const { spentCents, limitCents } = agent.budget;
  if (limitCents === 0 || spentCents < limitCents) {
    return (
      <Link to="/$prefix/costs" params={{ prefix: issuePrefix }}>
        The budget of the company is spent
      </Link>
    );
  }
  return (
    <>
      <Button
        look="main"
        cannot={rights.mayManageBudgets ? undefined : 'Only a member who may set budgets can.'}
        onClick={() => setRaises(true)}
      >
        Raise the limit
      </Button>
      {raises && (
        <RaiseLimit
          of={{ agentId: agent.id, name: agent.name, version: agent.version }}
          spentCents={spentCents}
          limitCents={limitCents}
          onClose={() => setRaises(false)}
        />
      )}
    </>
  );
}
