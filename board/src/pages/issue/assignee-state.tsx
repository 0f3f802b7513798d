import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useCompany, useNames } from '../../cache/company.ts';
import { agentAddress, stateIn } from '../../domain/agents.ts';
import { StateMark } from '../../ui/mark.tsx';
import css from './issue.module.css';

/** Why the agent of an issue does not work on it, if it does not: it leads to where that can be changed. */
export function AssigneeState({ agentId }: { readonly agentId: string }): ReactElement | null {
  const company = useCompany();
  const agent = useNames(company.id).agents.get(agentId);
  if (!agent) return null;
  const state = stateIn(company, agent);
  const works = ['idle', 'running'].includes(agent.status) && company.status === 'active';
  if (works) return null;
  return (
    <dd className={css.assigneeState}>
      <Link {...agentAddress(company.issuePrefix, agent)}>
        <StateMark kind="agent" mark={state} word />
      </Link>
    </dd>
  );
}
