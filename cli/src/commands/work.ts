/** `muster work -- COMMAND`: this machine as a remote agent. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { IsolationName } from '@muster/runner-protocol';
import { IsolationUnavailable, openOwnPrograms } from '@muster/runner/own-programs';
import { Ended } from '../exit-code.ts';
import { openConnection } from '../profile/connection.ts';
import { profilesFolder } from '../profile/profiles.ts';
import type { FlagValue, Given } from '../table/command.ts';
import { note, print } from '../terminal/answer.ts';
import { inOneLine, seen } from '../terminal/words.ts';
import { programs as knownPrograms } from '../work/run-reader.ts';
import { DEFAULT_PROMPT } from '../work/run-variables.ts';
import { takeRuns, type Orders } from '../work/take-runs.ts';

const TIMEOUT_SECONDS = 3_600;

export async function run({ args, flags, globals }: Given): Promise<void> {
  const [program = '', ...rest] = args;
  const output = textOf(flags['output']);
  const agent = output === undefined ? undefined : knownPrograms[output];
  if (output !== undefined && !agent) {
    throw new Ended(
      'usage',
      `"${output}" is no known program`,
      Object.keys(knownPrograms).join(', '),
    );
  }
  const settings = {
    prompt: promptOf(textOf(flags['prompt']), agent !== undefined),
    folder: folderOf(textOf(flags['folder'])),
    timeoutSec: numberOf('timeout', flags['timeout'], TIMEOUT_SECONDS),
    runsMax: numberOf('runs', flags['runs'], 0),
    isolation: isolationOf(textOf(flags['isolation'])),
  };
  const { muster, url } = openConnection(globals);
  const { agent: caller } = await muster.getSession();
  if (!caller) {
    throw new Ended(
      'notAllowed',
      'The credential is not the key of an agent',
      '`muster agent key AGENT` makes one; then `muster login --profile NAME` with it',
    );
  }
  const base = textOf(flags['home']) ?? homesFolder();
  const programs = await openPrograms(resolve(base, caller.id), settings);
  note(
    `${inOneLine(caller.name)} works for ${url} on this machine.\nIsolation: ${programs.isolation}`,
  );
  const work = {
    muster,
    programs,
    command: [program, ...rest] as const,
    folder: settings.folder,
    prompt: settings.prompt,
    agent,
    timeoutSec: settings.timeoutSec,
    show: (_: string, text: string) => print(seen(text)),
  };
  try {
    const done = await takeRuns(work, { ...untilSignals(), runsMax: settings.runsMax, tell: note });
    note(`${done} ${done === 1 ? 'run was' : 'runs were'} carried out.`);
  } finally {
    programs.close();
  }
}

const textOf = (value: FlagValue): string | undefined =>
  typeof value === 'string' ? value : undefined;

function numberOf(name: string, value: FlagValue, otherwise: number): number {
  if (value === undefined) return otherwise;
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Ended('usage', `--${name} is a number`);
}

function promptOf(file: string | undefined, isCodingAgent: boolean): string | undefined {
  if (file === undefined) return isCodingAgent ? DEFAULT_PROMPT : undefined;
  if (!existsSync(file)) throw new Ended('usage', `There is no file ${file}`);
  return readFileSync(file, 'utf8');
}

function folderOf(folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined;
  if (!existsSync(folder)) throw new Ended('usage', `There is no folder ${folder}`);
  return resolve(folder);
}

const KINDS: readonly string[] = ['user', 'sandbox', 'none'] satisfies IsolationName[];

function isolationOf(kind: string | undefined): IsolationName | undefined {
  if (kind === undefined) return undefined;
  if (KINDS.includes(kind)) return kind as IsolationName;
  throw new Ended('usage', `"${kind}" is no isolation`, KINDS.join(', '));
}

/** Users of their own pass through to their homes, which they could not below the home of root. */
const homesFolder = (): string =>
  process.getuid?.() === 0
    ? '/var/lib/muster/work'
    : join(process.env['XDG_DATA_HOME'] || join(homedir(), '.local/share'), 'muster/work');

async function openPrograms(
  runsDir: string,
  {
    isolation,
    folder,
  }: { readonly isolation: IsolationName | undefined; readonly folder: string | undefined },
) {
  mkdirSync(runsDir, { recursive: true });
  try {
    return await openOwnPrograms({
      runsDir,
      isolation,
      hide: [profilesFolder()],
      folders: folder === undefined ? [] : [folder],
    });
  } catch (error) {
    if (error instanceof IsolationUnavailable) throw new Ended('failed', error.message);
    throw error;
  }
}

/** The first signal ends the taking of runs, the second one the run in progress. */
function untilSignals(): Pick<Orders, 'stop' | 'hurry'> {
  const [stop, hurry] = [new AbortController(), new AbortController()];
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) hurry.abort();
      stop.abort();
    });
  }
  return { stop: stop.signal, hurry: hurry.signal };
}
