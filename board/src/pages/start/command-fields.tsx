import type { ReactElement } from 'react';
import { detailOf } from '../../api/problem.ts';
import { Area, Field } from '../../ui/controls.tsx';

export interface Command {
  readonly command: string;
  /** One a line. */
  readonly args: string;
  readonly folder: string;
}

interface Props {
  readonly command: Command;
  readonly error: unknown;
  readonly onChange: (command: Command) => void;
}

export const CommandFields = ({ command, error, onChange }: Props): ReactElement => (
  <>
    <Field
      label="Command"
      hint="Full path of the program. It finds its issue in SERVICE_TASK_ID."
      required
      wrong={detailOf(error, 'adapterConfig', 'command')}
      value={command.command}
      onChange={(event) => onChange({ ...command, command: event.target.value })}
    />
    <Area
      label="Arguments"
      hint="One a line."
      rows={2}
      wrong={detailOf(error, 'adapterConfig', 'args')}
      value={command.args}
      onChange={(event) => onChange({ ...command, args: event.target.value })}
    />
    <Field
      label="Folder"
      hint="Where it works. Leave empty for a new folder."
      wrong={detailOf(error, 'adapterConfig', 'cwd')}
      value={command.folder}
      onChange={(event) => onChange({ ...command, folder: event.target.value })}
    />
  </>
);
