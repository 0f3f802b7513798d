import { approvals, composed, issues, scheduler } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { expect, it } from 'vitest';
import { addAgent, addIssue, addAgentWithKey, createCompany } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';

const world = useSharedWorld();
const { output } = composed.explainWake;

const explain = async (agentId: string, about: Record<string, string>) => {
  const query = new URLSearchParams(about).toString();
  const { body } = await world().board.get(`/api/agents/${agentId}/explain-wake?${query}`);
  return output.parse(body);
};

it('the records explain why an agent was or was not woken', async () => {
  const { board } = world();
  const { id: companyId } = await createCompany(board);
  const woken = await addAgent(board, companyId, {
    name: 'Ada',
    adapterConfig: { command: 'true' },
    runtimeConfig: {},
  });
  const asleep = await addAgentWithKey(world(), companyId, { name: 'Bob' });
  const issue = await addIssue(board, companyId, { assigneeAgentId: asleep.agent.id });
  const comment = await asleep.caller.call(issues, 'addComment', {
    issueId: issue.id,
    body: 'Can you have a look, @Ada?',
  });
  const explained = await until('the run of Ada', async () => {
    const found = await explain(woken.id, { commentId: comment.id });
    return found.run?.status === 'succeeded' ? found : undefined;
  });
  expect(explained).toMatchObject({
    woken: true,
    reason: 'issue_comment_mentioned',
    agentId: woken.id,
    companyId,
    wake: { commentId: comment.id, status: 'delivered' },
    run: { agentId: woken.id },
  });
  expect(explained.trail.map(({ what }) => what)).toEqual(['comment', 'wake', 'run']);
  expect(await explain(woken.id, { issueId: issue.identifier })).toMatchObject({
    woken: true,
    wake: { id: explained.wake?.id },
  });
  expect(await explain(asleep.agent.id, { commentId: comment.id })).toMatchObject({
    woken: false,
    reason: 'own_doing',
  });
  expect(await explain(asleep.agent.id, { issueId: issue.id })).toMatchObject({
    woken: false,
    reason: 'wake_on_demand_off',
    skips: [{ reason: 'wake_on_demand_off', count: 1 }],
  });
  const asked = await asleep.caller.call(approvals, 'createApproval', {
    companyId,
    type: 'request_board_approval',
    payload: { plan: 'Work.' },
  });
  const { id: approvalId } = asked;
  expect(await explain(asleep.agent.id, { approvalId })).toMatchObject({ reason: 'not_decided' });
  expect(await explain(woken.id, { approvalId })).toMatchObject({ reason: 'not_the_requester' });
  const nothing = await board.get(`/api/agents/${woken.id}/explain-wake`);
  expect(nothing).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  expect(await board.call(scheduler, 'listRuns', { companyId, agentId: asleep.agent.id })).toEqual(
    [],
  );
});

it('an issue that an open issue blocks wakes its agent once that has ended', async () => {
  const { board } = world();
  const { id: companyId } = await createCompany(board, { reviewRequired: false });
  const { agent, caller } = await addAgentWithKey(world(), companyId, {
    name: 'Far',
    adapterType: 'remote',
    runtimeConfig: {},
  });
  const assigneeAgentId = agent.id;
  const first = await addIssue(board, companyId, { assigneeAgentId, status: 'backlog' });
  const then = await addIssue(board, companyId, {
    assigneeAgentId,
    blockedByIssueIds: [first.id],
  });
  expect(await explain(agent.id, { issueId: then.id })).toMatchObject({
    woken: false,
    reason: 'issue_blocked',
    wake: null,
  });
  await board.patch(`/api/issues/${first.id}`, { status: 'todo' });
  await caller.post(`/api/issues/${first.id}/checkout`, {
    agentId: agent.id,
    expectedStatuses: ['todo'],
  });
  // The agent itself ends what has kept it from the other one, of which it has not heard before.
  await caller.patch(`/api/issues/${first.id}`, { status: 'done' });
  const explained = await until('the wake-up of Far', async () => {
    const found = await explain(agent.id, { issueId: then.id });
    return found.wake ? found : undefined;
  });
  expect(explained.wake).toMatchObject({ reason: 'issue_unblocked', issueId: then.id });
});

it('the program of a remote agent has to fetch what the agent was woken for', async () => {
  const { board } = world();
  const { id: companyId } = await createCompany(board);
  const { agent, caller } = await addAgentWithKey(world(), companyId, {
    name: 'Far',
    adapterType: 'remote',
    runtimeConfig: {},
  });
  const { id: issueId } = await addIssue(board, companyId, { assigneeAgentId: agent.id });
  const explained = await until('the run of Far', async () => {
    const found = await explain(agent.id, { issueId });
    return found.reason === 'waiting_to_be_fetched' ? found : undefined;
  });
  expect(explained).toMatchObject({ woken: false, run: { status: 'queued' } });
  expect(explained.explanation).toContain('GET /api/agents/me/wakes?wait=55');
  const { body } = await caller.get('/api/agents/me/wakes?wait=20');
  expect(body).toMatchObject([{ issueId, runId: explained.run?.id }]);
});
