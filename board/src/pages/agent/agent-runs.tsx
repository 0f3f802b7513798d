import type { Run } from '@muster/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useCompany, type Rights } from '../../cache/company.ts';
import { runsQuery } from '../../cache/queries.ts';
import { Button } from '../../ui/controls.tsx';
import { Empty, Ledger, Waiting } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { RunRow } from '../runs/run-row.tsx';
import type { AgentDetail } from './agent-detail.ts';
import css from './agent.module.css';

interface Props {
  readonly agent: AgentDetail;
  readonly rights: Rights;
}

export function AgentRuns({ agent }: Props): ReactElement {
  const { id } = useCompany();
  const runs = useInfiniteQuery(runsQuery(id, { agentId: agent.id }));
  const all = runs.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <div className={css.view}>
      <ProblemNote error={runs.error} onRetry={() => void runs.refetch()} />
      {runs.isPending && <Waiting rows={10} />}
      {runs.isSuccess && all.length === 0 && (
        <Empty>
          <p>It has not run yet. Assign it an issue, or wake it.</p>
        </Empty>
      )}
      {all.length > 0 && <RunLines label="Runs" runs={all} />}
      {runs.hasNextPage && (
        <Button disabled={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
          Show earlier runs
        </Button>
      )}
    </div>
  );
}

export function RunLines({
  label,
  runs,
}: {
  readonly label: string;
  readonly runs: readonly Run[];
}): ReactElement {
  const company = useCompany();
  return (
    <Ledger label={label}>
      {runs.map((run) => (
        <RunRow key={run.id} run={run} company={company} />
      ))}
    </Ledger>
  );
}
