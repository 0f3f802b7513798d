/** What can be chosen for an issue. Moves that the API would refuse are grey, with the reason. */
import type { IssueStatus } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { issuePriorities, issueStatuses } from 'virtual:contracts';
import type { IssueChange } from '../../cache/change-issue.ts';
import { useCompany, useNames } from '../../cache/company.ts';
import { labelsQuery } from '../../cache/settings-queries.ts';
import { assignable } from '../../domain/agents.ts';
import { agentMarks, issueMarks } from '../../domain/marks.ts';
import { oneLine } from '../../domain/visible.ts';
import { StateMark } from '../../ui/mark.tsx';
import { Picker } from '../../ui/picker.tsx';

interface Props {
  readonly onPick: (change: IssueChange) => void;
  readonly onClose: () => void;
}

interface StatusProps extends Props {
  /** Those that can be chosen. */
  readonly statuses: readonly IssueStatus[];
  /** Why another cannot; without it, only those that can are shown. */
  readonly whyNot?: (status: IssueStatus) => string;
}

export function StatusPicker({ statuses, whyNot, onPick, onClose }: StatusProps): ReactElement {
  const shown = whyNot ? issueStatuses : statuses;
  return (
    <Picker
      label="Status"
      onClose={onClose}
      empty={shown.length === 0 ? 'No status can be chosen now.' : 'No status has this name.'}
      options={shown.map((status) => ({
        id: status,
        label: issueMarks[status].word,
        mark: <StateMark kind="issue" mark={issueMarks[status]} />,
        cannot: statuses.includes(status) ? undefined : whyNot?.(status),
        onPick: () => onPick({ status }),
      }))}
    />
  );
}

export function PriorityPicker({ onPick, onClose }: Props): ReactElement {
  return (
    <Picker
      label="Priority"
      onClose={onClose}
      options={issuePriorities.map((priority) => ({
        id: priority,
        label: priority,
        onPick: () => onPick({ priority }),
      }))}
    />
  );
}

export function AssigneePicker({ onPick, onClose }: Props): ReactElement {
  const { id } = useCompany();
  const names = useNames(id);
  const agents = assignable([...names.agents.values()]);
  const people = names.members.map(({ userId, name }) => ({ userId, name }));
  if (names.me !== undefined && people.every(({ userId }) => userId !== names.me)) {
    people.unshift({ userId: names.me, name: 'me' });
  }
  return (
    <Picker
      label="Assignee"
      onClose={onClose}
      options={[
        ...agents.map((agent) => ({
          id: agent.id,
          label: oneLine(agent.name),
          detail: oneLine(agent.title ?? agent.role),
          mark: <StateMark kind="agent" mark={agentMarks[agent.status]} />,
          onPick: () => onPick({ assigneeAgentId: agent.id, assigneeUserId: null }),
        })),
        ...people.map(({ userId, name }) => ({
          id: userId,
          label: oneLine(name),
          detail: 'person',
          onPick: () => onPick({ assigneeUserId: userId, assigneeAgentId: null }),
        })),
        {
          id: 'unassigned',
          label: 'No one',
          onPick: () => onPick({ assigneeAgentId: null, assigneeUserId: null }),
        },
      ]}
    />
  );
}

/** A label that the issue has is taken from it, and another one is added. */
export function LabelPicker({
  held,
  onPick,
  onClose,
}: Props & { readonly held: readonly string[] }): ReactElement {
  const { id } = useCompany();
  const labels = useQuery(labelsQuery(id)).data ?? [];
  return (
    <Picker
      label="Labels"
      onClose={onClose}
      empty="No label has this name. Create labels in the settings."
      options={labels.map((label) => ({
        id: label.id,
        label: oneLine(label.name),
        detail: held.includes(label.id) ? 'take away' : undefined,
        mark: <Held held={held.includes(label.id)} />,
        onPick: () =>
          onPick({
            labelIds: held.includes(label.id)
              ? held.filter((each) => each !== label.id)
              : [...held, label.id],
          }),
      }))}
    />
  );
}

const Held = ({ held }: { readonly held: boolean }): ReactElement => (
  <span aria-hidden="true">{held ? '☑' : '☐'}</span>
);
