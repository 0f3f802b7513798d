/**
 * A change of an agent: first the form, then what is different, then it is saved. Only what was touched is
 * sent, with the version that was seen.
 */
import type { Agent } from '@muster/contracts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactElement } from 'react';
import { adapterForms } from 'virtual:contracts/agents';
import { call } from '../../api/call.ts';
import { isProblem, type Problem } from '../../api/problem.ts';
import { useWrite } from '../../cache/write.ts';
import { useCompany, useNames } from '../../cache/company.ts';
import { useEdit } from '../../cache/edit.ts';
import { timeFields } from '../../domain/agents/agent-form.ts';
import { adapterWords, agentAddress } from '../../domain/agents.ts';
import {
  draftOf,
  nameOf,
  patched,
  patchOf,
  type Draft,
  type FormField,
  type Open,
} from '../../domain/agents/config-form.ts';
import { differences, fieldLabel } from '../../domain/agents/differences.ts';
import { oneLine } from '../../domain/visible.ts';
import { Button, Select } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SaveNotes, verbOver } from '../../ui/form.tsx';
import type { Theirs } from '../../ui/theirs.tsx';
import agents from '../agents/agents.module.css';
import type { AgentDetail } from './agent-detail.ts';
import { DifferenceList } from './difference-list.tsx';
import { FormFields } from './form-fields.tsx';
import { useManagerId, usePersonFields } from './person-fields.ts';

interface Props {
  readonly agent: AgentDetail;
  readonly onClose: () => void;
}

const typeField: FormField = {
  path: ['adapterType'],
  kind: 'choice',
  label: 'Runs as',
  hint: 'Keys for other programs stay stored but unused.',
  required: true,
  options: Object.keys(adapterForms),
  words: adapterWords,
};

export function EditAgent({ agent, onClose }: Props): ReactElement {
  const { id, issuePrefix } = useCompany();
  const navigate = useNavigate();
  const person = usePersonFields(agent.id);
  const every = Object.values(adapterForms).flatMap((form) => form.fields);
  const edit = useEdit(agent, {
    fieldsOf: (row = agent) => draftOf([...person, typeField, ...every, ...timeFields], { ...row }),
    read: () => call('getAgent', { agentId: agent.id, companyId: id }),
  });
  const draft = edit.fields;
  const [reviews, setReviews] = useState(false);
  const managerOf = useManagerId(agent.id);
  const review = useMutation({
    mutationFn: () => managerOf(draft),
    onSuccess: (reportsTo) => {
      edit.set({ reportsTo });
      setReviews(true);
    },
  });
  const type = (draft['adapterType'] ?? agent.adapterType) as AgentDetail['adapterType'];
  const fields = [...person, typeField, ...adapterForms[type].fields, ...timeFields];
  const patch = patchOf(fields, { ...agent }, draft);
  const done = (saved: Agent): void => {
    onClose();
    void navigate({ ...agentAddress(issuePrefix, saved), search: { view: 'configuration' } });
  };
  const save = useWrite('updateAgent', done, edit.over);
  const theirs = useTheirs(edit.theirs, fields);
  const problem = isProblem(save.error) ? save.error : undefined;
  const isPending = review.isPending || save.isPending;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPending) return;
    if (!reviews) return review.mutate();
    if (patch) save.mutate({ agentId: agent.id, ...patch });
  };
  const name = oneLine(agent.name);
  return (
    <Dialog label={`Change ${name}`} onClose={onClose} wide>
      <form className={agents.form} onSubmit={submit}>
        <h1>{reviews ? `Review changes: ${name}` : `Change ${name}`}</h1>
        {reviews ? (
          <Review before={agent} patch={patch} fields={fields} />
        ) : (
          <Fields {...{ person, type, draft, problem }} onChange={edit.set} />
        )}
        <SaveNotes error={review.error ?? save.error} theirs={theirs} />
        <div className={agents.ends}>
          {reviews ? (
            <Button onClick={() => setReviews(false)}>Back to the form</Button>
          ) : (
            <Button onClick={onClose}>Close</Button>
          )}
          <Button look="main" type="submit" disabled={patch === undefined || isPending}>
            {reviews ? verbOver(theirs, 'Save') : 'Review changes'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What others have made of fields, by the words of the form. */
function useTheirs(theirs: Partial<Draft>, fields: readonly FormField[]): Theirs {
  const names = useNames(useCompany().id);
  return fields.map((field) => {
    const entry = theirs[nameOf(field)];
    const word = field.label ?? fieldLabel(nameOf(field));
    if (typeof entry === 'object') return [word, entry.map((pair) => pair.join('=')).join('\n')];
    return [word, field.kind === 'agent' && entry ? names.of(entry, null) : entry];
  });
}

function Fields({
  person,
  type,
  draft,
  problem,
  onChange,
}: {
  readonly person: readonly FormField[];
  readonly type: AgentDetail['adapterType'];
  readonly draft: Draft;
  readonly problem: Problem | undefined;
  readonly onChange: (draft: Draft) => void;
}): ReactElement {
  const part = { draft, problem, onChange };
  const { summary, fields } = adapterForms[type];
  return (
    <>
      <Select
        label="Runs as"
        hint={typeField.hint}
        value={type}
        options={Object.entries(adapterWords)}
        onPick={(value) => onChange({ adapterType: value })}
      />
      <FormFields legend="Program" about={summary} fields={fields} {...part} />
      <FormFields legend="Schedule" fields={timeFields} {...part} />
      <FormFields legend="Identity" fields={person} {...part} />
    </>
  );
}

function Review({
  before,
  patch,
  fields,
}: {
  readonly before: AgentDetail;
  readonly patch: Open | undefined;
  readonly fields: readonly FormField[];
}): ReactElement {
  if (!patch) return <p>No changes.</p>;
  return <DifferenceList of={differences({ ...before }, patched(fields, { ...before }, patch))} />;
}
