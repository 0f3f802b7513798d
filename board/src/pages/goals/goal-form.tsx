import type { Goal, GoalLevel, GoalStatus } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { goalLevels, goalStatuses } from 'virtual:contracts/planning';
import { call } from '../../api/call.ts';
import { detailOf } from '../../api/problem.ts';
import { useNamedAgent } from '../../cache/agent-id.ts';
import { useCompany, useNames } from '../../cache/company.ts';
import { useEdit } from '../../cache/edit.ts';
import { goalsQuery } from '../../cache/planning-queries.ts';
import { useWrite } from '../../cache/write.ts';
import { emptyAsNull } from '../../domain/changed.ts';
import { goalMarks, levelWords } from '../../domain/planning.ts';
import { oneLine } from '../../domain/visible.ts';
import { AgentSelect } from '../../ui/agent-select.tsx';
import { Area, Field, Select } from '../../ui/controls.tsx';
import { FormDialog, Pair } from '../../ui/form.tsx';
import type { Theirs } from '../../ui/theirs.tsx';

interface Props {
  readonly goal?: Goal;
  /** Of a new goal. */
  readonly parent?: Goal;
  readonly onClose: () => void;
}

interface Fields {
  readonly title: string;
  readonly description: string;
  readonly level: GoalLevel;
  readonly status: GoalStatus;
  readonly parentId: string;
  readonly ownerAgentId: string;
}

/** The level below: a goal of a company has goals of teams. */
const levelBelow = (level: GoalLevel): GoalLevel =>
  goalLevels[goalLevels.indexOf(level) + 1] ?? level;

const fieldsOf = (goal: Goal | undefined, parent: Goal | undefined): Fields => ({
  title: goal?.title ?? '',
  description: goal?.description ?? '',
  level: goal?.level ?? (parent ? levelBelow(parent.level) : 'company'),
  status: goal?.status ?? 'active',
  parentId: goal?.parentId ?? parent?.id ?? '',
  ownerAgentId: goal?.ownerAgentId ?? '',
});

export function GoalForm({ goal, parent, onClose }: Props): ReactElement {
  const { id } = useCompany();
  const { fields, touched, theirs, isTouched, set, over } = useEdit(goal, {
    fieldsOf: (row) => fieldsOf(row, parent),
    read: goal && (() => call('getGoal', { goalId: goal.id })),
  });
  const create = useWrite('createGoal', onClose);
  const update = useWrite('updateGoal', onClose, over);
  const write = goal ? update : create;
  const withOwner = useNamedAgent(id, 'ownerAgentId');
  const sentOf = async <T extends Partial<Fields>>(of: T) =>
    emptyAsNull(await withOwner(of), ['parentId', 'ownerAgentId']);
  return (
    <FormDialog
      title={goal ? 'Change the goal' : parent ? `A goal below ${parent.title}` : 'New goal'}
      verb="Save"
      error={write.error}
      isPending={write.isPending}
      ready={fields.title.trim() !== '' && (isTouched || !goal)}
      theirs={useTheirs(theirs)}
      onSubmit={() =>
        goal
          ? update.mutate(async () => ({ goalId: goal.id, ...(await sentOf(touched)) }))
          : create.mutate(async () => ({ companyId: id, ...(await sentOf(fields)) }))
      }
      onClose={onClose}
    >
      <Field
        label="Goal"
        required
        maxLength={500}
        value={fields.title}
        hint="The outcome once it is reached."
        wrong={detailOf(write.error, 'title')}
        onChange={(event) => set({ title: event.target.value })}
      />
      <Pair>
        <Select
          label="Status"
          value={fields.status}
          options={goalStatuses.map((each) => [each, goalMarks[each].word])}
          onPick={(status) => set({ status })}
        />
        <Select
          label="Level"
          value={fields.level}
          options={goalLevels.map((each) => [each, levelWords[each]])}
          wrong={detailOf(write.error, 'level')}
          onPick={(level) => set({ level })}
        />
        <Parent goal={goal} value={fields.parentId} onPick={(parentId) => set({ parentId })} />
        <AgentSelect
          label="Owner"
          companyId={id}
          value={fields.ownerAgentId}
          onPick={(ownerAgentId) => set({ ownerAgentId })}
        />
      </Pair>
      <Area
        label="Text"
        hint="Markdown. Agents read it with each issue of the goal."
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
  const { title, description, level, status, parentId, ownerAgentId } = theirs;
  return [
    ['Goal', title],
    ['Status', status && goalMarks[status].word],
    ['Level', level && levelWords[level]],
    ['Below', parentId && (goals.find((each) => each.id === parentId)?.title ?? parentId)],
    ['Owner', ownerAgentId && names.of(ownerAgentId, null)],
    ['Text', description],
  ];
}

function Parent({
  goal,
  value,
  onPick,
}: {
  readonly goal: Goal | undefined;
  readonly value: string;
  readonly onPick: (value: string) => void;
}): ReactElement {
  const { id } = useCompany();
  const goals = useQuery(goalsQuery(id)).data ?? [];
  return (
    <Select
      label="Below"
      value={value}
      options={[
        ['', 'No other goal'],
        ...goals
          .filter((each) => each.id !== goal?.id)
          .map((each) => [each.id, oneLine(each.title)] as const),
      ]}
      onPick={onPick}
    />
  );
}
