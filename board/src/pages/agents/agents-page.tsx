/** The agents of a company: who is at what, and what each has spent of its budget. */
import type { Agent } from '@muster/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { agentPagesQuery } from '../../cache/agent-queries.ts';
import { useCompany, useRights } from '../../cache/company.ts';
import { byNeed } from '../../domain/agents.ts';
import { counted } from '../../domain/count.ts';
import { Button } from '../../ui/controls.tsx';
import { useKeys } from '../../ui/keys.ts';
import { Empty, useRowKeys, Waiting } from '../../ui/ledger.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { StopCompany } from '../../ui/stop-company.tsx';
import { AgentTable } from './agent-table.tsx';
import css from './agents.module.css';
import { NewAgent } from './new-agent.tsx';

export function AgentsPage(): ReactElement {
  const company = useCompany();
  const { mayManageAgents } = useRights(company.id);
  const agents = useInfiniteQuery(agentPagesQuery(company.id));
  const [adds, setAdds] = useState(false);
  const all = agents.data?.pages.flatMap(({ items }) => items) ?? [];
  const gone = all.filter(({ status }) => status === 'terminated');
  const working = all.filter(({ status }) => status !== 'terminated').toSorted(byNeed);
  useRowKeys();
  useKeys({ n: () => mayManageAgents && setAdds(true) });
  return (
    <Page
      title="Agents"
      actions={
        <>
          <StopCompany />
          {mayManageAgents && (
            <Button look="main" hotkey="n" onClick={() => setAdds(true)}>
              Add an agent
            </Button>
          )}
        </>
      }
    >
      <ProblemNote error={agents.error} onRetry={() => void agents.refetch()} />
      {agents.isPending && <Waiting rows={8} />}
      {agents.isSuccess && (
        <>
          <Summary agents={working} />
          {working.length === 0 ? <NoAgents /> : <AgentTable label="Agents" agents={working} />}
          {agents.hasNextPage && (
            <Button
              disabled={agents.isFetchingNextPage}
              onClick={() => void agents.fetchNextPage()}
            >
              Show more agents
            </Button>
          )}
          {gone.length > 0 && (
            <details className={css.gone}>
              <summary>Terminated agents ({gone.length})</summary>
              <AgentTable label="Terminated agents" agents={gone} />
            </details>
          )}
        </>
      )}
      {adds && <NewAgent onClose={() => setAdds(false)} />}
    </Page>
  );
}

const NoAgents = (): ReactElement => (
  <Empty>
    <p>
      An agent is a program that works on issues. Add one here, or begin with{' '}
      <Link to="/start">an example in three steps</Link>.
    </p>
  </Empty>
);

function Summary({ agents }: { readonly agents: readonly Agent[] }): ReactElement {
  const { issuePrefix } = useCompany();
  const count = (...statuses: readonly Agent['status'][]): number =>
    agents.filter(({ status }) => statuses.includes(status)).length;
  const stopped = count('paused', 'error');
  return (
    <p className={css.summary}>
      {count('running')} running, {count('idle')} idle
      {stopped > 0 && <span className={css.stopped}>, {stopped} stopped</span>}
      {count('pending_approval') > 0 &&
        `, ${counted(count('pending_approval'), 'waits for approval', 'wait for approval')}`}
      .{' '}
      <Link to="/$prefix/org" params={{ prefix: issuePrefix }}>
        Who reports to whom
      </Link>
    </p>
  );
}
