/**
 * `pnpm demo`: plays the main story against the local stack, or against a stack that it starts for
 * this purpose, and prints each step as it happens.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Activity } from '@muster/contracts';
import { makeAgentFolder, usableAgent } from './demo/agent-folder.ts';
import { exampleFolder } from './example/example-folder.ts';
import { exampleAgent, foremanAgent } from './stack/example-agent.ts';
import { openClient, type Api } from './demo/api.ts';
import { playStory } from './demo/story.ts';
import { freePort, givenUrls, isFree } from '@muster/local-servers';
import { startStack, type Stack } from './stack/index.ts';
import { dataFolder, listeningPort, print, processesChoice } from './stack/settings.ts';
import { settingsIn } from './stack/variables.ts';

const PROBE_TIMEOUT_MS = 3_000;
const STEP_WIDTH = 32;
const ACTION_WIDTH = 24;
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const dataDir = dataFolder(process.env);
const port = listeningPort(process.env);
const abort = new AbortController();
let ownStack: Stack | undefined;

async function run(): Promise<void> {
  const startedAt = performance.now();
  const api = (await runningApi()) ?? (await startedApi());
  const given = process.env['MUSTER_DEMO_DIR'];
  const folder = given ?? makeAgentFolder('demo-', exampleFolder(dataDir));
  const { log, workFolder } = await playStory(api, {
    companyName: `Demo ${new Date().toISOString().slice(0, 19).replaceAll(':', '.')}`,
    folder,
    agent: given === undefined ? usableAgent(folder) : exampleAgent,
    foreman: given === undefined ? usableAgent(folder, foremanAgent) : foremanAgent,
    on: ({ name, text }) => {
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      print(`${seconds.padStart(6)} s  ${name.padEnd(STEP_WIDTH)}  ${text}`);
    },
  });
  print(`\nThe agent worked in ${workFolder}\n\nActivity of the company:`);
  for (const entry of log) print(lineOf(entry));
}

/** The API of the stack that `pnpm start` runs with the same settings, if it is up. */
async function runningApi(): Promise<Api | undefined> {
  const baseUrl = `http://127.0.0.1:${port}`;
  const tokenFile = join(dataDir, 'board-token');
  if (!existsSync(tokenFile)) return undefined;
  const token = readFileSync(tokenFile, 'utf8').trim();
  const reply = await fetch(`${baseUrl}/api/session`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
  }).catch(() => undefined);
  if (reply?.status !== 200) return undefined;
  print(`Using the stack at ${baseUrl}.\n`);
  return openClient(baseUrl, token);
}

async function startedApi(): Promise<Api> {
  print(`No stack is running on port ${port}; starting one with its data in ${dataDir}.`);
  ownStack = await startStack({
    dataDir,
    port: (await isFree(port)) ? port : await freePort(),
    replicas: processesChoice(process.env),
    boardToken: process.env['MUSTER_BOARD_TOKEN'],
    given: givenUrls(process.env),
    settings: settingsIn(process.env),
    workFolders: () => [process.env['MUSTER_DEMO_DIR'] ?? exampleFolder(dataDir)],
    abort: abort.signal,
    log: print,
  });
  const isolation = await ownStack.isolation();
  print(`The stack is up at ${ownStack.baseUrl}.\nIsolation of agents: ${isolation}\n`);
  return openClient(ownStack.baseUrl, ownStack.boardToken);
}

const lineOf = ({ createdAt, action, actorType, actorName, entityType, entityId }: Activity) =>
  `  ${createdAt}  ${action.padEnd(ACTION_WIDTH)}  ${entityType} ${entityId}  ` +
  `by ${actorType === 'system' ? 'the system' : actorName}`;

for (const signal of END_SIGNALS) {
  process.once(signal, () => {
    abort.abort();
    void ownStack?.stop().then(() => process.exit(1));
  });
}

try {
  await run();
} catch (error) {
  print(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await ownStack?.stop();
}
