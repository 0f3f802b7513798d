/** The program of an agent of the adapter `process`: how it is named, and whether it is. */
import { invalidField, type Agent, type AgentConfig } from '@muster/contracts';

type Started = Pick<AgentConfig, 'adapterType' | 'adapterConfig'>;

/**
 * A command line in one string would be taken for the name of a program. With arguments it is a path
 * with a space. Checks a changed command only, so that an old mistake does not prevent other changes.
 */
export function requireSplitCommand(after: Started, before?: Started): void {
  const { command, args } = after.adapterConfig;
  const isNew =
    before?.adapterConfig['command'] !== command || before?.adapterType !== after.adapterType;
  if (!isNew || after.adapterType !== 'process' || typeof command !== 'string') return;
  if (Array.isArray(args) || !/\s/.test(command.trim())) return;
  throw invalidField(
    ['adapterConfig', 'command'],
    'a command line in one string is not split: send the program as command and its arguments as ' +
      'args, such as {"command":"node","args":["agent.js"]}; a path with a space goes with args, ' +
      'which may be []',
  );
}

/** What the answer to a new agent says if no program is named yet. */
export const noteOfProgram = ({
  id,
  adapterType,
  adapterConfig,
}: Pick<Agent, 'id' | 'adapterType' | 'adapterConfig'>): { readonly note?: string } =>
  adapterType !== 'process' || adapterConfig['command']
    ? {}
    : {
        note:
          'it names no program, so it cannot run yet: the board sends ' +
          `PATCH /api/agents/${id} {"adapterConfig":{"command":"node","args":["agent.js"]}}`,
      };
