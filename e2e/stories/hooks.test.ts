/**
 * A merged pull request with green checks closes a reviewed issue without a person; red checks, a forged delivery and
 * one that comes again do not. Deliveries have the shape that GitHub documents.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { gateway, issues } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { expect, it } from 'vitest';
import { addAgentWithKey, addIssue, createCompany } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';

const world = useSharedWorld();

/** The reviewer's program: what it finds good it accepts when the checks of its branch are green, and not before. */
const PROGRAM = `
const { SERVICE_API_URL: url, SERVICE_API_KEY: key, SERVICE_TASK_ID: id } = process.env;
const call = async (method, path, body) => {
  const reply = await fetch(url + path, {
    method,
    headers: { authorization: 'Bearer ' + key, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!reply.ok) throw new Error(path + ' ' + (await reply.text()));
  return reply.json();
};
const issue = await call('GET', '/api/issues/' + id);
const [wait] = await call('GET', '/api/issues/' + id + '/waits');
if (wait?.cause === 'signal') {
  await call('PATCH', '/api/issues/' + id, { status: 'done', comment: 'Good, and its checks are green.' });
} else if (!wait) {
  await call('POST', '/api/issues/' + id + '/waits', { key: issue.identifier, note: 'Accept it when it is green' });
}
`;

const workflowRun = (branch: string, conclusion: 'success' | 'failure') => ({
  action: 'completed',
  workflow_run: { id: 30_433_642, event: 'push', head_branch: branch, conclusion },
  repository: { full_name: 'octo-org/octo-repo' },
});

it('is accepted by its reviewer when the checks of its branch are green, and not before', async () => {
  const { board, api } = world();
  const { id: companyId } = await createCompany(board);
  const author = await addAgentWithKey(world(), companyId);
  const { agent: reviewer } = await addAgentWithKey(world(), companyId, {
    adapterType: 'process',
    runtimeConfig: {},
    adapterConfig: {
      command: process.execPath,
      args: ['--input-type=module', '-e', PROGRAM],
    },
  });
  const hook = await board.call(gateway, 'createHook', {
    companyId,
    name: 'Checks',
    form: 'github',
    effect: { kind: 'wait', key: '/workflow_run/head_branch' },
    filters: [
      { at: '/action', equals: 'completed' },
      { at: '/workflow_run/conclusion', equals: 'success' },
    ],
  });
  const deliver = (body: object, { secret = hook.secret, id = randomUUID() } = {}) => {
    const text = JSON.stringify(body);
    const signature = createHmac('sha256', secret).update(text).digest('hex');
    return api.as().post(hook.path, body, {
      'x-github-event': 'workflow_run',
      'x-github-delivery': id,
      'x-hub-signature-256': `sha256=${signature}`,
    });
  };
  const deliveries = () =>
    board.call(gateway, 'listHookDeliveries', { companyId, hookId: hook.id });
  const { id: issueId, identifier } = await addIssue(board, companyId, {
    title: 'Ship it',
    assigneeAgentId: author.agent.id,
    reviewPolicy: 'named',
    reviewerAgentId: reviewer.id,
  });
  const statusOf = async () => (await board.call(issues, 'getIssue', { issueId })).status;
  const waits = () => board.call(issues, 'listWaits', { issueId });
  const claim = { issueId, agentId: author.agent.id };
  await author.caller.call(issues, 'checkoutIssue', { ...claim, expectedStatuses: ['todo'] });
  await author.caller.call(issues, 'updateIssue', {
    issueId,
    status: 'in_review',
    comment: 'Done',
  });
  await until('the wait of the reviewer', async () => (await waits())[0]);

  expect((await deliver(workflowRun(identifier, 'failure'))).status).toBe(202);
  await until('the red delivery', async () => (await deliveries())[0]?.endedAt ?? undefined);
  expect(await deliveries()).toMatchObject([{ status: 'ignored' }]);
  const forged = await deliver(workflowRun(identifier, 'success'), { secret: 'not the secret' });
  expect(forged).toMatchObject({ status: 404, body: { code: 'hook_not_found' } });
  expect(await waits()).toMatchObject([{ endedAt: null }]);

  const id = randomUUID();
  expect((await deliver(workflowRun(identifier, 'success'), { id })).status).toBe(202);
  await until('the end', async () => (await statusOf()) === 'done' || undefined);
  expect((await deliver(workflowRun(identifier, 'success'), { id })).status).toBe(202);
  expect(await deliveries()).toHaveLength(2);
  expect(await waits()).toMatchObject([{ cause: 'signal' }]);
});
