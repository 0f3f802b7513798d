/** One agent: what it does now, what runs, what has changed, what it may spend, and who may act as it. */
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { isProblem } from '../../api/problem.ts';
import { agentQuery } from '../../cache/agent-queries.ts';
import { useCompany, useRights } from '../../cache/company.ts';
import { agentPath, stateIn } from '../../domain/agents.ts';
import { useRowKeys, Waiting } from '../../ui/ledger.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { AgentIcon } from '../../ui/icons/agent-icon.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Text } from '../../ui/text.tsx';
import { NotFound } from '../frame/not-found.tsx';
import { Access } from './access.tsx';
import { Actions } from './actions.tsx';
import { Configuration } from './configuration.tsx';
import { Facts } from './facts.tsx';
import { Guidance } from './guidance.tsx';
import { Now } from './now.tsx';
import { AgentRuns } from './agent-runs.tsx';

const views = {
  now: { word: 'Now', part: Now },
  runs: { word: 'Runs', part: AgentRuns },
  configuration: { word: 'Configuration', part: Configuration },
  guidance: { word: 'Instructions and skills', part: Guidance },
  access: { word: 'Keys', part: Access },
} as const;

type View = keyof typeof views;

const viewOf = (name: string | undefined): View =>
  name !== undefined && name in views ? (name as View) : 'now';

export function AgentPage(): ReactElement {
  const company = useCompany();
  const { agentRef = '' }: { agentRef?: string } = useParams({ strict: false });
  const { view: name }: { view?: string } = useSearch({ strict: false });
  const agent = useQuery(agentQuery(company.id, agentRef));
  const rights = useRights(company.id);
  useRowKeys();
  if (isProblem(agent.error) && agent.error.fields.status === 404) return <NotFound />;
  if (!agent.data) {
    return (
      <Page title="Agent">
        <ProblemNote error={agent.error} onRetry={() => void agent.refetch()} />
        {agent.isPending && <Waiting />}
      </Page>
    );
  }
  const view = viewOf(name);
  const Part = views[view].part;
  const path = agentPath(company.issuePrefix, agent.data);
  return (
    <Page
      title={agent.data.name}
      heading={
        <>
          <AgentIcon name={agent.data.icon} size={20} />
          <Text of={agent.data.name} />
        </>
      }
      above={
        <>
          <Link to={`/${company.issuePrefix}/agents`}>Agents</Link>
          <StateMark kind="agent" mark={stateIn(company, agent.data)} word />
        </>
      }
      actions={<Actions agent={agent.data} rights={rights} />}
    >
      <Facts agent={agent.data} rights={rights} />
      <Tabs
        label={`About ${agent.data.name}`}
        current={view}
        tabs={Object.entries(views).map(([id, { word }]) => ({
          id,
          word,
          to: path,
          search: id === 'now' ? {} : { view: id },
        }))}
      />
      <Part key={agent.data.id} agent={agent.data} rights={rights} />
    </Page>
  );
}
