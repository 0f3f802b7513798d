/** Who works on what, what is stuck, what it has cost: a line an agent. */
import type { Agent, Run } from '@muster/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { useCompany, useNames } from '../../cache/company.ts';
import {
  agentsQuery,
  dashboardQuery,
  issueQuery,
  latestActivityQuery,
  runsQuery,
} from '../../cache/queries.ts';
import { agentAddress, byNeed, stateIn } from '../../domain/agents.ts';
import { dollars, spentOf } from '../../domain/money.ts';
import { AgentIcon } from '../../ui/icons/agent-icon.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Empty, Ledger, Row, Section, useRowKeys, Waiting } from '../../ui/ledger.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import { Duration } from '../runs/run-row.tsx';
import { Events } from './events.tsx';
import { Figures } from './figures.tsx';
import css from './overview.module.css';

const LIVE = ['queued', 'running'] as const;

export function OverviewPage(): ReactElement {
  const company = useCompany();
  const dashboard = useQuery(dashboardQuery(company.id));
  const agents = useQuery(agentsQuery(company.id));
  const live = useInfiniteQuery(runsQuery(company.id, { status: LIVE }));
  const activity = useQuery(latestActivityQuery(company.id));
  useRowKeys();
  const error = dashboard.error ?? agents.error ?? activity.error;
  const runs = live.data?.pages.flatMap(({ items }) => items) ?? [];
  const working = (agents.data ?? [])
    .filter(({ status }) => status !== 'terminated')
    .toSorted(byNeed);
  // What is above must be known before what is below is shown: nothing moves once it can be read.
  const isKnown = !dashboard.isPending && !agents.isPending;
  return (
    <Page title={company.name} heading={<Text of={company.name} />}>
      <ProblemNote error={error} onRetry={() => void dashboard.refetch()} />
      {!isKnown && <Waiting rows={12} />}
      {isKnown && (
        <>
          {dashboard.data && <Figures dashboard={dashboard.data} />}
          <Section title="Agents" count={working.length}>
            {agents.isSuccess && working.length === 0 && <NoAgents />}
            <Ledger label="Agents">
              {working.map((agent) => (
                <AgentLine
                  key={agent.id}
                  agent={agent}
                  run={runs.find(({ agentId }) => agentId === agent.id)}
                />
              ))}
            </Ledger>
          </Section>
          <Stale tasks={dashboard.data?.staleTasks} />
          <Section title="Latest events">
            {activity.data ? <Events events={activity.data} /> : <Waiting />}
            {activity.data && (
              <p className={css.all}>
                <Link to="/$prefix/activity" params={{ prefix: company.issuePrefix }}>
                  All activity
                </Link>
              </p>
            )}
          </Section>
        </>
      )}
    </Page>
  );
}

const NoAgents = (): ReactElement => (
  <Empty>
    <p>
      No agent works here yet. <Link to="/start">Add one in three steps</Link>, or invite one
      through the API.
    </p>
  </Empty>
);

function Stale({
  tasks,
}: {
  readonly tasks: Output<'getDashboard'>['staleTasks'] | undefined;
}): ReactElement | null {
  const { id, issuePrefix, timeZone } = useCompany();
  const names = useNames(id);
  if (!tasks || tasks.count === 0) return null;
  return (
    <Section title="No activity for an hour" count={tasks.count}>
      <Ledger label="Stale issues">
        {tasks.issues.map((issue) => (
          <Row
            key={issue.id}
            to="/$prefix/issues/$ref"
            params={{ prefix: issuePrefix, ref: issue.identifier }}
            margin={issue.identifier}
            side={<Ago time={issue.lastActivityAt} zone={timeZone} />}
          >
            <Text of={issue.title} />
            <span className="dim">{names.of(issue.assigneeAgentId, null)}</span>
          </Row>
        ))}
      </Ledger>
    </Section>
  );
}

function AgentLine({
  agent,
  run,
}: {
  readonly agent: Agent;
  readonly run: Run | undefined;
}): ReactElement {
  const company = useCompany();
  const { id, issuePrefix } = company;
  const issueId = run?.issueId ?? '';
  const issue = useQuery({ ...issueQuery(id, issueId), enabled: issueId !== '' }).data;
  const state = stateIn(company, agent);
  return (
    <li>
      <Link
        {...(run
          ? { to: '/$prefix/runs/$runId', params: { prefix: issuePrefix, runId: run.id } }
          : agentAddress(issuePrefix, agent))}
        className={css.agent}
        data-row=""
      >
        <StateMark kind="agent" mark={state} />
        <span className={css.name}>
          <span>
            <AgentIcon name={agent.icon} />
            <Text of={agent.name} />
          </span>
          <span className="dim">
            <Text of={agent.title ?? agent.role} />
          </span>
        </span>
        <span className={css.now}>
          {issue && (
            <>
              <span className="mono">{issue.identifier}</span> <Text of={issue.title} />
            </>
          )}
          {!issue && <span className="dim">{nowOf(state.word, run)}</span>}
        </span>
        <span className="figure">{run && <Duration run={run} />}</span>
        <span className="figure">
          {agent.budgetMonthlyCents === 0
            ? dollars(agent.spentMonthlyCents)
            : spentOf(agent.spentMonthlyCents, agent.budgetMonthlyCents)}
        </span>
      </Link>
    </li>
  );
}

function nowOf(word: string, run: Run | undefined): string {
  if (run) return run.status === 'queued' ? 'Waits for its start' : 'Works without an issue';
  return word;
}
