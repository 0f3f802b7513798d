import type { Project, ProjectStatus } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { projectStatuses } from 'virtual:contracts/planning';
import { call } from '../../api/call.ts';
import { detailOf, isProblem } from '../../api/problem.ts';
import { useAgentId } from '../../cache/agent-id.ts';
import { useCompany } from '../../cache/company.ts';
import { goalsQuery, progressKey } from '../../cache/planning-queries.ts';
import { useWrite } from '../../cache/write.ts';
import { changedFields } from '../../domain/changed.ts';
import { projectMarks } from '../../domain/planning.ts';
import { oneLine } from '../../domain/visible.ts';
import { AgentSelect } from '../../ui/agent-select.tsx';
import { Area, Field, Select } from '../../ui/controls.tsx';
import { Check, Choices, FormDialog, Pair } from '../../ui/form.tsx';

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
  readonly goalIds: readonly string[];
}

const fieldsOf = (project: Project | undefined): Fields => ({
  name: project?.name ?? '',
  description: project?.description ?? '',
  status: project?.status ?? 'active',
  leadAgentId: project?.leadAgentId ?? '',
  targetDate: project?.targetDate ?? '',
  goalIds: project?.goalIds ?? [],
});

const sentOf = (fields: Fields, leadAgentId: string) => ({
  ...fields,
  goalIds: [...fields.goalIds],
  leadAgentId: leadAgentId === '' ? null : leadAgentId,
  targetDate: fields.targetDate === '' ? null : fields.targetDate,
});

export function ProjectForm({ project, onClose }: Props): ReactElement {
  const { id } = useCompany();
  const [fields, setFields] = useState(() => fieldsOf(project));
  const changes = [['projects', id], progressKey(id)];
  const create = useWrite('createProject', changes, onClose);
  const update = useWrite(
    'updateProject',
    changes,
    onClose,
    project && { seen: project, read: () => call('getProject', { projectId: project.id }) },
  );
  const write = project ? update : create;
  const problem = isProblem(write.error) ? write.error : undefined;
  const leadOf = useAgentId(id);
  const set = (change: Partial<Fields>): void => setFields({ ...fields, ...change });
  const sent = async () => sentOf(fields, await leadOf(fields.leadAgentId));
  return (
    <FormDialog
      title={project ? 'Change the project' : 'New project'}
      verb="Save"
      error={write.error}
      isPending={write.isPending}
      ready={fields.name.trim() !== ''}
      onSubmit={() =>
        project
          ? update.mutate(async () => ({
              projectId: project.id,
              ...changedFields(project, await sent()),
            }))
          : create.mutate(async () => ({ companyId: id, ...(await sent()) }))
      }
      onClose={onClose}
    >
      <Field
        label="Name"
        required
        maxLength={200}
        value={fields.name}
        wrong={detailOf(problem, 'name')}
        onChange={(event) => set({ name: event.target.value })}
      />
      <Pair>
        <Select
          label="Status"
          value={fields.status}
          options={projectStatuses.map((each) => [each, projectMarks[each].word])}
          onPick={(value) =>
            set({ status: projectStatuses.find((each) => each === value) ?? fields.status })
          }
        />
        <AgentSelect
          label="Lead"
          companyId={id}
          value={fields.leadAgentId}
          onPick={(leadAgentId) => set({ leadAgentId })}
        />
        <Field
          label="Target day"
          type="date"
          value={fields.targetDate}
          wrong={detailOf(problem, 'targetDate')}
          onChange={(event) => set({ targetDate: event.target.value })}
        />
      </Pair>
      <Goals goalIds={fields.goalIds} onChange={(goalIds) => set({ goalIds })} />
      <Area
        label="Text"
        hint="Markdown. Agents read it with each issue of the project."
        rows={4}
        value={fields.description}
        wrong={detailOf(problem, 'description')}
        onChange={(event) => set({ description: event.target.value })}
      />
    </FormDialog>
  );
}

function Goals({
  goalIds,
  onChange,
}: {
  readonly goalIds: readonly string[];
  readonly onChange: (goalIds: readonly string[]) => void;
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
