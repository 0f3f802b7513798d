/**
 * Environment variables of the commands in package.json and of the tests. No schema validates them;
 * the tidy test finds a variable that is read and not described here.
 */
export const commandVariables: readonly (readonly [name: string, fallback: string, is: string])[] =
  [
    ['DATABASE_URL', '', 'Postgres to use; if empty, the commands start a private one.'],
    ['NATS_URL', '', 'NATS to use; if empty, the commands start a private one.'],
    ['REDIS_URL', '', 'Redis to use; if empty, the commands start a private one.'],
    ['PORT', '3100', 'HTTP port of the local stack.'],
    ['MUSTER_DATA_DIR', '.muster', 'Data folder of the local stack.'],
    [
      'MUSTER_DEMO_DIR',
      'a new folder in `/var/tmp`',
      "Folder in which the agent of `pnpm demo` works; the agent's user has to be able to write there.",
    ],
    [
      'MUSTER_SEED',
      'demo',
      '`demo` makes the example company once the system is up; `none` does not.',
    ],
    [
      'MUSTER_PROCESSES',
      'one',
      '`one` runs all services in one process; `each` gives every service a process of its own.',
    ],
    [
      'MUSTER_BOARD_TOKEN',
      '',
      'Board token of the local stack; generated at the first start if empty.',
    ],
    ['MUSTER_API_URL', 'the local stack', 'Base URL of the API for `pnpm seed`.'],
    ['MUSTER_BOARD_TOKEN_FILE', 'in the data folder', 'File with the board token for `pnpm seed`.'],
    ['MUSTER_URL', 'that of the profile', 'Address of the installation for `muster`.'],
    ['MUSTER_TOKEN', 'that of the profile', 'Token for `muster`, in place of a profile.'],
    ['MUSTER_PROFILE', 'the chosen one', 'Profile of `muster`.'],
    ['MUSTER_COMPANY', 'that of the profile', 'Company of `muster`: its id, name or prefix.'],
    ['XDG_CONFIG_HOME', '`~/.config`', 'Folder of the profiles of `muster`.'],
    ['XDG_DATA_HOME', '`~/.local/share`', 'Folder of the homes of agents of `muster work`.'],
    ['TEST_LOG_LEVEL', 'silent', 'Log level of the services in tests.'],
    ['TEST_LENGTH', 'short', '`full`: repeating tests run as many trials as `pnpm proof`.'],
    [
      'TEST_SERVERS',
      'processes',
      '`containers`: the servers that tests share are containers, started by testcontainers.',
    ],
    [
      'TEST_MUSTER',
      'cli/src/main.ts',
      'Program that the stories of the command line run, such as that of an installed package.',
    ],
    [
      'PROOF_RESULTS',
      '',
      'File to which tests append the results of their trials; `pnpm proof` sets it.',
    ],
    ['FUZZ_RUNS', 'by length', 'Number of requests that the fuzz test sends.'],
    ['FUZZ_SEED', 'random', 'Seed that repeats a run of the fuzz test; each run prints its seed.'],
    ['UPDATE_SCHEMA', '', 'If set, conformance tests write `schema.sql` instead of comparing it.'],
  ];
