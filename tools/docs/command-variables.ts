/**
 * What the commands of package.json and the tests read from their environment. Nothing checks these
 * by a schema; the tidy test finds one that is read and not described.
 */
export const commandVariables: readonly (readonly [name: string, fallback: string, is: string])[] =
  [
    ['DATABASE_URL', '', 'Use this Postgres; without it the commands start a private one.'],
    ['NATS_URL', '', 'Use this NATS; without it the commands start a private one.'],
    ['REDIS_URL', '', 'Use this Redis; without it the commands start a private one.'],
    ['DOCKER_HOST', '', 'The container engine to start private servers on, when there is one.'],
    ['PORT', '3100', 'Port of the HTTP door of the local stack.'],
    ['MUSTER_DATA_DIR', '.muster', 'Folder of everything that the local stack keeps.'],
    ['MUSTER_SEED', 'demo', '`demo` makes a small company to look at; `none` does not.'],
    ['MUSTER_BOARD_TOKEN', '', 'Board token of the local stack; made at the first start.'],
    ['MUSTER_API_URL', 'the local stack', 'The API that `pnpm seed` and `pnpm demo` talk to.'],
    ['MUSTER_BOARD_TOKEN_FILE', 'in the data folder', 'File of the token that they use.'],
    ['TEST_LOG_LEVEL', 'silent', 'Log level of the services in tests.'],
    ['TEST_LENGTH', 'short', '`full`: tests that repeat themselves do it as often as proofs ask.'],
    ['PROOF_RESULTS', '', 'File to which tests add what they have shown; `pnpm proof` sets it.'],
    ['FUZZ_RUNS', 'by length', 'Requests that the fuzz test sends.'],
    ['FUZZ_SEED', 'by chance', 'Plays a run of the fuzz test again; each run prints its own.'],
    ['UPDATE_SCHEMA', '', 'Set to write `schema.sql` in tests instead of comparing it.'],
  ];
