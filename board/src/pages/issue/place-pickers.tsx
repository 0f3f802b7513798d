/** Where an issue belongs: its project, its goal, its parent, and what blocks it. */
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { IssueChange } from '../../cache/change-issue.ts';
import { useCompany } from '../../cache/company.ts';
import { useFoundIssues, type FoundIssue } from '../../cache/found-issues.ts';
import { goalsQuery, projectsQuery } from '../../cache/planning-queries.ts';
import { issueMarks } from '../../domain/marks.ts';
import { oneLine } from '../../domain/visible.ts';
import { StateMark } from '../../ui/mark.tsx';
import { Picker, type Option } from '../../ui/picker.tsx';

interface Props {
  readonly onPick: (change: IssueChange) => void;
  readonly onClose: () => void;
}

export function ProjectPicker({ onPick, onClose }: Props): ReactElement {
  const { id } = useCompany();
  const projects = useQuery(projectsQuery(id)).data ?? [];
  return (
    <Picker
      label="Project"
      onClose={onClose}
      empty="No project has this name."
      options={[
        ...projects.map((project) => ({
          id: project.id,
          label: oneLine(project.name),
          onPick: () => onPick({ projectId: project.id }),
        })),
        { id: 'none', label: 'No project', onPick: () => onPick({ projectId: null }) },
      ]}
    />
  );
}

export function GoalPicker({ onPick, onClose }: Props): ReactElement {
  const { id } = useCompany();
  const goals = useQuery(goalsQuery(id)).data ?? [];
  return (
    <Picker
      label="Goal"
      onClose={onClose}
      empty="No goal has this name."
      options={[
        ...goals.map((goal) => ({
          id: goal.id,
          label: oneLine(goal.title),
          onPick: () => onPick({ goalId: goal.id }),
        })),
        { id: 'none', label: 'No goal', onPick: () => onPick({ goalId: null }) },
      ]}
    />
  );
}

interface OfIssue extends Props {
  readonly issueId: string | undefined;
}

/** The parts of an issue cannot be its parent; the API says so of those further down. */
export function ParentPicker({ issueId, onPick, onClose }: OfIssue): ReactElement {
  return (
    <IssuePicker
      label="Parent"
      without={issueId}
      optionOf={({ id }) => ({ onPick: () => onPick({ parentId: id }) })}
      last={[{ id: 'none', label: 'No parent', onPick: () => onPick({ parentId: null }) }]}
      onClose={onClose}
    />
  );
}

/** An issue that blocks is taken away, and another one is added. */
export function BlockerPicker({
  issueId,
  held,
  onPick,
  onClose,
}: OfIssue & { readonly held: readonly string[] }): ReactElement {
  const toggled = (id: string): string[] =>
    held.includes(id) ? held.filter((each) => each !== id) : [...held, id];
  return (
    <IssuePicker
      label="Blocked by"
      without={issueId}
      optionOf={({ id }) => ({
        detail: held.includes(id) ? 'take away' : undefined,
        onPick: () => onPick({ blockedByIssueIds: toggled(id) }),
      })}
      last={
        held.length > 0
          ? [
              {
                id: 'none',
                label: 'Nothing blocks it',
                onPick: () => onPick({ blockedByIssueIds: [] }),
              },
            ]
          : []
      }
      onClose={onClose}
    />
  );
}

interface IssuePickerProps {
  readonly label: string;
  /** An issue that cannot be picked: itself. */
  readonly without: string | undefined;
  readonly optionOf: (issue: FoundIssue) => Pick<Option, 'detail' | 'onPick'>;
  readonly last: readonly Option[];
  readonly onClose: () => void;
}

function IssuePicker({ label, without, optionOf, last, onClose }: IssuePickerProps): ReactElement {
  const { id: companyId } = useCompany();
  const [typed, setTyped] = useState('');
  const found = useFoundIssues(companyId, typed, true);
  return (
    <Picker
      label={label}
      onClose={onClose}
      onType={setTyped}
      empty="No issue has these words."
      options={[
        ...found
          .filter(({ id }) => id !== without)
          .map((issue) => ({
            id: issue.id,
            label: `${issue.identifier} ${oneLine(issue.title)}`,
            mark: <StateMark kind="issue" mark={issueMarks[issue.status]} />,
            ...optionOf(issue),
          })),
        ...last,
      ]}
    />
  );
}
