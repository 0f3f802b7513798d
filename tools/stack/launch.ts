/** The whole system in the foreground, until it is told to stop. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { givenUrls } from '../servers/index.ts';
import { onParentGone } from './ancestors.ts';
import { dataFolder, listeningPort, say, seedChoice } from './settings.ts';
import { startStack } from './stack.ts';
import type { Stack, StackOptions } from './stack.ts';

/** Ctrl-C reaches us directly and again through pnpm; only a later one means "at once". */
const SAME_SIGNAL_MS = 1_000;
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type Run = { abort: AbortController; stack?: Stack; askedAt?: number };

export type LaunchOptions = Pick<StackOptions, 'serviceEntry'> & {
  onUp?: (stack: Stack) => void;
};

/** Reads its settings from the environment; ends the process when it is done. */
export async function launch(options: LaunchOptions = {}): Promise<void> {
  const run: Run = { abort: new AbortController() };
  for (const signal of END_SIGNALS) process.on(signal, () => end(run));
  onParentGone(() => end(run));
  // Whoever read our output may leave before we do.
  process.stdout.on('error', () => undefined);
  try {
    await bringUp(run, options);
  } catch (error) {
    if (run.abort.signal.aborted) process.exit(0);
    say(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

async function bringUp(run: Run, { serviceEntry, onUp }: LaunchOptions): Promise<void> {
  const startedAt = performance.now();
  const dataDir = dataFolder(process.env);
  const port = listeningPort(process.env);
  const seed = seedChoice(process.env);
  say(`Starting Muster with its data in ${dataDir}`);
  const stack = await startStack({
    dataDir,
    port,
    boardToken: process.env['MUSTER_BOARD_TOKEN'],
    given: givenUrls(process.env),
    abort: run.abort.signal,
    log: say,
    ...(serviceEntry === undefined ? {} : { serviceEntry }),
  });
  run.stack = stack;
  if (seed === 'demo') await plantSeed(stack);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  say(`Muster is up after ${seconds} s.\n\n${welcome(stack)}`);
  onUp?.(stack);
}

// In a process of its own: what it loads is not needed afterwards.
function plantSeed(running: Stack): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const seed = spawn(process.execPath, [fileURLToPath(new URL('../seed.ts', import.meta.url))], {
    env: {
      ...process.env,
      MUSTER_API_URL: running.baseUrl,
      MUSTER_BOARD_TOKEN_FILE: running.boardTokenFile,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  seed.once('error', (error) => say(`The demo company could not be made: ${error.message}`));
  seed.once('close', () => resolve());
  return promise;
}

function welcome({ baseUrl, boardTokenFile }: Stack): string {
  const bearer = `-H "Authorization: Bearer $(cat '${boardTokenFile}')"`;
  const body = `-H 'Content-Type: application/json' -d '{"name":"My Company"}'`;
  return `  Address      ${baseUrl}
  Board token  ${boardTokenFile}

Try it:
  curl -s ${baseUrl}/api/health
  curl -s ${bearer} ${baseUrl}/api/companies
  curl -s ${bearer} ${body} ${baseUrl}/api/companies

Ctrl-C ends it; the data stays.
`;
}

function end(run: Run): void {
  const now = performance.now();
  if (run.askedAt !== undefined) {
    // The guard ends what we leave behind.
    if (now - run.askedAt > SAME_SIGNAL_MS) process.exit(1);
    return;
  }
  run.askedAt = now;
  say('Stopping.');
  // A start that is under way gives up and cleans up by itself.
  run.abort.abort();
  void run.stack?.stop().then(() => process.exit(0));
}
