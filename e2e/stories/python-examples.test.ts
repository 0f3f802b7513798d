/** The examples in Python, with the standard library alone. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { issues, scheduler } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { addAgentWithKey, addIssue, createCompany } from '../fixtures/builders.ts';
import { startLiveRun } from '../fixtures/live-run.ts';
import { useSharedWorld } from '../world/use-world.ts';

const world = useSharedWorld();
const run = promisify(execFile);

const start = (program: string, env: Readonly<Record<string, string>>) => {
  const path = fileURLToPath(new URL(`../../examples/python/${program}`, import.meta.url));
  return run('python3', [path], { env: { PATH: process.env['PATH'], ...env } });
};

describe('an agent in Python', () => {
  it('that fetches its work hands its issue over, and ends its run', async () => {
    const { board, stack } = world();
    const { id: companyId } = await createCompany(board);
    const { agent, token } = await addAgentWithKey(world(), companyId, {
      name: 'Monty',
      adapterType: 'remote',
      runtimeConfig: {},
    });
    const { id: issueId } = await addIssue(board, companyId, {
      description: 'one two three',
      assigneeAgentId: agent.id,
    });
    const { stdout, stderr } = await start('remote.py', {
      SERVICE_API_URL: stack.baseUrl,
      AGENT_KEY: token,
      AGENT_RUNS: '1',
    });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/ succeeded$/m);
    const issue = await board.call(issues, 'getIssue', { issueId });
    expect(issue).toMatchObject({ status: 'in_review', assigneeAgentId: agent.id });
    const [ended] = await board.call(scheduler, 'listRuns', { companyId, agentId: agent.id });
    expect(ended).toMatchObject({ status: 'succeeded', issueId });
    expect(ended?.resultSummary).toBe(`${issue.identifier} has 3 words.`);
  });

  it('that is started for a heartbeat takes the first issue of its inbox, once', async () => {
    const { board, stack } = world();
    const { id: companyId } = await createCompany(board);
    const { agentId, token } = await startLiveRun(world(), companyId, 'Eric');
    const { identifier } = await addIssue(board, companyId, {
      description: 'one two',
      assigneeAgentId: agentId,
    });
    const env = {
      SERVICE_API_URL: stack.baseUrl,
      SERVICE_API_KEY: token,
      SERVICE_AGENT_ID: agentId,
      SERVICE_RUN_NONCE: 'n',
    };
    const first = await start('heartbeat.py', env);
    expect(first.stdout).toContain(`${identifier} has 2 words.`);
    expect(first.stdout).toContain('{"nonce": "n", "usage"');
    expect((await start('heartbeat.py', env)).stdout).toContain('nothing to do');
    await expect(start('heartbeat.py', { ...env, SERVICE_AGENT_ID: '' })).rejects.toMatchObject({
      code: 2,
      stderr: 'not set: SERVICE_AGENT_ID\n',
    });
  });
});
