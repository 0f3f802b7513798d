import { approvals, composed, issues, scheduler } from '@muster/contracts';
import { expect, test } from 'vitest';
import { addAgent, addIssue, addMember, foundCompany } from '../harness/builders.ts';
import { useCommonWorld } from '../harness/stack.ts';
import { until } from '../harness/until.ts';

const world = useCommonWorld();
const { output } = composed.explainWake;

const why = async (agentId: string, about: Record<string, string>) => {
  const query = new URLSearchParams(about).toString();
  const { body } = await world().board.get(`/api/agents/${agentId}/explain-wake?${query}`);
  return output.parse(body);
};

test('who asks why an agent was or was not woken is told, from the records', async () => {
  const { board } = world();
  const { id: companyId } = await foundCompany(board);
  const woken = await addAgent(board, companyId, {
    name: 'Ada', adapterConfig: { command: 'true' }, runtimeConfig: {},
  });
  const asleep = await addMember(world(), companyId, { name: 'Bob' });
  const issue = await addIssue(board, companyId, { assigneeAgentId: asleep.agent.id });
  const comment = await asleep.caller.call(issues, 'addComment', {
    issueId: issue.id, body: 'Can you have a look, @Ada?',
  });
  const told = await until('Ada is told', async () => {
    const found = await why(woken.id, { commentId: comment.id });
    return found.run?.status === 'succeeded' ? found : undefined;
  });
  expect(told).toMatchObject({
    woken: true, reason: 'issue_comment_mentioned', agentId: woken.id, companyId,
    wake: { commentId: comment.id, status: 'delivered' }, run: { agentId: woken.id },
  });
  expect(told.trail.map(({ what }) => what)).toEqual(['comment', 'wake', 'run']);
  expect(await why(woken.id, { issueId: issue.identifier })).toMatchObject({
    woken: true, wake: { id: told.wake?.id },
  });
  expect(await why(asleep.agent.id, { commentId: comment.id })).toMatchObject({
    woken: false, reason: 'own_doing',
  });
  expect(await why(asleep.agent.id, { issueId: issue.id })).toMatchObject({
    woken: false, reason: 'wake_on_demand_off',
    skips: [{ reason: 'wake_on_demand_off', count: 1 }],
  });
  const asked = await asleep.caller.call(approvals, 'createApproval', {
    companyId, type: 'request_board_approval', payload: { plan: 'Work.' },
  });
  const { id: approvalId } = asked;
  expect(await why(asleep.agent.id, { approvalId })).toMatchObject({ reason: 'not_decided' });
  expect(await why(woken.id, { approvalId })).toMatchObject({ reason: 'not_the_requester' });
  const nothing = await board.get(`/api/agents/${woken.id}/explain-wake`);
  expect(nothing).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  expect(await board.call(scheduler, 'listRuns', { companyId, agentId: asleep.agent.id }))
    .toEqual([]);
});
