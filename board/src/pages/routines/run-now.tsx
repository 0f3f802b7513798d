/** Runs a routine now; one that has variables asks for their values first. */
import type { Routine, RoutineVariable } from '@muster/contracts';
import { useState, type ReactElement } from 'react';
import { detailOf } from '../../api/problem.ts';
import { useWrite } from '../../cache/write.ts';
import { Button, Field } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';

export function RunNow({ routine }: { readonly routine: Routine }): ReactElement {
  const { id: routineId, variables } = routine;
  const [isAsking, setAsking] = useState(false);
  const run = useWrite('runRoutine');
  const begin = (): void => (variables.length === 0 ? run.mutate({ routineId }) : setAsking(true));
  return (
    <>
      <Button disabled={run.isPending} onClick={begin}>
        Run now
      </Button>
      {isAsking && <Values routine={routine} onClose={() => setAsking(false)} />}
      {run.error !== null && <ProblemNote error={run.error} />}
    </>
  );
}

const defaultsOf = (variables: readonly RoutineVariable[]): Readonly<Record<string, string>> =>
  Object.fromEntries(variables.map(({ name, default: value }) => [name, value ?? '']));

interface Props {
  readonly routine: Routine;
  readonly onClose: () => void;
}

function Values({ routine, onClose }: Props): ReactElement {
  const { id: routineId, name: title, variables } = routine;
  const [values, setValues] = useState(() => defaultsOf(variables));
  const run = useWrite('runRoutine', onClose);
  return (
    <FormDialog
      title={`Run ${title} now`}
      verb="Run"
      error={run.error}
      isPending={run.isPending}
      ready={variables.every(({ name, required }) => !required || values[name] !== '')}
      onSubmit={() => run.mutate({ routineId, variables: { ...values } })}
      onClose={onClose}
    >
      {variables.map(({ name, required }) => (
        <Field
          key={name}
          label={name}
          required={required}
          value={values[name] ?? ''}
          wrong={detailOf(run.error, 'variables', name)}
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
        />
      ))}
    </FormDialog>
  );
}
