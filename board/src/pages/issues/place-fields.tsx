/** Where a new issue belongs, and by when it is to be done. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { goalsQuery, projectsQuery } from '../../cache/planning-queries.ts';
import { oneLine } from '../../domain/visible.ts';
import { Field, Select } from '../../ui/controls.tsx';
import css from './issues.module.css';

export interface Placed {
  /** Empty: none. */
  readonly projectId: string;
  readonly goalId: string;
  /** A day of the company; empty: none. */
  readonly dueDay: string;
}

interface Props {
  readonly companyId: string;
  readonly value: Placed;
  readonly onChange: (value: Placed) => void;
}

export function PlaceFields({ companyId, value, onChange }: Props): ReactElement {
  const projects = useQuery(projectsQuery(companyId)).data ?? [];
  const goals = useQuery(goalsQuery(companyId)).data ?? [];
  return (
    <div className={css.pair}>
      <Select
        label="Project"
        value={value.projectId}
        options={[
          ['', 'No project'],
          ...projects.map(({ id, name }) => [id, oneLine(name)] as const),
        ]}
        onPick={(projectId) => onChange({ ...value, projectId })}
      />
      <Select
        label="Goal"
        value={value.goalId}
        options={[['', 'No goal'], ...goals.map(({ id, title }) => [id, oneLine(title)] as const)]}
        onPick={(goalId) => onChange({ ...value, goalId })}
      />
      <Field
        label="Due date"
        type="date"
        value={value.dueDay}
        onChange={(event) => onChange({ ...value, dueDay: event.target.value })}
      />
    </div>
  );
}
