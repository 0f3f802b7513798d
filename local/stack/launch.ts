/** Runs the whole system in the foreground until a signal stops it. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { givenUrls } from '@muster/local-servers';
import { compactAtRest } from '@muster/service-kit/compact-at-rest';
import { exampleFolder } from '../example/example-folder.ts';
import { onParentExit } from './ancestors.ts';
import { boardFolder, buildBoard } from './board.ts';
import { NODE_FLAGS } from './environment.ts';
import { runStep } from './run-step.ts';
import { dataFolder, listeningPort, print, processesChoice, seedChoice } from './settings.ts';
import { startStack, type Stack, type StackOptions } from './stack.ts';
import { settingsIn, withoutEffect } from './variables.ts';

const SEED = fileURLToPath(new URL('../seed.ts', import.meta.url));
/** Ctrl-C arrives twice, directly and through pnpm; only a later one means "stop at once". */
const SAME_SIGNAL_MS = 1_000;
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

interface Run {
  abort: AbortController;
  stack?: Stack;
  stopRequestedAt?: number;
}

export type LaunchOptions = Pick<StackOptions, 'serviceEntry'> & {
  onUp?: (stack: Stack) => void;
};

/** Reads the settings from the environment; exits the process at the end. */
export async function launch(options: LaunchOptions = {}): Promise<void> {
  const run: Run = { abort: new AbortController() };
  for (const signal of END_SIGNALS) process.on(signal, () => end(run));
  onParentExit(() => end(run));
  // The reader of the output may end first.
  process.stdout.on('error', () => undefined);
  try {
    await bringUp(run, options);
  } catch (error) {
    // A stack that is up is stopped by `end`, which then exits.
    if (run.abort.signal.aborted && run.stack !== undefined) return;
    if (run.abort.signal.aborted) process.exit(0);
    await run.stack?.stop();
    print(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

async function bringUp(run: Run, { serviceEntry, onUp }: LaunchOptions): Promise<void> {
  const startedAt = performance.now();
  const dataDir = dataFolder(process.env);
  const port = listeningPort(process.env);
  const seed = seedChoice(process.env);
  const replicas = processesChoice(process.env);
  print(`Starting Muster with its data in ${dataDir}`);
  for (const sentence of withoutEffect(process.env)) print(sentence);
  const stack = await startStack({
    dataDir,
    port,
    replicas,
    boardToken: process.env['MUSTER_BOARD_TOKEN'],
    given: givenUrls(process.env),
    settings: settingsIn(process.env),
    workFolders: () => [exampleFolder(dataDir)],
    abort: run.abort.signal,
    log: print,
    ...(serviceEntry === undefined ? {} : { serviceEntry }),
  });
  // A signal that came after the last look at `abort` found no stack to stop.
  if (run.abort.signal.aborted) {
    await stack.stop();
    process.exit(0);
  }
  run.stack = stack;
  // Asked last: a step is a process, and the services need both cores until they answer.
  const [isolation, link] = await Promise.all([stack.isolation(), linkOf(stack, dataDir)]);
  if (run.abort.signal.aborted) return;
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  print(`Muster is up after ${seconds} s.\n\n${welcome(stack, isolation, link)}`);
  if (seed === 'demo') runSeed(stack, run.abort.signal);
  compactAtRest();
  onUp?.(stack);
  // The API waits for no page: until they are built, they say so and load again.
  buildBoard(boardFolder(dataDir), run.abort.signal).catch((error: unknown) => {
    if (!run.abort.signal.aborted) print(`The pages could not be built: ${String(error)}`);
  });
}

// In a process of its own, so that its modules do not stay in memory. Nothing waits for it: whatever
// it makes is made by calls of the API, beside those of the user.
function runSeed(running: Stack, abort: AbortSignal): void {
  const seed = spawn(process.execPath, [...NODE_FLAGS, SEED], {
    env: {
      ...process.env,
      MUSTER_API_URL: running.baseUrl,
      MUSTER_BOARD_TOKEN_FILE: running.boardTokenFile,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
    signal: abort,
  });
  seed.once('error', (error) => {
    if (!abort.aborted) print(`The example company could not be created: ${error.message}`);
  });
}

/** Undefined if the gateway made none: the token of the board signs in as well. */
async function linkOf(stack: Stack, dataDir: string): Promise<string | undefined> {
  try {
    return await runStep('make-sign-in-link', [stack.baseUrl, stack.boardTokenFile], { dataDir });
  } catch (error) {
    print(`There is no link to sign in: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

function welcome(
  { baseUrl, boardTokenFile }: Stack,
  isolation: string,
  link: string | undefined,
): string {
  const bearer = `-H "Authorization: Bearer $(cat '${boardTokenFile}')"`;
  const body = `-H 'Content-Type: application/json' -d '{"name":"My Company"}'`;
  return `  Address      ${baseUrl}
  Board token  ${boardTokenFile}
  Isolation    ${isolation}
${link === undefined ? '' : `\nOpen it, once, within ten minutes:\n  ${link}\n`}
Try it:
  curl -s ${baseUrl}/api/health
  curl -s ${bearer} ${baseUrl}/api/companies
  curl -s ${bearer} ${body} ${baseUrl}/api/companies

Ctrl-C stops it; the data stays.
`;
}

function end(run: Run): void {
  const now = performance.now();
  if (run.stopRequestedAt !== undefined) {
    // The guard ends the remaining processes.
    if (now - run.stopRequestedAt > SAME_SIGNAL_MS) process.exit(1);
    return;
  }
  run.stopRequestedAt = now;
  print('Stopping.');
  // A start in progress aborts and cleans up by itself.
  run.abort.abort();
  void run.stack?.stop().then(() => process.exit(0));
}
