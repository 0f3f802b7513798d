import type { UseMutationResult } from '@tanstack/react-query';
import { useState, type ReactElement, type ReactNode } from 'react';
import type { AdapterType, ExampleAgent } from '@muster/contracts';
import { Button, Field } from '../../ui/controls.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { useKeyFor } from './key-for.ts';
import css from './start.module.css';

export interface NewAgent {
  readonly name: string;
  readonly adapterType: AdapterType;
  readonly adapterConfig: ExampleAgent['adapterConfig'];
  readonly key: string;
}

interface Props {
  readonly create: UseMutationResult<unknown, Error, NewAgent>;
  readonly example: ExampleAgent | undefined;
}

export function AgentStep({ create, example }: Props): ReactElement {
  const [kind, setKind] = useState<'example' | 'command'>(example ? 'example' : 'command');
  const [name, setName] = useState('Ada');
  const [command, setCommand] = useState('');
  const [folder, setFolder] = useState('');
  const config =
    kind === 'example' && example
      ? example.adapterConfig
      : { command: command.trim(), ...(folder.trim() === '' ? {} : { cwd: folder.trim() }) };
  const key = useKeyFor(JSON.stringify([name, config]));
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!create.isPending)
          create.mutate({ name, adapterType: 'process', adapterConfig: config, key });
      }}
    >
      {example && (
        <fieldset className={css.kinds}>
          <legend>What runs</legend>
          <Kind on={kind === 'example'} onPick={() => setKind('example')}>
            <strong>The example agent</strong> counts the files of a folder and reports. It needs no
            key of any provider.
          </Kind>
          <Kind on={kind === 'command'} onPick={() => setKind('command')}>
            <strong>A command of this machine</strong> that you have written or installed.
          </Kind>
        </fieldset>
      )}
      <Field
        label="Name of the agent"
        hint="People write @Ada to wake it."
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- Enter takes what is answered already
        autoFocus
        required
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {kind === 'command' && (
        <>
          <Field
            label="Command"
            hint="A program by its whole path. It gets the issue in its environment."
            required
            value={command}
            onChange={(event) => setCommand(event.target.value)}
          />
          <Field
            label="Folder"
            hint="Where it works; without one, in a folder of its own."
            value={folder}
            onChange={(event) => setFolder(event.target.value)}
          />
        </>
      )}
      <ProblemNote error={create.error} />
      <Button
        look="main"
        type="submit"
        hotkey="↵"
        disabled={create.isPending || name.trim() === ''}
      >
        Add the agent
      </Button>
    </form>
  );
}

const Kind = ({
  on,
  onPick,
  children,
}: {
  readonly on: boolean;
  readonly onPick: () => void;
  readonly children: ReactNode;
}): ReactElement => (
  <label>
    <input type="radio" name="kind" checked={on} onChange={onPick} />
    <span>{children}</span>
  </label>
);
