/** A new issue from anywhere: title, Tab, name, Ctrl Enter. */
import type { Company, IssuePriority } from '@muster/contracts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState, type FormEvent, type KeyboardEvent, type ReactElement } from 'react';
import { issuePriorities } from 'virtual:contracts';
import { call } from '../../api/call.ts';
import { detailOf } from '../../api/problem.ts';
import { useReadAgain } from '../../cache/write.ts';
import { useAgentId } from '../../cache/agent-id.ts';
import { useDraft } from '../../cache/draft.ts';
import { assignable } from '../../domain/agents.ts';
import { endOfDay } from '../../domain/time.ts';
import { oneLine } from '../../domain/visible.ts';
import { AgentSelect } from '../../ui/agent-select.tsx';
import { Area, Button, Field, Select } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { modKey } from '../../ui/keys.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import css from './issues.module.css';
import { PlaceFields, type Placed } from './place-fields.tsx';

interface Props {
  readonly company: Company;
  readonly onClose: () => void;
}

export function NewIssue({ company, onClose }: Props): ReactElement {
  const [title, setTitle, clearTitle] = useDraft(`title.${company.id}`);
  const [text, setText, clearText] = useDraft(`text.${company.id}`);
  const [assignee, setAssignee] = useState('');
  const [priority, setPriority] = useState<IssuePriority>('medium');
  const { projectId = '' } = useParams({ strict: false });
  const [place, setPlace] = useState<Placed>({ projectId, goalId: '', dueDay: '' });
  const create = useCreateIssue(company, () => {
    clearTitle();
    clearText();
    onClose();
  });
  const submit = (event: FormEvent | KeyboardEvent): void => {
    event.preventDefault();
    if (title.text.trim() === '' || create.isPending) return;
    const { key } = title;
    create.mutate({ title: title.text, text: text.text, assignee, priority, place, key });
  };
  return (
    <Dialog label={`New issue in ${oneLine(company.name)}`} onClose={onClose} wide>
      <h1>
        New issue in <Text of={company.name} />
      </h1>
      <form
        className={css.form}
        onSubmit={submit}
        onKeyDown={(event) =>
          event.key === 'Enter' && (event.ctrlKey || event.metaKey) && submit(event)
        }
      >
        <Field
          label="Title"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog that opens has the focus
          autoFocus
          value={title.text}
          maxLength={500}
          wrong={detailOf(create.error, 'title')}
          onChange={(event) => setTitle(event.target.value)}
        />
        <div className={css.pair}>
          <AgentSelect
            label="Assignee"
            companyId={company.id}
            none="No one yet"
            among={assignable}
            value={assignee}
            onPick={setAssignee}
          />
          <Select
            label="Priority"
            value={priority}
            options={issuePriorities.map((each) => [each, each])}
            onPick={setPriority}
          />
        </div>
        <PlaceFields companyId={company.id} value={place} onChange={setPlace} />
        <Area
          label="Text"
          hint="Markdown. Describe the expected result."
          rows={6}
          value={text.text}
          wrong={detailOf(create.error, 'description')}
          onChange={(event) => setText(event.target.value)}
        />
        <ProblemNote error={create.error} />
        <div className={css.ends}>
          <Button onClick={onClose}>Close</Button>
          <Button
            look="main"
            type="submit"
            hotkey={modKey('↵')}
            disabled={title.text.trim() === '' || create.isPending}
          >
            Create issue
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface NewIssueFields {
  readonly title: string;
  readonly text: string;
  /** As the field holds it. */
  readonly assignee: string;
  readonly priority: IssuePriority;
  readonly place: Placed;
  readonly key: string;
}

const placeOf = ({ projectId, goalId, dueDay }: Placed, timeZone: string) => ({
  ...(projectId === '' ? {} : { projectId }),
  ...(goalId === '' ? {} : { goalId }),
  ...(dueDay === '' ? {} : { dueAt: endOfDay(dueDay, timeZone) }),
});

function useCreateIssue(company: Company, onCreated: () => void) {
  const readAgain = useReadAgain();
  const navigate = useNavigate();
  const assigneeOf = useAgentId(company.id, assignable);
  return useMutation({
    mutationFn: async ({ title, text, assignee, priority, place, key }: NewIssueFields) => {
      const agentId = await assigneeOf(assignee);
      return call(
        'createIssue',
        {
          companyId: company.id,
          title,
          priority,
          status: agentId === '' ? 'backlog' : 'todo',
          ...(text === '' ? {} : { description: text }),
          ...placeOf(place, company.timeZone),
          ...(agentId === '' ? {} : { assigneeAgentId: agentId }),
        },
        { key },
      );
    },
    onSuccess: async (issue) => {
      onCreated();
      void readAgain('createIssue');
      await navigate({
        to: '/$prefix/issues/$ref',
        params: { prefix: company.issuePrefix, ref: issue.identifier },
      });
    },
  });
}
