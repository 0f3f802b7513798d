import type { ReactElement } from 'react';
import { Field } from '../../ui/controls.tsx';

export interface Command {
  readonly command: string;
  readonly folder: string;
}

interface Props {
  readonly command: Command;
  readonly onChange: (command: Command) => void;
}

export const CommandFields = ({ command, onChange }: Props): ReactElement => (
  <>
    <Field
      label="Command"
      hint="A program by its whole path. It gets the issue in its environment."
      required
      value={command.command}
      onChange={(event) => onChange({ ...command, command: event.target.value })}
    />
    <Field
      label="Folder"
      hint="Where it works; without one, in a folder of its own."
      value={command.folder}
      onChange={(event) => onChange({ ...command, folder: event.target.value })}
    />
  </>
);
