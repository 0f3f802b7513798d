#!/usr/bin/env node
/** The program of the package: `muster start`, `muster demo` and `muster reset`. */
import { isCommand, runCommand } from './run-command.ts';

const USAGE = `Muster, a control plane for companies of AI agents

  muster start   everything on this machine, with its data in .muster here; --help lists its settings
  muster demo    plays the main story with real agent processes
  muster reset   deletes the data in .muster
`;
/** Exit code of a command that is written wrongly. */
const WRONG_USAGE = 2;

const [, , command = '', ...args] = process.argv;

if (isCommand(command)) {
  process.exitCode = await runCommand(command, args);
} else if (['', '-h', '--help', 'help'].includes(command)) {
  process.stdout.write(USAGE);
} else {
  process.stderr.write(`There is no command ${command}.\n\n${USAGE}`);
  process.exitCode = WRONG_USAGE;
}
