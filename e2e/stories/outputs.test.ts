/** What a run leaves in SERVICE_OUTPUT_DIR, from the program of an agent to the files of its issue. */
import { issues, scheduler } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { expect, it } from 'vitest';
import { addAgent, addIssue, createCompany } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';

const world = useSharedWorld();

/** Of an agent that knows nothing of the interface, and names a folder like a credential. */
const PROGRAM = `
  const { linkSync, mkdirSync, symlinkSync, writeFileSync } = require('node:fs');
  process.chdir(process.env.SERVICE_OUTPUT_DIR);
  writeFileSync('visitors.csv', 'day,visitors\\n');
  mkdirSync(['mst', 'agent', '0123456789'].join('_'));
  symlinkSync('/etc/passwd', 'passwd');
`;

it('what an agent leaves in its folder of outputs is a file of its issue, and its run says so', async () => {
  const { board } = world();
  const { id: companyId } = await createCompany(board);
  const agent = await addAgent(board, companyId, {
    name: 'Ada',
    adapterType: 'process',
    runtimeConfig: {},
    adapterConfig: { command: process.execPath, args: ['-e', PROGRAM] },
  });
  const { id: issueId } = await addIssue(board, companyId, {
    status: 'todo',
    assigneeAgentId: agent.id,
  });
  const run = await until('the end of the run', async () => {
    const runs = await board.call(scheduler, 'listRuns', { companyId, agentId: agent.id, issueId });
    return runs.find(({ finishedAt }) => finishedAt !== null);
  });
  expect(run).toMatchObject({ status: 'succeeded' });
  const files = await board.call(issues, 'listIssueFiles', { issueId });
  expect(files).toEqual([
    expect.objectContaining({
      name: 'visitors.csv',
      type: 'text/csv',
      bytes: 13,
      authorName: 'Ada',
      runId: run.id,
    }),
  ]);
  const events = await board.call(scheduler, 'listRunEvents', { runId: run.id });
  const [reported, ...others] = events.filter(({ action }) => action === 'run.outputs_attached');
  expect(others).toEqual([]);
  expect(reported?.details).toEqual({
    runId: run.id,
    agentId: agent.id,
    issueId,
    attached: [{ fileId: files[0]?.id, name: 'visitors.csv', bytes: 13 }],
    refused: [
      { name: '***', why: 'a folder: pack it into an archive' },
      { name: 'passwd', why: 'a link, which is not followed' },
    ],
    more: 0,
  });
});
