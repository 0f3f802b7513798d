/** A hook: who sends, what a delivery does, and which deliveries do it. */
import type { Hook } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { call } from '../../api/call.ts';
import { detailOf } from '../../api/problem.ts';
import { useCompany } from '../../cache/company.ts';
import { routinesQuery } from '../../cache/routine-queries.ts';
import { useWrite } from '../../cache/write.ts';
import { Area, Field, Select } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/form.tsx';
import {
  effectKinds,
  effectOf,
  filtersOf,
  hookFieldsOf,
  isComplete,
  senders,
  type HookFields,
} from './hooks.ts';

interface Props {
  readonly hook?: Hook;
  readonly onMade?: (made: { readonly id: string; readonly secret: string }) => void;
  readonly onClose: () => void;
}

export function HookForm({ hook, onMade, onClose }: Props): ReactElement {
  const { id: companyId } = useCompany();
  const [fields, setFields] = useState(() => hookFieldsOf(hook));
  const set = (change: Partial<HookFields>): void => setFields({ ...fields, ...change });
  const create = useWrite('createHook', onMade);
  const update = useWrite('updateHook', onClose, hook && overOf(hook));
  const { error, isPending } = hook ? update : create;
  const sent = () => ({
    name: fields.name.trim(),
    effect: effectOf(fields),
    filters: filtersOf(fields),
  });
  return (
    <FormDialog
      title={hook ? 'Change the hook' : 'New hook'}
      verb={hook ? 'Save' : 'Create it'}
      error={error}
      isPending={isPending}
      ready={isComplete(fields)}
      onSubmit={() =>
        hook
          ? update.mutate({ companyId, hookId: hook.id, ...sent() })
          : create.mutate({ companyId, form: fields.form, ...sent() })
      }
      onClose={onClose}
    >
      <Field
        label="Name"
        required
        maxLength={200}
        value={fields.name}
        wrong={detailOf(error, 'name')}
        onChange={(event) => set({ name: event.target.value })}
      />
      {!hook && (
        <Select
          label="Sender"
          value={fields.form}
          options={senders}
          onPick={(form) => set({ form })}
        />
      )}
      <EffectFields fields={fields} set={set} error={error} />
      <Area
        label="Only where"
        value={fields.filters}
        hint="One place and value a line: /pull_request/merged = true"
        wrong={detailOf(error, 'filters')}
        onChange={(event) => set({ filters: event.target.value })}
      />
    </FormDialog>
  );
}

/** Others have changed it meanwhile: whoever saves is told, and looks again. */
const overOf = ({ id: hookId, companyId, version }: Hook) => ({
  version,
  read: () => call('getHook', { companyId, hookId }),
  collides: () => true,
});

interface EffectProps {
  readonly fields: HookFields;
  readonly set: (change: Partial<HookFields>) => void;
  readonly error: unknown;
}

function EffectFields({ fields, set, error }: EffectProps): ReactElement {
  const text = (label: string, hint: string): ReactElement => (
    <Field
      label={label}
      value={fields.text}
      hint={hint}
      wrong={detailOf(error, 'effect', 'text')}
      onChange={(event) => set({ text: event.target.value })}
    />
  );
  return (
    <>
      <Select
        label="A delivery"
        value={fields.kind}
        options={effectKinds}
        onPick={(kind) => set({ kind })}
      />
      {fields.kind === 'routine' && <RoutineFields fields={fields} set={set} error={error} />}
      {fields.kind === 'wait' && (
        <>
          <Field
            label="Wait key"
            required
            value={fields.key}
            hint="Its place in the body, such as /pull_request/head/ref"
            wrong={detailOf(error, 'effect', 'key')}
            onChange={(event) => set({ key: event.target.value })}
          />
          {text('Text for the agent', 'Its place in the body. Leave empty for no text.')}
        </>
      )}
      {fields.kind === 'comment' && (
        <>
          <Field
            label="Issue"
            required
            value={fields.issue}
            hint="Where the body has its identifier, such as /issue"
            wrong={detailOf(error, 'effect', 'issue')}
            onChange={(event) => set({ issue: event.target.value })}
          />
          {text('Text', 'Its place in the body, such as /comment/body')}
        </>
      )}
    </>
  );
}

function RoutineFields({ fields, set, error }: EffectProps): ReactElement {
  const { id } = useCompany();
  const routines = useQuery(routinesQuery(id)).data ?? [];
  return (
    <>
      <Select
        label="Routine"
        value={fields.routineId}
        options={[
          ['', routines.length === 0 ? 'The company has no routine yet' : 'Choose one'],
          ...routines.map((routine) => [routine.id, routine.name] as const),
        ]}
        onPick={(routineId) => set({ routineId })}
      />
      <Area
        label="Variables"
        value={fields.variables}
        hint="One variable and place a line: title = /pull_request/title"
        wrong={detailOf(error, 'effect', 'variables')}
        onChange={(event) => set({ variables: event.target.value })}
      />
    </>
  );
}
