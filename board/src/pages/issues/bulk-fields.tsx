/** The fields that a change of many issues may set; each is left as it is until a value is chosen. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { issuePriorities, issueStatuses } from 'virtual:contracts';
import { useCompany, useNames } from '../../cache/company.ts';
import { goalsQuery, projectsQuery } from '../../cache/planning-queries.ts';
import { labelsQuery } from '../../cache/settings-queries.ts';
import { assignable } from '../../domain/agents.ts';
import type { BulkValues } from '../../domain/issues/bulk.ts';
import { issueMarks } from '../../domain/marks.ts';
import { oneLine } from '../../domain/visible.ts';
import { Select } from '../../ui/controls.tsx';
import { Pair } from '../../ui/form.tsx';

interface Props {
  readonly values: BulkValues;
  readonly onSet: (set: Partial<BulkValues>) => void;
}

const AS_IT_IS = ['', 'No change'] as const;

interface Named {
  readonly id: string;
  readonly name: string;
}

const named = (rows: readonly Named[]) => rows.map(({ id, name }) => [id, oneLine(name)] as const);

export function BulkFields({ values, onSet }: Props): ReactElement {
  const { id } = useCompany();
  const projects = useQuery(projectsQuery(id)).data ?? [];
  const goals = useQuery(goalsQuery(id)).data ?? [];
  const labels = useQuery(labelsQuery(id)).data ?? [];
  const assignees = useAssignees(id);
  const field = (
    name: Exclude<keyof BulkValues, 'status' | 'priority'>,
    label: string,
    options: readonly (readonly [string, string])[],
  ): ReactElement => (
    <Select
      label={label}
      value={values[name]}
      options={[AS_IT_IS, ...options]}
      onPick={(value) => onSet({ [name]: value })}
    />
  );
  return (
    <>
      <Pair>
        <Select
          label="Status"
          value={values.status}
          options={[
            AS_IT_IS,
            ...issueStatuses.map((each) => [each, issueMarks[each].word] as const),
          ]}
          onPick={(status) => onSet({ status })}
        />
        <Select
          label="Priority"
          value={values.priority}
          options={[AS_IT_IS, ...issuePriorities.map((each) => [each, each] as const)]}
          onPick={(priority) => onSet({ priority })}
        />
      </Pair>
      {field('assignee', 'Assignee', [['none', 'No one'], ...assignees])}
      <Pair>
        {field('project', 'Project', [['none', 'No project'], ...named(projects)])}
        {field('goal', 'Goal', [
          ['none', 'No goal'],
          ...named(goals.map((goal) => ({ id: goal.id, name: goal.title }))),
        ])}
      </Pair>
      <Pair>
        {field('addLabel', 'Add a label', named(labels))}
        {field('removeLabel', 'Take a label away', named(labels))}
      </Pair>
    </>
  );
}

function useAssignees(companyId: string): readonly (readonly [string, string])[] {
  const { agents, members } = useNames(companyId);
  return [
    ...assignable([...agents.values()]).map(
      ({ id, name }) => [`agent:${id}`, oneLine(name)] as const,
    ),
    ...members.map(({ userId, name }) => [`user:${userId}`, `${oneLine(name)} (person)`] as const),
  ];
}
