/** From nothing to an agent at work: a question a screen, each with an answer already. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { companiesQuery, instanceQuery, sessionQuery } from '../../cache/queries.ts';
import { Waiting } from '../../ui/ledger.tsx';
import { Page } from '../../ui/page.tsx';
import { AgentStep, type NewAgent } from './agent-step.tsx';
import { IssueStep, type NewIssue } from './issue-step.tsx';
import { NameStep, type NewCompany } from './name-step.tsx';
import css from './start.module.css';

type Company = Output<'createCompany'>;
type Agent = Output<'createAgent'>;

const TITLE = ['Name the company', 'Add an agent', 'Give it work'] as const;

export function StartPage(): ReactElement {
  const session = useQuery(sessionQuery);
  const instance = useQuery(instanceQuery);
  const [company, setCompany] = useState<Company | undefined>();
  const [agent, setAgent] = useState<Agent | undefined>();
  const createCompany = useCreateCompany(setCompany);
  const createAgent = useCreateAgent(company, setAgent);
  const createIssue = useCreateFirstIssue(company, agent);
  const at = agent ? 2 : company ? 1 : 0;
  if (session.data?.may.createCompanies === false) {
    return (
      <Page title="New company">
        <p className={css.words}>An administrator of this installation creates companies.</p>
      </Page>
    );
  }
  if (instance.isPending) return <Waiting />;
  return (
    <Page
      title={TITLE[at]}
      above={
        <span className="dim">
          Step {at + 1} of {TITLE.length}
        </span>
      }
    >
      <div className={css.step}>
        {at === 0 && <NameStep create={createCompany} />}
        {at === 1 && (
          <AgentStep
            create={createAgent}
            example={instance.data?.board?.exampleAgent ?? undefined}
          />
        )}
        {at === 2 && agent && <IssueStep create={createIssue} agentName={agent.name} />}
      </div>
    </Page>
  );
}

function useCreateCompany(onCreated: (company: Company) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, key }: NewCompany) => call('createCompany', { name }, { key }),
    onSuccess: async (company) => {
      await client.invalidateQueries({ queryKey: companiesQuery.queryKey });
      onCreated(company);
    },
  });
}

function useCreateAgent(company: Company | undefined, onCreated: (agent: Agent) => void) {
  return useMutation({
    mutationFn: ({ key, ...agent }: NewAgent) =>
      call(
        'createAgent',
        {
          companyId: company?.id ?? '',
          ...agent,
          runtimeConfig: { heartbeat: { enabled: false, wakeOnDemand: true } },
        },
        { key },
      ),
    onSuccess: onCreated,
  });
}

function useCreateFirstIssue(company: Company | undefined, agent: Agent | undefined) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ key, ...issue }: NewIssue) =>
      call(
        'createIssue',
        {
          companyId: company?.id ?? '',
          ...issue,
          status: 'todo',
          ...(agent ? { assigneeAgentId: agent.id } : {}),
        },
        { key },
      ),
    onSuccess: (issue) =>
      navigate({
        to: `/${company?.issuePrefix}/issues/${issue.identifier}`,
        search: { first: true },
      }),
  });
}
