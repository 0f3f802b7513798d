import type { ReactElement } from 'react';
import type { AgentProgram, ProgramFields } from '../../domain/agents/agent-programs.ts';
import { Field, Select } from '../../ui/controls.tsx';
import { Pair } from '../../ui/form.tsx';

interface Props {
  readonly program: AgentProgram;
  readonly fields: ProgramFields;
  readonly onChange: (fields: ProgramFields) => void;
}

export const firstFields = (program: AgentProgram | undefined): ProgramFields => ({
  model: program?.needsModel === true ? program.model : '',
  keyName: program?.keys[0] ?? '',
  key: '',
  folder: '',
});

/** Model, key and folder of a coding agent. */
export function ProgramFieldset({ program, fields, onChange }: Props): ReactElement {
  const { word, keys, model, needsModel } = program;
  const set = (change: Partial<ProgramFields>): void => onChange({ ...fields, ...change });
  return (
    <>
      <Pair>
        {keys.length > 1 && (
          <Select
            label="Kind of key"
            value={fields.keyName}
            options={keys.map((each) => [each, each])}
            onPick={(keyName) => set({ keyName })}
          />
        )}
        <Field
          label={`Key for the model (${fields.keyName})`}
          type="password"
          autoComplete="off"
          hint="Stored as a secret and never shown again. Leave empty if the machine is already signed in."
          value={fields.key}
          onChange={(event) => set({ key: event.target.value })}
        />
      </Pair>
      <Pair>
        <Field
          label="Model"
          required={needsModel}
          placeholder={model}
          hint={needsModel ? `${word} has no default model.` : `Leave empty to let ${word} choose.`}
          value={fields.model}
          onChange={(event) => set({ model: event.target.value })}
        />
        <Field
          label="Folder"
          hint="Where it works, such as a checkout. Leave empty for a new folder."
          value={fields.folder}
          onChange={(event) => set({ folder: event.target.value })}
        />
      </Pair>
    </>
  );
}
