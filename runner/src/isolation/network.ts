/**
 * The network of one company: a namespace that pasta connects to the internet. Its loopback and its
 * abstract sockets are its own; some ports of it lead to the same ports of the machine's loopback.
 *
 * Namespaces are held by open files, not by process ids: if the network breaks, a program that enters
 * it finds no network, rather than that of a process that has got the number since. Pasta ends with
 * the command that it runs, which is `cat` at the end of a pipe of the runner: nothing is left of a
 * runner that was killed.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { WRAPPER_PATH } from './carried-environment.ts';
import { IsolationUnavailable, type Network } from './isolation.ts';
import type { Reach } from './reach.ts';

const ROOT = 0;
const READY_TIMEOUT_MS = 10_000;
/** What pasta prints before it gives up; more is of no use in a message. */
const REASON_CHARACTERS = 500;

/**
 * The gateway of the machine stands for nothing but itself, nothing outside connects to the inside,
 * and what the inside reaches of the machine's loopback are the ports of `-T`.
 */
const APART = ['--config-net', '--no-map-gw', '-t', 'none', '-u', 'none', '-U', 'none'];
/**
 * Pasta has the machine's address inside, so that the machine itself is out of reach there. These
 * addresses, which are for benchmarks and for private use, take its place where the gateway is at it.
 */
const ADDRESS_OF_ITS_OWN = ['-a', '198.18.0.2', '-n', '30', '-g', '198.18.0.1'];
const HOLD = 'echo ready; exec cat';

export interface OpenNetwork extends Network {
  /** Resolves when it is broken. */
  readonly ended: Promise<unknown>;
  /** Only when no program enters it any more: the numbers of its files are given again. */
  close(): void;
}

type Holder = ChildProcessByStdio<Writable, Readable, Readable>;

/** @throws IsolationUnavailable if pasta is missing or cannot connect a namespace here */
export async function openNetwork(reach: Reach): Promise<OpenNetwork> {
  const { nameServer } = reach;
  const isRoot = process.getuid?.() === ROOT;
  const holder = hold(reach, isRoot);
  const ended = once(holder, 'exit').catch(() => undefined);
  holder.stdin.on('error', () => undefined);
  const opened: FileHandle[] = [];
  const close = (): void => {
    kill(holder);
    for (const file of opened.splice(0)) void file.close();
  };
  try {
    await ready(holder);
    const held = readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8').trim();
    const namespace = async (kind: 'net' | 'user'): Promise<string> => {
      const file = await open(`/proc/${held}/ns/${kind}`);
      opened.push(file);
      return `--${kind}=/proc/${process.pid}/fd/${file.fd}`;
    };
    // An ordinary user has rights on the network only in the user namespace that owns it.
    const others = isRoot ? [] : ['--preserve-credentials', await namespace('user')];
    const enter = ['nsenter', ...others, await namespace('net')] as const;
    letGo(holder);
    void ended.then(() => kill(holder));
    return { enter, ended, close, ...(nameServer ? { resolvConf: nameServer.resolvConf } : {}) };
  } catch (error) {
    close();
    throw error;
  }
}

function hold({ loopbackPorts, isAtOwnAddress, nameServer }: Reach, isRoot: boolean): Holder {
  const options = [
    '-f',
    // It drops all rights in a namespace of its own. Another user cannot open /dev/net/tun everywhere.
    ...(isRoot ? ['--runas', '0:0'] : []),
    ...APART,
    '-T',
    loopbackPorts.length === 0 ? 'none' : loopbackPorts.join(','),
    ...(isAtOwnAddress ? ADDRESS_OF_ITS_OWN : []),
    ...(nameServer ? ['--dns-forward', nameServer.address] : []),
  ];
  return spawn('pasta', [...options, '--', '/bin/sh', '-c', HOLD], {
    cwd: '/',
    env: { PATH: WRAPPER_PATH, LANG: 'C' },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Resolves when the namespace is connected: only then pasta runs its command. */
async function ready(holder: Holder): Promise<void> {
  let printed = '';
  holder.stderr.on('data', (bytes) => {
    printed = `${printed}${bytes}`.slice(-REASON_CHARACTERS);
  });
  const timeout = AbortSignal.timeout(READY_TIMEOUT_MS);
  const exited = once(holder, 'exit', { signal: timeout }).then(() => {
    throw new Error('it has ended');
  });
  try {
    await Promise.race([once(holder.stdout, 'data', { signal: timeout }), exited]);
  } catch (error) {
    const reason = printed.trim().split('\n').at(-1) || reasonOf(error);
    throw new IsolationUnavailable(`no network for a company (pasta): ${reason}`, { cause: error });
  } finally {
    exited.catch(() => undefined);
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
    ? 'the package passt is not installed'
    : String(error);

/** The network is no reason for this process to stay. */
function letGo(holder: Holder): void {
  holder.unref();
  for (const stream of [holder.stdin, holder.stdout, holder.stderr]) (stream as Socket).unref();
}

/** With its command: one that pasta could not connect waits for it for ever. */
function kill(holder: Holder): void {
  holder.stdin.destroy();
  try {
    if (holder.pid !== undefined) process.kill(-holder.pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
