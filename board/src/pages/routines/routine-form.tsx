/** A routine: the issue that it makes, and when. The next moments are shown before it is saved. */
import type { Routine } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { call } from '../../api/call.ts';
import { detailOf } from '../../api/problem.ts';
import { useNamedAgent } from '../../cache/agent-id.ts';
import { useCompany } from '../../cache/company.ts';
import { momentsQuery } from '../../cache/routine-queries.ts';
import { useWrite } from '../../cache/write.ts';
import {
  budgetOf,
  catchUpOptions,
  clockOf,
  fieldsOf,
  hasClock,
  isComplete,
  overlapOptions,
  templateOf,
  type RoutineFields,
} from '../../domain/routines/routines.ts';
import { variablesOf } from '../../domain/routines/template-text.ts';
import { clock as clockTime } from '../../domain/time.ts';
import { AgentSelect } from '../../ui/agent-select.tsx';
import { Area, Field, Select } from '../../ui/controls.tsx';
import { FormDialog, Pair } from '../../ui/form.tsx';
import { TimeZones } from '../../ui/time-zones.tsx';

interface Props {
  readonly routine?: Routine;
  readonly onClose: () => void;
}

export function RoutineForm({ routine, onClose }: Props): ReactElement {
  const { id: companyId, timeZone } = useCompany();
  const [fields, setFields] = useState(() => fieldsOf(routine, timeZone));
  const set = (change: Partial<RoutineFields>): void => setFields({ ...fields, ...change });
  const create = useWrite('createRoutine', onClose);
  const update = useWrite('updateRoutine', onClose, routine && overOf(routine));
  const write = routine ? update : create;
  const withAgent = useNamedAgent(companyId, 'assigneeAgentId');
  const sent = async () => {
    const named = { ...fields, ...(await withAgent(fields)) };
    const { name, overlap, catchUp } = named;
    const template = templateOf(named, routine?.template);
    const variables = [...(variablesOf(named.variables) ?? [])];
    const budgetMonthlyCents = budgetOf(named) ?? 0;
    const clock = clockOf(named);
    return { name, overlap, catchUp, budgetMonthlyCents, template, variables, clock };
  };
  return (
    <FormDialog
      title={routine ? 'Change the routine' : 'New routine'}
      verb="Save"
      error={write.error}
      isPending={write.isPending}
      ready={isComplete(fields)}
      onSubmit={() =>
        routine
          ? update.mutate(async () => ({ routineId: routine.id, ...(await sent()) }))
          : create.mutate(async () => ({ companyId, ...(await sent()) }))
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
      <Field
        label="Issue title"
        required
        maxLength={500}
        value={fields.title}
        hint="{{date}} and {{count}} are filled in."
        wrong={detailOf(write.error, 'template', 'title')}
        onChange={(event) => set({ title: event.target.value })}
      />
      <Area
        label="Description"
        value={fields.description}
        wrong={detailOf(write.error, 'template', 'description')}
        onChange={(event) => set({ description: event.target.value })}
      />
      <AgentSelect
        label="Assignee"
        companyId={companyId}
        value={fields.assigneeAgentId}
        onPick={(assigneeAgentId) => set({ assigneeAgentId })}
      />
      <TemplateLines fields={fields} set={set} error={write.error} />
      <ClockFields fields={fields} set={set} error={write.error} />
      <Pair>
        <Select
          label="While its last issue is open"
          value={fields.overlap}
          options={overlapOptions}
          onPick={(overlap) => set({ overlap })}
        />
        <Select
          label="After an outage"
          value={fields.catchUp}
          options={catchUpOptions}
          onPick={(catchUp) => set({ catchUp })}
        />
      </Pair>
      <BudgetField fields={fields} set={set} error={write.error} />
    </FormDialog>
  );
}

/** Others have changed it meanwhile: whoever saves is told, and looks again. */
const overOf = (routine: Routine) => ({
  version: routine.version,
  read: () => call('getRoutine', { routineId: routine.id }),
  collides: () => true,
});

interface FieldsProps {
  readonly fields: RoutineFields;
  readonly set: (change: Partial<RoutineFields>) => void;
  readonly error: unknown;
}

/** What the issue is split into, and what its texts are filled with. */
const TemplateLines = ({ fields, set, error }: FieldsProps): ReactElement => (
  <Pair>
    <Area
      label="Parts"
      hint="One a line. “review: Read it < draft” waits for the part that begins with “draft:”."
      rows={3}
      value={fields.parts}
      wrong={detailOf(error, 'template', 'children')}
      onChange={(event) => set({ parts: event.target.value })}
    />
    <Area
      label="Variables"
      hint="One a line: “city” must be given, “city = Lisbon” has a default. Texts use {{city}}."
      rows={3}
      value={fields.variables}
      wrong={
        variablesOf(fields.variables) === undefined
          ? 'Use letters, digits and _ for a name, then = and its default.'
          : detailOf(error, 'variables')
      }
      onChange={(event) => set({ variables: event.target.value })}
    />
  </Pair>
);

const kinds = [
  ['cron', 'At times of the calendar'],
  ['interval', 'At an interval'],
  ['none', 'By hand only'],
] as const;

function BudgetField({ fields, set, error }: FieldsProps): ReactElement {
  const isSum = budgetOf(fields) !== undefined;
  return (
    <Field
      label="Monthly budget (USD)"
      hint="The routine creates no more issues in a month once they cost this much. Leave empty for no limit."
      inputMode="decimal"
      value={fields.budget}
      wrong={
        isSum ? detailOf(error, 'budgetMonthlyCents') : 'Enter an amount such as 250 or 99.50.'
      }
      onChange={(event) => set({ budget: event.target.value })}
    />
  );
}

function ClockFields({ fields, set, error }: FieldsProps): ReactElement {
  return (
    <>
      <Select label="When" value={fields.kind} options={kinds} onPick={(kind) => set({ kind })} />
      {fields.kind === 'cron' && (
        <Pair>
          <Field
            label="Cron expression"
            value={fields.expression}
            hint="Minute, hour, day, month, day of the week: 0 9 * * MON"
            wrong={detailOf(error, 'clock', 'expression')}
            onChange={(event) => set({ expression: event.target.value })}
          />
          <Field
            label="Time zone"
            list="time-zones"
            value={fields.zone}
            wrong={detailOf(error, 'clock', 'zone')}
            onChange={(event) => set({ zone: event.target.value })}
          />
        </Pair>
      )}
      {fields.kind === 'interval' && (
        <Field
          label="Interval in minutes"
          type="number"
          min={1}
          value={fields.everyMinutes}
          wrong={detailOf(error, 'clock', 'everySec')}
          onChange={(event) => set({ everyMinutes: event.target.value })}
        />
      )}
      <TimeZones />
      {fields.kind !== 'none' && <NextMoments fields={fields} />}
    </>
  );
}

function NextMoments({ fields }: { readonly fields: RoutineFields }): ReactElement {
  const { id, timeZone } = useCompany();
  const moments = useQuery({
    ...momentsQuery(id, clockOf(fields)),
    placeholderData: (before) => before,
    enabled: hasClock(fields),
  });
  const shown = moments.data?.nextMoments ?? [];
  return (
    <p role="status" className="dim">
      {moments.error || !hasClock(fields)
        ? 'This schedule never fires. Check the expression and the time zone.'
        : shown.length > 0 && `Next: ${shown.map((each) => clockTime(each, timeZone)).join(' · ')}`}
    </p>
  );
}
