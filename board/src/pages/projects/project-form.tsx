import type { Project, ProjectStatus } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { projectStatuses } from 'virtual:contracts/planning';
import { call } from '../../api/call.ts';
import { detailOf } from '../../api/problem.ts';
import { useNamedAgent } from '../../cache/agent-id.ts';
import { useCompany, useNames } from '../../cache/company.ts';
import { useEdit } from '../../cache/edit.ts';
import { goalsQuery } from '../../cache/planning-queries.ts';
import { useWrite } from '../../cache/write.ts';
import { emptyAsNull } from '../../domain/changed.ts';
import { projectMarks } from '../../domain/planning.ts';
import { oneLine } from '../../domain/visible.ts';
import { AgentSelect } from '../../ui/agent-select.tsx';
import { Area, Field, Select } from '../../ui/controls.tsx';
import { Check, Choices, FormDialog, Pair } from '../../ui/form.tsx';
import type { Theirs } from '../../ui/theirs.tsx';

interface Props {
  readonly project?: Project;
  readonly onClose: () => void;
}

interface Fields {
  readonly name: string;
  readonly description: string;
  readonly status: ProjectStatus;
  readonly leadAgentId: string;
  readonly targetDate: string;
  readonly goalIds: string[];
}

const fieldsOf = (project: Project | undefined): Fields => ({
  name: project?.name ?? '',
  description: project?.description ?? '',
  status: project?.status ?? 'active',
  leadAgentId: project?.leadAgentId ?? '',
  targetDate: project?.targetDate ?? '',
  goalIds: project?.goalIds ?? [],
});

export function ProjectForm({ project, onClose }: Props): ReactElement {
  const { id } = useCompany();
  const { fields, touched, theirs, isTouched, set, over } = useEdit(project, {
    fieldsOf,
    read: project && (() => call('getProject', { projectId: project.id })),
  });
  const create = useWrite('createProject', onClose);
  const update = useWrite('updateProject', onClose, over);
  const write = project ? update : create;
  const withLead = useNamedAgent(id, 'leadAgentId');
  const sentOf = async <T extends Partial<Fields>>(of: T) =>
    emptyAsNull(await withLead(of), ['leadAgentId', 'targetDate']);
  return (
    <FormDialog
      title={project ? 'Change the project' : 'New project'}
      verb="Save"
      error={write.error}
      isPending={write.isPending}
      ready={fields.name.trim() !== '' && (isTouched || !project)}
      theirs={useTheirs(theirs)}
      onSubmit={() =>
        project
          ? update.mutate(async () => ({ projectId: project.id, ...(await sentOf(touched)) }))
          : create.mutate(async () => ({ companyId: id, ...(await sentOf(fields)) }))
      }
      onClose={onClose}
    >
      <Field
        label="Name"
        required
        maxLength={200}
        value={fields.name}
        wrong={detailOf(write.error, 'name')}
        onChange={(event) => set({ name: event.target.value })}
      />
      <Pair>
        <Select
          label="Status"
          value={fields.status}
          options={projectStatuses.map((each) => [each, projectMarks[each].word])}
          onPick={(status) => set({ status })}
        />
        <AgentSelect
          label="Lead"
          companyId={id}
          value={fields.leadAgentId}
          onPick={(leadAgentId) => set({ leadAgentId })}
        />
        <Field
          label="Target date"
          type="date"
          value={fields.targetDate}
          wrong={detailOf(write.error, 'targetDate')}
          onChange={(event) => set({ targetDate: event.target.value })}
        />
      </Pair>
      <Goals goalIds={fields.goalIds} onChange={(goalIds) => set({ goalIds })} />
      <Area
        label="Text"
        hint="Markdown. Agents read it with each issue of the project."
        rows={4}
        value={fields.description}
        wrong={detailOf(write.error, 'description')}
        onChange={(event) => set({ description: event.target.value })}
      />
    </FormDialog>
  );
}

function useTheirs(theirs: Partial<Fields>): Theirs {
  const { id } = useCompany();
  const names = useNames(id);
  const goals = useQuery(goalsQuery(id)).data ?? [];
  const { name, description, status, leadAgentId, targetDate, goalIds } = theirs;
  const theirGoals = goals.filter((each) => goalIds?.includes(each.id) === true);
  return [
    ['Name', name],
    ['Status', status && projectMarks[status].word],
    ['Lead', leadAgentId && names.of(leadAgentId, null)],
    ['Target date', targetDate],
    ['For the goals', goalIds && theirGoals.map(({ title }) => title).join(', ')],
    ['Text', description],
  ];
}

function Goals({
  goalIds,
  onChange,
}: {
  readonly goalIds: readonly string[];
  readonly onChange: (goalIds: string[]) => void;
}): ReactElement | null {
  const { id } = useCompany();
  const goals = useQuery(goalsQuery(id)).data ?? [];
  if (goals.length === 0) return null;
  return (
    <Choices legend="For the goals">
      {goals.map((goal) => (
        <Check
          key={goal.id}
          word={oneLine(goal.title)}
          on={goalIds.includes(goal.id)}
          onSwitch={(on) =>
            onChange(on ? [...goalIds, goal.id] : goalIds.filter((each) => each !== goal.id))
          }
        />
      ))}
    </Choices>
  );
}
