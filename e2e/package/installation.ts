/** The package in the hands of a new user: an empty folder, an empty home, and nothing but Node and npm. */
import { spawn, type ChildProcess } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

export interface Command {
  /** All that it has printed so far. */
  readonly output: () => string;
  /** When it has printed the text; rejects if it ends before. */
  readonly says: (text: string) => Promise<void>;
  readonly ended: Promise<number | null>;
  /** To all processes of the command, as Ctrl-C of a terminal does it. */
  readonly signal: (signal: NodeJS.Signals) => void;
}

export interface Installation {
  /** The folder in which the user works. */
  readonly folder: string;
  /** Installs it, too: npx does that at each call with a file. */
  readonly startByNpx: () => Command;
  /** By the program that is installed then. */
  readonly start: (env?: Readonly<Record<string, string>>) => Command;
  /** Reads, or sends what it is given, with the token that `start` has left in the folder. */
  readonly asBoard: (url: string, body?: object) => Promise<string>;
  /** Ends what runs, resets the installation, and leaves nothing. */
  readonly remove: () => Promise<void>;
}

export interface InstallationOptions {
  readonly tarball: string;
  readonly node: string;
  readonly env: Readonly<Record<string, string>>;
}

export function openInstallation({ tarball, node, env }: InstallationOptions): Installation {
  const root = mkdtempSync(join(tmpdir(), 'muster-user-'));
  const [folder, home] = [join(root, 'work'), join(root, 'home')];
  for (const each of [folder, join(home, '.npm')]) mkdirSync(each, { recursive: true });
  // What npm has downloaded once is not downloaded again; it installs into the empty home.
  const [known, own] = [join(homedir(), '.npm/_cacache'), join(home, '.npm/_cacache')];
  mkdirSync(known, { recursive: true });
  symlinkSync(known, own);
  copyFileSync(tarball, join(folder, basename(tarball)));
  const commands: Command[] = [];
  const run = (
    [program, ...args]: readonly [string, ...string[]],
    settings: Readonly<Record<string, string>> = {},
  ): Command => {
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...environmentOf(home, node), ...env, ...settings },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const command = follow(child);
    commands.push(command);
    return command;
  };
  const remove = async (): Promise<void> => {
    for (const { signal, ended } of commands) {
      signal('SIGINT');
      await ended;
    }
    const [installed] = programsIn(home);
    if (installed !== undefined) await run([installed, 'reset']).ended;
    rmSync(root, { recursive: true, force: true });
  };
  const asBoard = async (url: string, body?: object): Promise<string> => {
    const token = readFileSync(join(folder, '.muster/board-token'), 'utf8').trim();
    const answer = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return answer.text();
  };
  return {
    folder,
    startByNpx: () => run(['npx', '--yes', `./${basename(tarball)}`, 'start']),
    start: (settings) => run([programsIn(home)[0] ?? 'muster', 'start'], settings),
    asBoard,
    remove,
  };
}

const programsIn = (home: string): string[] =>
  globSync('.npm/_npx/*/node_modules/.bin/muster', { cwd: home }).map((path) => join(home, path));

/** No variable of this machine reaches it but those by which npm finds its registry. */
function environmentOf(home: string, node: string): NodeJS.ProcessEnv {
  const ofNpm = Object.entries(process.env).filter(([name]) =>
    /^(?:npm_config_(?:.*registry|userconfig|.*proxy|cafile)|https?_proxy|no_proxy|node_extra_ca_certs)$/i.test(
      name,
    ),
  );
  return {
    ...Object.fromEntries(ofNpm),
    npm_config_userconfig: process.env['npm_config_userconfig'] ?? join(homedir(), '.npmrc'),
    HOME: home,
    PATH: `${dirname(node)}:${process.env['PATH']}`,
  };
}

function follow(child: ChildProcess): Command {
  let output = '';
  const waiting = new Set<() => void>();
  const take = (chunk: Buffer): void => {
    output += chunk.toString();
    for (const look of waiting) look();
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    output: () => output,
    says(text) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const look = (): void => {
        if (output.includes(text)) resolve();
      };
      waiting.add(look);
      look();
      void ended.then(() => reject(new Error(`It ended before it said "${text}":\n${output}`)));
      return promise.finally(() => waiting.delete(look));
    },
    ended,
    signal(signal) {
      if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
        process.kill(-child.pid, signal);
      }
    },
  };
}
