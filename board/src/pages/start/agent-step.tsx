/** Which agent works: an example, a coding agent, a command of this machine, or one that runs elsewhere. */
import type { AdapterType, ExampleAgent } from '@muster/contracts';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState, type ReactElement, type ReactNode } from 'react';
import {
  agentPrograms,
  programConfig,
  type AgentProgram,
  type ProgramFields,
} from '../../domain/agents/agent-programs.ts';
import { detailOf } from '../../api/problem.ts';
import { oneLine } from '../../domain/visible.ts';
import { Button, Field } from '../../ui/controls.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { CommandFields, type Command } from './command-fields.tsx';
import { useKeyFor } from './key-for.ts';
import { firstFields, ProgramFieldset } from './program-fields.tsx';
import { RemoteAgent, type JoinedAgent } from './remote-agent.tsx';
import css from './start.module.css';

export interface NewAgent {
  readonly name: string;
  readonly adapterType: AdapterType;
  readonly adapterConfig: ExampleAgent['adapterConfig'];
  readonly key: string;
}

interface Props {
  readonly companyId: string;
  readonly create: UseMutationResult<unknown, Error, NewAgent>;
  readonly example: ExampleAgent | undefined;
  /** Adapters that are usable in the company. */
  readonly usable: readonly AdapterType[];
  readonly onJoined: (agent: JoinedAgent) => void;
}

type Way = 'example' | 'process' | 'remote' | AdapterType;

export function AgentStep({ companyId, create, example, usable, onJoined }: Props): ReactElement {
  const [way, setWay] = useState<Way>(() => firstWay(example, usable));
  const kind = (of: Way, words: ReactNode): ReactElement => (
    <Kind key={of} on={way === of} onPick={() => setWay(of)}>
      {words}
    </Kind>
  );
  return (
    <div className={css.form}>
      <fieldset className={css.kinds}>
        <legend>Program</legend>
        {example &&
          kind(
            'example',
            <>
              <strong>The example agent</strong> counts the files in a folder and reports. It needs
              no provider key.
            </>,
          )}
        {agentPrograms
          .filter(({ type }) => usable.includes(type))
          .map(({ type, word }) =>
            kind(
              type,
              <>
                <strong>{word}</strong>, started on this machine when there is work.
              </>,
            ),
          )}
        {usable.includes('process') &&
          kind(
            'process',
            <>
              <strong>A command of this machine</strong> that you have written or installed.
            </>,
          )}
        {kind(
          'remote',
          <>
            <strong>An agent that runs elsewhere</strong> and fetches its work from here.
          </>,
        )}
      </fieldset>
      <NotSetUp programs={agentPrograms.filter(({ type }) => !usable.includes(type))} />
      {way === 'remote' ? (
        <RemoteAgent companyId={companyId} onJoined={onJoined} />
      ) : (
        <LocalAgent key={way} way={way} create={create} example={example} />
      )}
    </div>
  );
}

/** Programs that this installation could start, once its operator has named them. */
function NotSetUp({
  programs,
}: {
  readonly programs: readonly AgentProgram[];
}): ReactElement | null {
  const [first] = programs;
  if (!first) return null;
  return (
    <p className={css.words}>
      Not set up here: {programs.map(({ word }) => word).join(', ')}. An operator installs the
      program and names it, such as with <code>{first.variable}</code>; it is offered after the next
      start.
    </p>
  );
}

function firstWay(example: ExampleAgent | undefined, usable: readonly AdapterType[]): Way {
  if (example) return 'example';
  const program = agentPrograms.find(({ type }) => usable.includes(type));
  return program?.type ?? (usable.includes('process') ? 'process' : 'remote');
}

function LocalAgent({
  way,
  create,
  example,
}: Pick<Props, 'create' | 'example'> & { readonly way: Way }): ReactElement {
  const program = agentPrograms.find(({ type }) => type === way);
  const [name, setName] = useState('Ada');
  const [command, setCommand] = useState<Command>({ command: '', args: '', folder: '' });
  const [fields, setFields] = useState<ProgramFields>(() => firstFields(program));
  const agent =
    way === 'example' && example
      ? example
      : program
        ? { adapterType: program.type, adapterConfig: programConfig(fields) }
        : { adapterType: 'process' as const, adapterConfig: commandConfig(command) };
  const key = useKeyFor(JSON.stringify([name, agent]));
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!create.isPending) create.mutate({ name, ...agent, key });
      }}
    >
      <Field
        label="Name of the agent"
        hint={`Mention @${oneLine(name)} in a comment to wake it.`}
        wrong={detailOf(create.error, 'name')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- Enter takes what is answered already
        autoFocus
        required
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {program && <ProgramFieldset program={program} fields={fields} onChange={setFields} />}
      {way === 'process' && (
        <CommandFields command={command} error={create.error} onChange={setCommand} />
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

const commandConfig = ({ command, args, folder }: Command): ExampleAgent['adapterConfig'] => ({
  command: command.trim(),
  ...(args.trim() === '' ? {} : { args: args.replace(/\n+$/, '').split('\n') }),
  ...(folder.trim() === '' ? {} : { cwd: folder.trim() }),
});

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
