import type { Agent, Run } from '@muster/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactElement } from 'react';
import { issuesByIdQuery } from '../../cache/agent-queries.ts';
import { useCompany } from '../../cache/company.ts';
import { runsQuery } from '../../cache/queries.ts';
import { adapterWords, agentPath, stateIn } from '../../domain/agents.ts';
import { AgentIcon } from '../../ui/icons/agent-icon.tsx';
import { Ago } from '../../ui/ago.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { Spent } from '../../ui/bars/spent.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Text } from '../../ui/text.tsx';
import { Duration } from '../runs/run-row.tsx';
import css from './agents.module.css';

const LIVE = ['queued', 'running'] as const;

interface Props {
  readonly label: string;
  readonly agents: readonly Agent[];
}

export function AgentTable({ label, agents }: Props): ReactElement {
  const company = useCompany();
  const { id, issuePrefix, timeZone } = company;
  const work = useWork(id);
  const columns: readonly Column<Agent>[] = [
    {
      word: 'Agent',
      render: (agent) => (
        <span className={css.who}>
          <span>
            <AgentIcon name={agent.icon} />
            <Text of={agent.name} />
          </span>
          <span className="dim">
            <Text of={agent.title ?? agent.role} />
          </span>
        </span>
      ),
    },
    {
      word: 'State',
      render: (agent) => <StateMark kind="agent" mark={stateIn(company, agent)} word />,
    },
    {
      word: 'At work on',
      wide: true,
      render: (agent) => <Now run={work.runs.get(agent.id)} titles={work.titles} />,
    },
    {
      word: 'Last start',
      wide: true,
      figure: true,
      render: ({ lastHeartbeatAt }) =>
        lastHeartbeatAt === null ? (
          <span className="dim">never</span>
        ) : (
          <Ago time={lastHeartbeatAt} zone={timeZone} short />
        ),
    },
    {
      word: 'Runs as',
      wide: true,
      render: ({ adapterType }) => <span className="dim">{adapterWords[adapterType]}</span>,
    },
    {
      word: 'Spent this month',
      figure: true,
      render: (agent) => (
        <Spent cents={agent.spentMonthlyCents} limitCents={agent.budgetMonthlyCents} />
      ),
    },
  ];
  return (
    <Table
      label={label}
      columns={columns}
      rows={agents}
      keyOf={(agent) => agent.id}
      to={(agent) => agentPath(issuePrefix, agent)}
    />
  );
}

type Titles = ReadonlyMap<string, { readonly identifier: string; readonly title: string }>;

/** The live run of each agent, and the issues that these work on, in two reads. */
function useWork(companyId: string): { runs: ReadonlyMap<string, Run>; titles: Titles } {
  const live = useInfiniteQuery(runsQuery(companyId, { status: LIVE })).data;
  const runs = useMemo(() => live?.pages.flatMap(({ items }) => items) ?? [], [live]);
  const ids = [...new Set(runs.flatMap(({ issueId }) => issueId ?? []))].toSorted();
  const issues = useQuery(issuesByIdQuery(companyId, ids)).data ?? [];
  return {
    runs: new Map(runs.map((run) => [run.agentId, run])),
    titles: new Map(
      issues.map(({ id = '', identifier = '', title = '' }) => [id, { identifier, title }]),
    ),
  };
}

function Now({
  run,
  titles,
}: {
  readonly run: Run | undefined;
  readonly titles: Titles;
}): ReactElement | null {
  const { issuePrefix } = useCompany();
  if (!run) return null;
  const issue = titles.get(run.issueId ?? '');
  return (
    <span className={css.now}>
      {issue ? (
        <Link to={`/${issuePrefix}/issues/${issue.identifier}`}>
          <span className="mono">{issue.identifier}</span> <Text of={issue.title} />
        </Link>
      ) : (
        <span className="dim">No issue</span>
      )}
      <Link to={`/${issuePrefix}/runs/${run.id}`} aria-label="Its run">
        {run.status === 'queued' ? 'queued' : <Duration run={run} />}
      </Link>
    </span>
  );
}
