/**
 * What a hostile program tries, and what each isolation holds of it. The test makes every attempt
 * and fails if one does not end as the table says; the table is rendered into
 * docs/operations/security.md.
 */

/** The last is held where the kernel keeps processes from tracing others (`kernel.yama.ptrace_scope`). */
export type Holds = 'held' | 'not held' | 'held by Yama';

/** `none` is meant for an ordinary user; the last is what becomes of it under root. */
export const isolations = [
  'user with a sandbox and a network',
  'user with a sandbox',
  'user',
  'sandbox with a network',
  'sandbox',
  'none',
  'none as root',
] as const;
export type IsolationKind = (typeof isolations)[number];

export interface Attempt {
  readonly tries: string;
  readonly holds: Readonly<Record<IsolationKind, Holds>>;
}

/** Under root, `none` holds nothing: the kernel lets root trace any process. */
const row = (tries: string, ...[first, second, third, fourth]: readonly Holds[]): Attempt => ({
  tries,
  holds: {
    'user with a sandbox and a network': first ?? 'not held',
    'user with a sandbox': first ?? 'not held',
    user: second ?? 'not held',
    'sandbox with a network': third ?? 'not held',
    sandbox: third ?? 'not held',
    none: fourth ?? 'not held',
    'none as root': 'not held',
  },
});

const heldByNetwork = (tries: string): Attempt => {
  const { holds } = row(tries);
  return {
    tries,
    holds: {
      ...holds,
      'user with a sandbox and a network': 'held',
      'sandbox with a network': 'held',
    },
  };
};

/** Of `user` with a sandbox, `user`, `sandbox` and `none`; a network adds what it holds. Others: agents of its company, of another company, and Muster. */
export const attempts = {
  environment: row('to read the environment of others in /proc', 'held', 'held', 'held'),
  memory: row('to read the memory of others', 'held', 'held', 'held', 'held by Yama'),
  descriptors: row('to read what others have open', 'held', 'held', 'held'),
  folders: row('to reach files of others by /proc/<pid>/root and cwd', 'held', 'held', 'held'),
  trace: row('to trace a process of others (ptrace)', 'held', 'held', 'held', 'held by Yama'),
  signal: row('to send signals to others', 'held', 'held', 'held'),
  commandLine: row('to read the command lines of others', 'held', 'not held', 'held'),
  secrets: row(
    'to read the data folder: master key, board token, key of the runner',
    'held',
    'held',
    'held',
  ),
  homes: row('to read homes and workspaces of other agents', 'held', 'held', 'held'),
  sockets: row('to connect to a socket in the home of another agent', 'held', 'held', 'held'),
  links: row(
    'to have its next start follow links that it has planted in its home',
    'held',
    'held',
    'held',
  ),
  repository: row(
    'to follow links out of a repository that its configuration names as `cwd`',
    'held',
    'held',
    'held',
  ),
  leftBehind: row(
    'to leave files in /tmp or /dev/shm, or memory of System V, to its next run',
    'held',
    'not held',
    'held',
  ),
  temporary: row(
    'to read what others write to /tmp; TMPDIR is in the home',
    'held',
    'not held',
    'held',
  ),
  sharedMemory: row('to read what others write to /dev/shm', 'held', 'not held', 'held'),
  keyring: row("to read keys in the kernel's keyring of others", 'held', 'held', 'held'),
  operator: row("to read files of the runner's user that Muster does not hide", 'held', 'held'),
  write: row("to write to folders of the runner's user", 'held', 'held', 'held'),
  privileges: row('to become another user by a setuid program', 'held', 'held', 'held'),
  outlive: row('to leave a process behind that has left its group', 'held', 'held', 'held'),
  outliveThread: row(
    'to leave a process behind whose first thread has ended, so that it is called a zombie',
    'held',
    'held',
    'held',
  ),
  forks: row('to start processes without end', 'held', 'held', 'held'),
  hugeFile: row('to write one file of more than 16 GiB', 'held', 'held', 'held'),
  ports: heldByNetwork('to ask a port of Muster on the loopback, such as `/metrics`'),
  debugPort: heldByNetwork('to ask a debug port on the loopback of an agent of another company'),
  abstractSocket: heldByNetwork('to connect to an abstract socket of another company or of Muster'),
  colleague: row('to ask a port or an abstract socket of an agent of its own company'),
} as const satisfies Record<string, Attempt>;

export type AttemptName = keyof typeof attempts;
