/** Runs one command line: parses it, carries the command out, and answers with the exit code. */
import { CommanderError } from 'commander';
import { complain } from './complain.ts';
import { exitCodes } from './exit-code.ts';
import { loaders } from './loaders.ts';
import { makeProgram } from './program.ts';
import type { CommandSpec, Given } from './table/command.ts';

/** @param argv without the program */
export async function run(argv: readonly string[]): Promise<number> {
  const program = makeProgram(perform, {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return 0;
  } catch (error) {
    // It has printed what is wrong, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
    return complain(error);
  }
}

async function perform(spec: CommandSpec, given: Given): Promise<void> {
  const load = loaders[spec.does ?? ''];
  if (load) {
    const { run: carryOut } = await load();
    return carryOut(given);
  }
  if (!spec.call) throw new Error(`${spec.path} does nothing`);
  const { performCall } = await import('./calls/perform-call.ts');
  await performCall(spec, spec.call, given);
}
