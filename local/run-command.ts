/** Runs a command of the installation as `pnpm start`, `pnpm demo` and `pnpm reset` do: in a Node with its flags. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const pathOf = (url: URL): string => fileURLToPath(url);

const commands = {
  start: {
    program: pathOf(new URL('./start.ts', import.meta.url)),
    // Those of NODE_FLAGS, which this file does not import: a command line loads it for other commands, too.
    flags: ['--expose-gc', '--max-semi-space-size=8', '--no-flush-bytecode'],
  },
  demo: { program: pathOf(new URL('./demo.ts', import.meta.url)), flags: [] },
  reset: { program: pathOf(new URL('./reset.ts', import.meta.url)), flags: [] },
} as const;

export type Command = keyof typeof commands;

export const isCommand = (name: string): name is Command => Object.hasOwn(commands, name);

const COMPILE_CACHE = pathOf(new URL('../node_modules/.cache/muster', import.meta.url));
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** What shells say of a program that a signal has ended is this and the signal's number; nobody reads which. */
const ENDED_BY_SIGNAL = 128;

/** Answers with the exit code of the command, once it has ended. */
export function runCommand(command: Command, args: readonly string[]): Promise<number> {
  const { program, flags } = commands[command];
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const child = spawn(process.execPath, [...flags, program, ...args], {
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env },
    stdio: 'inherit',
  });
  // The command decides what a signal means; Ctrl-C may reach it twice.
  const passOn = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of END_SIGNALS) process.on(signal, passOn);
  child.once('error', reject);
  child.once('close', (code) => {
    for (const signal of END_SIGNALS) process.off(signal, passOn);
    resolve(code ?? ENDED_BY_SIGNAL);
  });
  return promise;
}
