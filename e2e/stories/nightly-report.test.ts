/** The example that reports each night, as the program of an agent whose routine makes the issue. */
import { fileURLToPath } from 'node:url';
import { issues, scheduler } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { expect, it } from 'vitest';
import { addAgentWithKey, addIssue, createCompany } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';

const world = useSharedWorld();
const PROGRAM = fileURLToPath(new URL('../../examples/nightly-report/report.ts', import.meta.url));

it('a routine makes an issue, and its agent writes what was done into a document of it', async () => {
  const { board } = world();
  const { id: companyId } = await createCompany(board);
  const ann = await addAgentWithKey(world(), companyId);
  const finished = await addIssue(board, companyId, {
    title: 'Paint the fence',
    assigneeAgentId: ann.agent.id,
  });
  for (const status of ['in_progress', 'in_review', 'done'] as const) {
    await board.call(issues, 'updateIssue', { issueId: finished.id, status });
  }
  const { agent } = await addAgentWithKey(world(), companyId, {
    adapterType: 'process',
    runtimeConfig: {},
    adapterConfig: { command: process.execPath, args: [PROGRAM] },
  });
  const routine = await board.call(issues, 'createRoutine', {
    companyId,
    name: 'Nightly report',
    template: { title: 'Report of {{date}}', assigneeAgentId: agent.id },
    clock: { kind: 'cron', expression: '0 1 * * *', zone: 'UTC' },
  });
  const { issueId } = await board.call(issues, 'runRoutine', { routineId: routine.id });
  await until('the end of the report', async () => {
    const { status } = await board.call(issues, 'getIssue', { issueId: issueId ?? '' });
    return status === 'done' || undefined;
  });
  const { body } = await board.call(issues, 'getIssueDocument', {
    issueId: issueId ?? '',
    document: 'report',
  });
  expect(body).toContain(`- ${finished.identifier} Paint the fence`);
  expect(body).toContain('## Blocked\n\nNone.');
  expect(body).toContain('$0.00');
  const run = await until('the end of the run', async () => {
    const [latest] = await board.call(scheduler, 'listRuns', { companyId, agentId: agent.id });
    return latest?.finishedAt ? latest : undefined;
  });
  expect(run).toMatchObject({ status: 'succeeded' });
});
