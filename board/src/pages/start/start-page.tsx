/** From nothing to an agent at work: a question a screen, each with an answer already. */
import type { AdapterType } from '@muster/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { useReadAgain } from '../../cache/write.ts';
import { instanceQuery, sessionQuery } from '../../cache/queries.ts';
import { Waiting } from '../../ui/ledger.tsx';
import { Page } from '../../ui/page.tsx';
import { AgentStep, type NewAgent } from './agent-step.tsx';
import { CheckStep } from './check-step.tsx';
import { IssueStep, type NewIssue } from './issue-step.tsx';
import { NameStep, type NewCompany } from './name-step.tsx';
import css from './start.module.css';

type Company = Output<'createCompany'>;
/** Of a created agent or of one that has joined. */
interface Agent {
  readonly id: string;
  readonly name: string;
}

/** The steps; an example is not checked, because it needs nothing. */
type Step = 'name' | 'agent' | 'check' | 'issue';

const steps = {
  name: ['Step 1 of 3', 'Name the company'],
  agent: ['Step 2 of 3', 'Add an agent'],
  check: ['Step 2 of 3', 'Test the agent'],
  issue: ['Step 3 of 3', 'Give it work'],
} as const satisfies Record<Step, readonly [string, string]>;

export function StartPage(): ReactElement {
  const session = useQuery(sessionQuery);
  const instance = useQuery(instanceQuery);
  const [company, setCompany] = useState<Company | undefined>();
  const [agent, setAgent] = useState<Agent | undefined>();
  const [isChecked, setIsChecked] = useState(false);
  const board = instance.data?.board ?? undefined;
  const example = board?.exampleAgent ?? undefined;
  const createCompany = useCreateCompany(setCompany);
  const createAgent = useCreateAgent(company, (created, { adapterConfig }) => {
    setAgent(created);
    setIsChecked(adapterConfig === example?.adapterConfig);
  });
  const createIssue = useCreateFirstIssue(company, agent);
  const step: Step = agent ? (isChecked ? 'issue' : 'check') : company ? 'agent' : 'name';
  const [above, title] = steps[step];
  if (session.data?.may.createCompanies === false) {
    return (
      <Page title="New company">
        <p className={css.words}>An administrator of this installation creates companies.</p>
      </Page>
    );
  }
  if (instance.isPending) return <Waiting />;
  return (
    <Page title={title} above={<span className="dim">{above}</span>}>
      <div className={css.step}>
        {step === 'name' && <NameStep create={createCompany} />}
        {step === 'agent' && company && (
          <AgentStep
            companyId={company.id}
            create={createAgent}
            example={example}
            usable={usableIn(company.id, board?.adapters ?? [])}
            onJoined={(joined) => {
              setAgent(joined);
              setIsChecked(true);
            }}
          />
        )}
        {step === 'check' && agent && <CheckStep agent={agent} onDone={() => setIsChecked(true)} />}
        {step === 'issue' && agent && <IssueStep create={createIssue} agentName={agent.name} />}
      </div>
    </Page>
  );
}

const usableIn = (
  companyId: string,
  adapters: readonly { readonly type: AdapterType; readonly companies: string[] | null }[],
): readonly AdapterType[] =>
  adapters
    .filter(({ companies }) => companies === null || companies.includes(companyId))
    .map(({ type }) => type);

function useCreateCompany(onCreated: (company: Company) => void) {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: ({ name, key }: NewCompany) => call('createCompany', { name }, { key }),
    onSuccess: async (company) => {
      await readAgain('createCompany');
      onCreated(company);
    },
  });
}

function useCreateAgent(
  company: Company | undefined,
  onCreated: (agent: Agent, sent: NewAgent) => void,
) {
  return useMutation({
    mutationFn: ({ key, ...agent }: NewAgent) =>
      call(
        'createAgent',
        {
          companyId: company?.id ?? '',
          ...agent,
          // A first agent does work; who leads is the board's to say.
          role: 'general',
          runtimeConfig: { heartbeat: { enabled: false, wakeOnDemand: true } },
        },
        { key },
      ),
    onSuccess: (created, sent) => onCreated(created, sent),
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
        to: '/$prefix/issues/$ref',
        params: { prefix: company?.issuePrefix ?? '', ref: issue.identifier },
        search: { first: true },
      }),
  });
}
