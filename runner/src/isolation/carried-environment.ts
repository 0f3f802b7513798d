/**
 * Starts a program as the agent, with an environment that the wrappers before it never see. A
 * wrapper runs as root or decides what the program may see, so that a variable of an agent must not
 * be one of its own: the loader alone obeys a dozen names. Each variable is carried as the value of
 * a meaningless one, and becomes itself in a shell that is the agent already. Command lines, which
 * other users may read, hold no value.
 */
import { PASS_GATE } from '../command.ts';
import type { AgentFolders, Wrapped } from './isolation.ts';

/** Where the wrappers are found. It is not the PATH of a program. */
export const WRAPPER_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const VARIABLE_NAME = /^[A-Za-z_]\w*$/;

/** Processes and threads of an agent: a build with a worker for each core, but no fork bomb. */
const PROCESSES_MAX = 2_048;
/** Of 512 bytes, as shells count: 16 GiB in one file. */
const FILE_MAX_BLOCKS = 33_554_432;
/** The exit code by which shells say that something exists but cannot be used. */
export const NOT_USABLE_EXIT = 126;

/**
 * The first arguments are the folder to work in and the folders that every agent has. dash calls
 * the limit of processes -p, other shells -u; a limit that is lower already stays.
 */
const asAgent = (carried: readonly string[], isGated: boolean): string =>
  [
    ...(isGated ? [PASS_GATE] : []),
    'cwd=$1 workspace=$2 tmp=$3 makes=$4; shift 4',
    `{ ulimit -u ${PROCESSES_MAX} || ulimit -p ${PROCESSES_MAX}; } 2>/dev/null`,
    'ulimit -c 0',
    `ulimit -f ${FILE_MAX_BLOCKS} 2>/dev/null`,
    'for made in "$workspace" "$tmp"; do [ -d "$made" ] || mkdir -p -- "$made"; done',
    '[ -z "$makes" ] || mkdir -p -m 700 -- "$makes"',
    `cd -- "$cwd" 2>/dev/null || exit ${NOT_USABLE_EXIT}`,
    'unset PATH LANG OLDPWD cwd workspace tmp makes made',
    ...(carried.length === 0
      ? []
      : [`export ${carried.map((name) => `"$${name}"`).join(' ')}`, `unset ${carried.join(' ')}`]),
    'exec "$@"',
  ].join('\n');

/** `command` belongs after the wrappers, which start with `env`. */
export function carryEnvironment(
  folders: AgentFolders,
  { command, cwd, env, makes = '' }: Wrapped,
  { isGated = false } = {},
): Wrapped {
  const values = Object.entries(env).filter(([name]) => VARIABLE_NAME.test(name));
  const carried = values.map((_, n) => `_carried_${n}`);
  return {
    ...(isGated ? { isGated } : {}),
    command: [
      '/bin/sh',
      '-c',
      asAgent(carried, isGated),
      'agent',
      cwd,
      folders.workspace,
      folders.tmp,
      makes,
      ...command,
    ],
    cwd: '/',
    env: {
      PATH: WRAPPER_PATH,
      LANG: 'C',
      ...Object.fromEntries(
        values.map(([name, value], n) => [`_carried_${n}`, `${name}=${value}`]),
      ),
    },
  };
}
