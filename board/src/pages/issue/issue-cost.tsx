import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import { issueCostsQuery } from '../../cache/cost-queries.ts';
import { dollars } from '../../domain/money.ts';
import { Text } from '../../ui/text.tsx';
import css from './issue.module.css';

/** What the issue has cost so far, and each agent's share where several have worked on it. */
export function IssueCost({ issueId }: { readonly issueId: string }): ReactElement | null {
  const { id } = useCompany();
  const costs = useQuery(issueCostsQuery(id, issueId)).data;
  if (!costs || costs.events === 0) return null;
  return (
    <>
      <dt>Cost</dt>
      <dd>
        <span className="figure">{dollars(costs.costCents)}</span>
      </dd>
      {costs.byAgent.length > 1 &&
        costs.byAgent.map(({ agentId, agentName, costCents }) => (
          <dd key={agentId} className={css.share}>
            <Text of={agentName ?? 'a former agent'} />
            &nbsp;<span className="figure">{dollars(costCents)}</span>
          </dd>
        ))}
    </>
  );
}
