/** What a run has done through the interface stands on its receipt, each thing once. */
import { randomUUID } from 'node:crypto';
import { approvals, billing, composed, issues, scheduler } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { describe, expect, it } from 'vitest';
import { addAgentWithKey, addIssue, createCompany } from '../fixtures/builders.ts';
import { openMcp } from '../world/mcp-client.ts';
import { useSharedWorld } from '../world/use-world.ts';

const world = useSharedWorld();
const { output } = composed.getRunReceipt;

/** A remote agent with a run of its own, and a client that calls as that run. */
async function takeRun(companyId: string) {
  const { api, board } = world();
  const { agent, caller } = await addAgentWithKey(world(), companyId, {
    adapterType: 'remote',
    runtimeConfig: {},
  });
  await board.call(scheduler, 'wakeAgent', { agentId: agent.id });
  const [wake] = (await caller.get('/api/agents/me/wakes?wait=30')).body as { id: string }[];
  const taken = await caller.post(`/api/agents/me/wakes/${wake?.id}/ack`);
  const { run, variables } = taken.body as {
    run: { id: string };
    variables: Record<string, string>;
  };
  const token = variables['SERVICE_API_KEY'] ?? '';
  return { agent, run, caller, token, asRun: api.as(token) };
}

describe('the receipt of a run', () => {
  it('has what the run claimed, changed, created, said, asked for and cost', async () => {
    const { board, stack } = world();
    const { id: companyId } = await createCompany(board);
    const { agent, run, token, asRun } = await takeRun(companyId);
    const agentId = agent.id;
    const issue = await addIssue(board, companyId, { assigneeAgentId: agentId });
    const issueId = issue.id;
    await asRun.call(issues, 'checkoutIssue', {
      issueId,
      agentId,
      expectedStatuses: ['todo'],
    });
    const comment = { body: 'Half of it is done.' };
    const once = { 'idempotency-key': `${run.id}:half` };
    await asRun.post(`/api/issues/${issueId}/comments`, comment, once);
    await asRun.post(`/api/issues/${issueId}/comments`, comment, once);
    const created = await asRun.call(issues, 'createIssue', { companyId, title: 'The rest' });
    const asked = await asRun.call(approvals, 'createApproval', {
      companyId,
      type: 'request_board_approval',
      payload: { plan: 'The rest.' },
    });
    await asRun.call(issues, 'updateIssue', { issueId, status: 'in_review' });
    await asRun.call(issues, 'updateIssue', { issueId, status: 'done', priority: 'low' });
    await asRun.call(billing, 'recordCost', {
      companyId,
      agentId,
      runId: run.id,
      costCents: 3,
      provider: 'acme',
      model: 'm-2',
    });
    const absentId = randomUUID();
    await asRun.get(`/api/issues/${absentId}`);
    await asRun.get(`/api/issues/${absentId}`);
    const wrong = await asRun.post(`/api/companies/${companyId}/issues`, { title: '' });
    expect(wrong.status).toBe(400);
    // A tool of the run is refused like a request.
    const tools = await openMcp(stack.baseUrl, token);
    const refused = await tools.try('read_issue', { issue: absentId });
    expect(refused.body).toMatchObject({ code: 'issue_not_found' });
    await tools.close();
    // What others do with the issue meanwhile is not the run's.
    await board.call(issues, 'addComment', { issueId, body: 'Thank you.' });
    await asRun.call(scheduler, 'finishRun', {
      runId: run.id,
      status: 'succeeded',
      resultSummary: 'Counted.',
      usage: { costCents: 7, inputTokens: 100, outputTokens: 20, provider: 'acme', model: 'm-1' },
    });

    const path = `/api/heartbeat-runs/${run.id}/receipt`;
    const receipt = await until('the cost of the run on its receipt', async () => {
      const found = output.parse((await board.get(path)).body);
      const { cost, refusals } = found;
      return cost?.costCents === 10 && refusals.count === 4 ? found : undefined;
    });
    const { identifier, title } = issue;
    const claimed = { issueId, identifier, title, at: expect.any(String) };
    expect(receipt).not.toHaveProperty('unavailable');
    expect(receipt).not.toHaveProperty('incomplete');
    expect(receipt.run).toMatchObject({
      id: run.id,
      agentId,
      status: 'succeeded',
      resultSummary: 'Counted.',
      finishedAt: expect.any(String),
    });
    expect(receipt.issues).toEqual({
      checkedOut: { count: 1, items: [claimed], more: false },
      released: { count: 0, items: [], more: false },
      created: {
        count: 1,
        items: [
          {
            issueId: created.id,
            identifier: created.identifier,
            title: 'The rest',
            at: expect.any(String),
          },
        ],
        more: false,
      },
      changed: {
        count: 1,
        items: [
          {
            ...claimed,
            fields: expect.arrayContaining(['priority', 'status']),
            status: { from: 'in_progress', to: 'done' },
          },
        ],
        more: false,
      },
      comments: {
        count: 1,
        items: [{ ...claimed, commentId: expect.any(String), excerpt: comment.body }],
        more: false,
      },
    });
    const { refusals } = receipt;
    expect(refusals.byCode[0]).toEqual({ code: 'issue_not_found', count: 3 });
    expect(
      refusals.items
        .map(({ operation, code, count }) => `${operation} ${code} ${count}`)
        .toSorted(),
    ).toEqual([
      'createIssue invalid_input 1',
      'getHeartbeatContext issue_not_found 1',
      'getIssue issue_not_found 2',
    ]);
    expect(receipt.approvals).toMatchObject({
      count: 1,
      items: [{ approvalId: asked.id, type: 'request_board_approval' }],
    });
    expect(receipt.cost).toMatchObject({ inputTokens: 100, outputTokens: 20, events: 2 });
    expect(receipt.cost?.byModel).toMatchObject([
      { model: 'm-1', costCents: 7, priceStatus: 'measured' },
      { model: 'm-2', costCents: 3, priceStatus: 'measured' },
    ]);
  });

  it('can be read while the run is live, and by no other company', async () => {
    const { board } = world();
    const [{ id: companyId }, other] = [await createCompany(board), await createCompany(board)];
    const { run, asRun } = await takeRun(companyId);
    const path = `/api/heartbeat-runs/${run.id}/receipt`;
    expect(await asRun.get(path)).toMatchObject({
      status: 200,
      body: { run: { id: run.id, status: 'running', finishedAt: null }, cost: { costCents: 0 } },
    });
    const stranger = await addAgentWithKey(world(), other.id, {});
    expect(await stranger.caller.get(path)).toMatchObject({
      status: 404,
      body: { code: 'run_not_found' },
    });
    await board.post(`/api/heartbeat-runs/${run.id}/cancel`);
  });
});
