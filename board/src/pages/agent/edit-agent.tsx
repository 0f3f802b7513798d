/**
 * A change of an agent: first the form, then what is different, then it is saved. Only what was touched is
 * sent, with the version that was seen.
 */
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactElement } from 'react';
import { adapterForms } from 'virtual:contracts/agents';
import { isProblem, type Problem } from '../../api/problem.ts';
import { useAgentWrite } from '../../cache/agent-queries.ts';
import { useCompany } from '../../cache/company.ts';
import { timeFields } from '../../domain/agent-form.ts';
import { adapterWords, agentPath } from '../../domain/agents.ts';
import {
  draftOf,
  patched,
  patchOf,
  type Draft,
  type FormField,
  type Open,
} from '../../domain/config-form.ts';
import { differences } from '../../domain/differences.ts';
import { oneLine } from '../../domain/visible.ts';
import { Button, Select } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
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
  hint: 'Keys of another kind stay stored and are not read.',
  required: true,
  options: Object.keys(adapterForms),
  words: adapterWords,
};

export function EditAgent({ agent, onClose }: Props): ReactElement {
  const { id, issuePrefix } = useCompany();
  const navigate = useNavigate();
  const person = usePersonFields(agent.id);
  const every = Object.values(adapterForms).flatMap((form) => form.fields);
  // The version that was seen is that of the form's values, however often the agent changes meanwhile.
  const [seen, setSeen] = useState(agent);
  const [draft, setDraft] = useState(() =>
    draftOf([...person, typeField, ...every, ...timeFields], agent),
  );
  const [reviews, setReviews] = useState(false);
  const managerOf = useManagerId(agent.id);
  const review = useMutation({
    mutationFn: () => managerOf(draft),
    onSuccess: (reportsTo) => {
      setDraft((now) => ({ ...now, reportsTo }));
      setReviews(true);
    },
  });
  const type = (draft['adapterType'] ?? agent.adapterType) as AgentDetail['adapterType'];
  const fields = [...person, typeField, ...adapterForms[type].fields, ...timeFields];
  const patch = patchOf(fields, seen, draft);
  const save = useAgentWrite('updateAgent', id, (saved) => {
    onClose();
    void navigate({ to: agentPath(issuePrefix, saved), search: { view: 'configuration' } });
  });
  const problem = isProblem(save.error) ? save.error : undefined;
  const isPending = review.isPending || save.isPending;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPending) return;
    if (!reviews) return review.mutate();
    const input = { agentId: agent.id, ...patch, ifVersion: seen.version };
    if (patch) save.mutate(input);
  };
  const name = oneLine(agent.name);
  return (
    <Dialog label={`Change ${name}`} onClose={onClose} wide>
      <form className={agents.form} onSubmit={submit}>
        <h1>{reviews ? `What changes of ${name}` : `Change ${name}`}</h1>
        {reviews ? (
          <Review before={seen} patch={patch} fields={fields} />
        ) : (
          <Fields {...{ person, type, draft, problem }} onChange={setDraft} />
        )}
        <ProblemNote
          error={review.error ?? save.error}
          onRetry={problem?.fields.status === 412 ? () => setSeen(agent) : undefined}
        />
        <div className={agents.ends}>
          {reviews ? (
            <Button onClick={() => setReviews(false)}>Back to the form</Button>
          ) : (
            <Button onClick={onClose}>Close</Button>
          )}
          <Button look="main" type="submit" disabled={patch === undefined || isPending}>
            {reviews ? 'Save' : 'See what changes'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
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
        onPick={(value) => onChange({ ...draft, adapterType: value })}
      />
      <FormFields legend="What runs" about={summary} fields={fields} {...part} />
      <FormFields legend="When it starts" fields={timeFields} {...part} />
      <FormFields legend="Who it is" fields={person} {...part} />
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
  if (!patch) return <p>Nothing is different.</p>;
  return <DifferenceList of={differences({ ...before }, patched(fields, { ...before }, patch))} />;
}
