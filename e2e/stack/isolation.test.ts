/** The demo under the isolation that `start` takes by itself, as the user who runs the tests. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@muster/local-servers';
import { makeAgentFolder, usableAgent } from '@muster/local/demo/agent-folder';
import { openClient } from '@muster/local/demo/api';
import { playStory } from '@muster/local/demo/story';
import { foremanAgent, removeDataFolder, startStack, type Stack } from '@muster/local/stack';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder = '';
let agentFolder = '';
let stack: Stack;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'muster-isolation-'));
  agentFolder = makeAgentFolder('muster-demo-');
  const dataDir = join(folder, 'data');
  const workFolders = () => [agentFolder];
  stack = await startStack({ dataDir, port: await freePort(), durable: false, workFolders });
});
afterAll(async () => {
  await stack.stop();
  await removeDataFolder(join(folder, 'data'));
  for (const made of [folder, agentFolder]) rmSync(made, { recursive: true });
});

it('the demo is played by an agent that is its own user where the machine allows it', async () => {
  const { workFolder, runs } = await playStory(openClient(stack.baseUrl, stack.boardToken), {
    folder: agentFolder,
    agent: usableAgent(agentFolder),
    foreman: usableAgent(agentFolder, foremanAgent),
    companyName: 'Isolated',
    on: () => undefined,
  });
  expect(runs.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
  const report = join(workFolder, 'report.md');
  expect(readFileSync(report, 'utf8')).toContain('42 lines in 3 files');
  const own = process.getuid?.() ?? 0;
  const isOwnUser = statSync(report).uid !== own;
  expect(isOwnUser).toBe((await stack.isolation()).startsWith('user: '));
});
