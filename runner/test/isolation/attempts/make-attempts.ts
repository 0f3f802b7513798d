/**
 * `<kind> <folder>`: makes every attempt in an isolation against an agent of the same company, one of
 * another company, and a stand-in of Muster, and prints what each attempt got.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentFolders } from '../../../src/isolation/isolation.ts';
import { hasEnded, killEach, processesWhere } from '../../../src/isolation/processes.ts';
import { openKind, ownUids } from '../kinds.ts';
import { startIn, type Started } from '../start-in.ts';
import { planted, programs, type Program } from './programs.ts';
import type { AttemptName, IsolationKind } from './table.ts';

const VICTIM = new URL('victim.ts', import.meta.url).pathname;
/** Tells the process that is left behind from every other. */
const LEFT_SECONDS = String(100_000 + process.pid);

const [kind, folder] = process.argv.slice(2) as [IsolationKind, string];
const folderOf = (name: string, mode: number): string => {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  chmodSync(path, mode);
  return path;
};
const dataDir = folderOf('data', 0o700);
const operatorDir = folderOf('operator', 0o755);
for (const name of ['master-key', 'board-token', 'runner.key']) {
  writeFileSync(join(dataDir, name), `secret-of-muster-${name}\n`, { mode: 0o400 });
}
writeFileSync(join(operatorDir, 'private'), 'secret-of-operator\n', { mode: 0o600 });
const isolation = await openKind[kind]({
  runsDir: folderOf('runs', 0o700),
  hide: [dataDir],
  uids: ownUids(),
  loopbackPorts: [],
});

interface Victim {
  readonly name: string;
  readonly home: string;
  readonly port: number;
  readonly end: () => unknown;
}

const variablesOf = (owner: string) => {
  const name = `victim-${owner}-${process.pid}`;
  return { name, env: { VICTIM_NAME: name, VICTIM_SECRET: `secret-of-${owner}` } };
};

async function agentVictim(owner: string, companyId: string): Promise<Victim> {
  const folders = await isolation.prepare({ companyId, agentId: randomUUID() });
  const { name, env } = variablesOf(owner);
  const command: Program = [process.execPath, VICTIM, `secret-of-${owner}`];
  const started = await startIn(isolation, folders, command, { env });
  const { port } = JSON.parse(await started.first);
  return { name, port, home: folders.home, end: () => endOf(started, folders) };
}

async function musterVictim(): Promise<Victim> {
  const home = folderOf('data/muster', 0o700);
  folderOf('data/muster/workspace', 0o700);
  const { name, env } = variablesOf('muster');
  const child = spawn(process.execPath, [VICTIM, 'secret-of-muster'], {
    cwd: join(home, 'workspace'),
    env: { PATH: process.env['PATH'], HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const { port } = JSON.parse(String(line));
  return { name, port, home, end: () => child.kill() };
}

/** As the runner does after every program. */
async function endOf(started: Started, folders: AgentFolders): Promise<void> {
  started.signal('SIGKILL');
  await isolation.end(folders, started.leader);
}

const companyId = randomUUID();
const attacker = await isolation.prepare({ companyId, agentId: randomUUID() });
const neighbour = await agentVictim('neighbour', companyId);
const stranger = await agentVictim('stranger', randomUUID());
const muster = await musterVictim();
const victims = [neighbour, stranger, muster];
const env = {
  DATA_DIR: dataDir,
  OPERATOR_DIR: operatorDir,
  LEFT_SECONDS,
  HOMES: victims.map(({ home }) => home).join(' '),
  VICTIM_NAMES: victims.map(({ name }) => name).join(' '),
  SOCKETS: JSON.stringify(victims.map(({ home }) => join(home, 'socket'))),
  MUSTER_PORTS: JSON.stringify([muster.port]),
  STRANGERS_PORTS: JSON.stringify([stranger.port]),
  ABSTRACT_SOCKETS: JSON.stringify([stranger, muster].map(({ name }) => `\0${name}`)),
  NEIGHBOURS: JSON.stringify([neighbour.port, `\0${neighbour.name}`]),
};

/** Of a checkout that the operator has given to agents. */
const repository = folderOf('repository', 0o777);

async function start(program: Program, name: AttemptName): Promise<string> {
  const folders = await isolation.prepare(attacker);
  const cwd = name === 'repository' ? repository : folders.home;
  const started = await startIn(isolation, folders, program, { env, cwd });
  const { stdout } = await started.ended;
  await endOf(started, folders);
  return stdout;
}

/** Without its first thread a process has no command line, but still a name. */
function endLeft(): string {
  const left = processesWhere(
    (pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`sleep\0${LEFT_SECONDS}\0`) ||
      (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === `left-${LEFT_SECONDS}` &&
        !hasEnded(pid)),
  );
  killEach(left);
  return left.length > 0 ? 'done' : '';
}

const got: Partial<Record<AttemptName, string>> = {};
for (const [name, program] of Object.entries(programs) as [AttemptName, Program][]) {
  const plant = planted[name];
  if (plant) await start(plant, name);
  const printed = await start(program, name);
  got[name] = name.startsWith('outlive') ? endLeft() : printed;
}
for (const { end } of victims) await end();
// What another isolation finds there would be no attempt of its own.
for (const name of [...victims.map((victim) => victim.name), `left-${LEFT_SECONDS}`]) {
  for (const shared of ['/tmp', '/dev/shm']) rmSync(join(shared, name), { force: true });
}
process.stdout.write(JSON.stringify(got));
