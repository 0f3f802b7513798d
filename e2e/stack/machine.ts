/**
 * Another machine with a runner, as far as one machine can have it: a network namespace with one
 * cable to this one, a user of its own, and files of its own.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../runner/src/main.ts', import.meta.url));
/** Has no account on this machine. */
const UID = 54_322;
const RUNNER_PORT = 7_300;

export interface Machine {
  /** Its entry in MUSTER_RUNNERS. */
  readonly runner: Readonly<Record<string, unknown>>;
  /** This machine, as the other one sees it. */
  readonly host: string;
  /** The gateway, as the other machine sees it. */
  readonly gatewayUrl: string;
  readonly uid: number;
  close(): Promise<void>;
}

const ip = (...args: readonly string[]): Buffer => execFileSync('ip', args);

/** @param gatewayPort on the loopback of this machine */
export async function openMachine(gatewayPort: number): Promise<Machine> {
  const undo: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    return { ...(await build(gatewayPort, undo)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function build(
  gatewayPort: number,
  undo: (() => unknown)[],
): Promise<Omit<Machine, 'close'>> {
  const { name, host, guest } = layCable(undo);
  const gateway = await forward(host, gatewayPort);
  undo.push(gateway.close);
  const folder = mkdtempSync('/var/tmp/muster-machine-');
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const keys = makeKeys(folder);
  const asUser = ['setpriv', `--reuid=${UID}`, `--regid=${UID}`, '--clear-groups'];
  const child = spawn('ip', ['netns', 'exec', name, ...asUser, process.execPath, MAIN], {
    cwd: '/',
    env: {
      PATH: process.env['PATH'],
      RUNNER_HOST: guest,
      RUNNER_PORT: String(RUNNER_PORT),
      MUSTER_RUNNER_KEY_FILE: keys.ofRunner,
      MUSTER_RUNS_DIR: join(folder, 'runs'),
      DRAIN_SECONDS: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  undo.push(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  await Promise.race([
    started(createInterface({ input: child.stdout })),
    exited.then(() => {
      throw new Error('the remote runner has not started');
    }),
  ]);
  return {
    runner: { name: 'remote', address: `${guest}:${RUNNER_PORT}`, keyFile: keys.ofScheduler },
    host,
    gatewayUrl: `http://${host}:${gateway.port}`,
    uid: UID,
  };
}

/** A namespace with one cable to this one, in 10.64.0.0/10: four addresses for each process. */
function layCable(undo: (() => unknown)[]): { name: string; host: string; guest: string } {
  const id = process.pid % 60_000;
  const name = `muster-${id}`;
  const base = 0x0a400000 + id * 4;
  const [host, guest] = [addressOf(base + 1), addressOf(base + 2)];
  ip('netns', 'add', name);
  undo.push(() => ip('netns', 'delete', name));
  ip('link', 'add', `m${id}`, 'type', 'veth', 'peer', 'name', 'cable', 'netns', name);
  ip('address', 'add', `${host}/30`, 'dev', `m${id}`);
  ip('link', 'set', `m${id}`, 'up');
  ip('-n', name, 'address', 'add', `${guest}/30`, 'dev', 'cable');
  for (const device of ['cable', 'lo']) ip('-n', name, 'link', 'set', device, 'up');
  return { name, host, guest };
}

const addressOf = (number: number): string =>
  [24, 16, 8, 0].map((bits) => (number >>> bits) & 255).join('.');

function makeKeys(folder: string): { ofRunner: string; ofScheduler: string } {
  const [ofScheduler, ofRunner] = [join(folder, 'key'), join(folder, 'runs', 'key')];
  writeFileSync(ofScheduler, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o400 });
  mkdirSync(join(folder, 'runs'), { mode: 0o700 });
  copyFileSync(ofScheduler, ofRunner);
  for (const path of [folder, join(folder, 'runs'), ofRunner]) chownSync(path, UID, UID);
  return { ofRunner, ofScheduler };
}

async function started(lines: AsyncIterable<string>): Promise<void> {
  for await (const line of lines) {
    if ((JSON.parse(line) as { msg?: string }).msg === 'started') return;
  }
}

/** The one port of Muster that is open to the other machine. */
async function forward(host: string, to: number): Promise<{ port: number; close: () => void }> {
  const server = createServer((near) => {
    const far = connect({ host: '127.0.0.1', port: to });
    for (const socket of [near, far]) {
      socket.on('error', () => [near, far].forEach((each) => each.destroy()));
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close: () => void server.close(),
  };
}
