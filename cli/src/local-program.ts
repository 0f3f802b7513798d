/** Runs a program of the installation in this terminal, and ends as it ends. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { localProgram, type LocalProgram } from './installation.ts';

const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export async function runLocally(name: LocalProgram, args: readonly string[]): Promise<void> {
  const command = [...localProgram(name), ...args];
  const child = spawn(process.execPath, command, { stdio: 'inherit' });
  // Ctrl-C in a terminal reaches both; a signal to this process alone would leave the other running.
  const passOn = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of PASSED_ON) process.on(signal, passOn);
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => {
      resolve(exitCode ?? (signal === null ? 1 : 128 + constants.signals[signal]));
    });
  });
  for (const signal of PASSED_ON) process.off(signal, passOn);
  process.exitCode = code;
}
