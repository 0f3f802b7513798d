/** A new agent: who it is, what runs, and when. What is usual is filled in already. */
import type { AdapterType } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactElement } from 'react';
import { adapterForms } from 'virtual:contracts/agents';
import type { Input } from '../../api/operations.ts';
import { isProblem } from '../../api/problem.ts';
import { useWrite } from '../../cache/write.ts';
import { useCompany } from '../../cache/company.ts';
import { instanceQuery } from '../../cache/queries.ts';
import { timeFields } from '../../domain/agents/agent-form.ts';
import { adapterWords, agentAddress } from '../../domain/agents.ts';
import { draftOf, patchOf, type Draft, type FormField } from '../../domain/agents/config-form.ts';
import { centsOf } from '../../domain/money.ts';
import { Button, Field, Select } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Address } from '../../ui/links/address.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { FormFields } from '../agent/form-fields.tsx';
import { useManagerId, usePersonFields } from '../agent/person-fields.ts';
import css from './agents.module.css';

export function NewAgent({ onClose }: { readonly onClose: () => void }): ReactElement {
  const company = useCompany();
  const [type, setType] = useState<AdapterType>('process');
  const person = usePersonFields();
  const fields = [...person, ...adapterForms[type].fields, ...timeFields];
  const [draft, setDraft] = useState<Draft>(() => ({
    ...draftOf(fields, {}),
    name: '',
    role: 'general',
  }));
  const [budget, setBudget] = useState('');
  const { send, error, isPending } = useNewAgent(onClose);
  const problem = isProblem(error) ? error : undefined;
  const managerOf = useManagerId();
  const submit = (asks: boolean): void =>
    send(async () => {
      const reportsTo = await managerOf(draft);
      return inputOf(fields, { ...draft, reportsTo }, { type, budget });
    }, asks);
  const enter = (change: Draft): void => setDraft((now) => ({ ...now, ...change }));
  const part = { draft, onChange: enter, problem };
  return (
    <Dialog label="Add an agent" onClose={onClose} wide>
      <h1>Add an agent</h1>
      <form
        className={css.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit(false);
        }}
      >
        <FormFields legend="Identity" fields={person.slice(0, 4)} {...part} />
        <AdapterChoice type={type} onPick={setType} />
        <FormFields
          legend="Program"
          about={adapterForms[type].summary}
          fields={adapterForms[type].fields.filter(isFirst)}
          {...part}
        />
        <Field
          label="Monthly budget (USD)"
          hint="The agent pauses once it is spent. Leave empty for no limit."
          inputMode="decimal"
          pattern="\d*([.,]\d{1,2})?"
          value={budget}
          onChange={(event) => setBudget(event.target.value)}
        />
        <details>
          <summary>More: limits, schedule, capabilities</summary>
          <div className={css.form}>
            <FormFields
              legend="Run limits"
              fields={adapterForms[type].fields.filter((field: FormField) => !isFirst(field))}
              {...part}
            />
            <FormFields legend="Schedule" fields={timeFields} {...part} />
            <FormFields legend="Permissions and capabilities" fields={person.slice(4)} {...part} />
          </div>
        </details>
        <ProblemNote error={error} />
        <div className={css.ends}>
          <Button onClick={onClose}>Close</Button>
          {company.requireBoardApprovalForNewAgents && (
            <Button disabled={isPending} onClick={() => submit(true)}>
              Request approval
            </Button>
          )}
          <Button look="main" type="submit" disabled={isPending}>
            Add the agent
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What nearly everybody sets; the rest is folded. */
const FIRST = ['command', 'args', 'url', 'headers', 'model', 'effort', 'cwd', 'env', 'workspace'];
const isFirst = ({ path, required }: FormField): boolean =>
  required || FIRST.includes(path.at(-1) ?? '');

function AdapterChoice({
  type,
  onPick,
}: {
  readonly type: AdapterType;
  readonly onPick: (type: AdapterType) => void;
}): ReactElement {
  const usable = useQuery(instanceQuery).data?.board?.adapters?.map((each) => each.type);
  const has = (each: AdapterType): boolean => usable === undefined || usable.includes(each);
  const all = Object.keys(adapterForms) as AdapterType[];
  return (
    <Select
      label="Runs as"
      hint={has(type) ? undefined : 'This installation does not start such agents yet.'}
      value={type}
      options={[...all.filter(has), ...all.filter((each) => !has(each))].map((each) => [
        each,
        has(each) ? adapterWords[each] : `${adapterWords[each]} (not installed)`,
      ])}
      onPick={onPick}
    />
  );
}

function inputOf(
  fields: readonly FormField[],
  draft: Draft,
  { type, budget }: { readonly type: AdapterType; readonly budget: string },
): NewAgentFields {
  const cents = centsOf(budget);
  return {
    ...patchOf(fields, {}, draft),
    adapterType: type,
    ...(cents === undefined ? {} : { budgetMonthlyCents: cents }),
  } as NewAgentFields;
}

type NewAgentFields = Omit<Input<'createAgent'>, 'companyId'>;

interface Sending {
  readonly send: (fieldsOf: () => Promise<NewAgentFields>, asks: boolean) => void;
  readonly error: Error | null;
  readonly isPending: boolean;
}

/** The board adds an agent at once, or asks itself as an agent would. */
function useNewAgent(onClose: () => void): Sending {
  const { id: companyId, issuePrefix } = useCompany();
  const navigate = useNavigate();
  const goTo = (address: Address): void => {
    onClose();
    void navigate(address);
  };
  const create = useWrite('createAgent', (agent) => goTo(agentAddress(issuePrefix, agent)));
  const hire = useWrite('hireAgent', ({ agent, approval }) =>
    goTo(
      approval
        ? {
            to: '/$prefix/approvals/$approvalId',
            params: { prefix: issuePrefix, approvalId: approval.id },
          }
        : agentAddress(issuePrefix, agent),
    ),
  );
  return {
    error: create.error ?? hire.error,
    isPending: create.isPending || hire.isPending,
    send: (fieldsOf, asks) =>
      (asks ? hire : create).mutate(async () => ({ companyId, ...(await fieldsOf()) })),
  };
}
