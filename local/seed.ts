/**
 * `pnpm seed`: makes the example company through the API, unless it is there. `pnpm start` runs it
 * when the system is up, so no start waits for it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { composed, issues } from '@muster/contracts';
import { usableAgent } from './demo/agent-folder.ts';
import { openClient, type Api } from './demo/api.ts';
import { watch } from './demo/facts.ts';
import { COMPANY, makeExampleCompany, type ExampleCompany } from './example/example-company.ts';
import { exampleFolder, workFolder, writeFiles } from './example/example-folder.ts';
import { dataFolder, listeningPort, print } from './stack/settings.ts';

/** Longest wait for a step of an agent. */
const WORK_TIMEOUT_MS = 60_000;

const dataDir = dataFolder(process.env);
const tokenFile = process.env['MUSTER_BOARD_TOKEN_FILE'] ?? join(dataDir, 'board-token');
const baseUrl = process.env['MUSTER_API_URL'] ?? `http://127.0.0.1:${listeningPort(process.env)}`;

async function run(): Promise<void> {
  const api = openClient(baseUrl, readFileSync(tokenFile, 'utf8').trim());
  const folder = exampleFolder(dataDir);
  writeFiles(workFolder(folder, 'grace'));
  const made = await makeExampleCompany(api, {
    command: usableAgent(folder),
    folderOf: (agent) => workFolder(folder, agent),
  });
  if (made === undefined) return;
  print(`Created the example company ${COMPANY}; a hire waits for your approval:
  ${baseUrl}/api/companies/${made.companyId}/dashboard`);
  const obstacles = await obstaclesTo(api, made.engineerId);
  if (obstacles.length > 0) {
    print(`Its agents cannot work on this machine:\n  ${obstacles.join('\n  ')}`);
    return;
  }
  await giveWork(api, made);
  print(`An agent of ${COMPANY} has finished an issue and begins another, which you may review.`);
}

async function obstaclesTo(api: Api, agentId: string): Promise<string[]> {
  const report = await api.call(composed.checkAgent, { agentId });
  return 'checks' in report
    ? report.checks
        .filter(({ level }) => level === 'fail')
        .map(({ message, hint }) => `${message}: ${hint}`)
    : [];
}

/**
 * The engineer asks for a review, is woken by the answer, and closes the issue. The result of the
 * next one is left to the user.
 */
async function giveWork(
  api: Api,
  { companyId, engineerId, firstId, secondId }: ExampleCompany,
): Promise<void> {
  const { addComment, updateIssue } = issues.operations;
  const facts = watch({ api, companyId, timeoutMs: WORK_TIMEOUT_MS });
  await facts.issueBecomes(firstId, 'in_review');
  await api.call(addComment, { issueId: firstId, body: '@Grace approved, thank you.' });
  await facts.issueBecomes(firstId, 'done');
  await api.call(updateIssue, { issueId: secondId, assigneeAgentId: engineerId });
}

run().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  print(`The example company is not complete: ${reason}`);
  process.exitCode = 1;
});
