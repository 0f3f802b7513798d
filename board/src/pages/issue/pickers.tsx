/** What can be chosen for an issue. Only moves that the API would allow are offered. */
import type { ReactElement } from 'react';
import { issuePriorities } from 'virtual:contracts';
import type { Output } from '../../api/operations.ts';
import type { IssueChange, useChangeIssue } from '../../cache/change-issue.ts';
import { useCompany, useNames } from '../../cache/company.ts';
import { agentMarks, issueMarks } from '../../domain/marks.ts';
import { oneLine } from '../../domain/visible.ts';
import { StateMark } from '../../ui/mark.tsx';
import { Picker } from '../../ui/picker.tsx';

interface Props {
  readonly issue: Output<'getIssue'>;
  readonly change: ReturnType<typeof useChangeIssue>;
  readonly onClose: () => void;
}

const changer =
  ({ issue, change }: Props) =>
  (fields: IssueChange): void =>
    change.mutate({ issue, change: fields, key: crypto.randomUUID() });

export function StatusPicker(props: Props): ReactElement {
  const pick = changer(props);
  return (
    <Picker
      label="Status"
      onClose={props.onClose}
      empty="No status can be chosen now: assign the issue first."
      options={props.issue.allowedTransitions.map((status) => ({
        id: status,
        label: issueMarks[status].word,
        mark: <StateMark kind="issue" mark={issueMarks[status]} />,
        onPick: () => pick({ status }),
      }))}
    />
  );
}

export function PriorityPicker(props: Props): ReactElement {
  const pick = changer(props);
  return (
    <Picker
      label="Priority"
      onClose={props.onClose}
      options={issuePriorities.map((priority) => ({
        id: priority,
        label: priority,
        onPick: () => pick({ priority }),
      }))}
    />
  );
}

export function AssigneePicker(props: Props): ReactElement {
  const pick = changer(props);
  const { id } = useCompany();
  const names = useNames(id);
  const agents = [...names.agents.values()].filter(
    ({ status }) => status !== 'terminated' && status !== 'pending_approval',
  );
  const people = names.members.map(({ userId, name }) => ({ userId, name }));
  if (names.me !== undefined && people.every(({ userId }) => userId !== names.me)) {
    people.unshift({ userId: names.me, name: 'me' });
  }
  return (
    <Picker
      label="Assignee"
      onClose={props.onClose}
      options={[
        ...agents.map((agent) => ({
          id: agent.id,
          label: oneLine(agent.name),
          detail: oneLine(agent.title ?? agent.role),
          mark: <StateMark kind="agent" mark={agentMarks[agent.status]} />,
          onPick: () => pick({ assigneeAgentId: agent.id, assigneeUserId: null }),
        })),
        ...people.map(({ userId, name }) => ({
          id: userId,
          label: oneLine(name),
          detail: 'person',
          onPick: () => pick({ assigneeUserId: userId, assigneeAgentId: null }),
        })),
        {
          id: 'unassigned',
          label: 'No one',
          onPick: () => pick({ assigneeAgentId: null, assigneeUserId: null }),
        },
      ]}
    />
  );
}
