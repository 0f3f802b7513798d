/** A person of the board who lets a model hold a token, within its limits. */
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { approvals, composed, scheduler } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { expect, it } from 'vitest';
import { addAgentWithKey, addIssue, createCompany } from '../fixtures/builders.ts';
import { startLiveRun } from '../fixtures/live-run.ts';
import { aSigningProgram } from '../fixtures/signing-program.ts';
import { openMcp } from '../world/mcp-client.ts';
import { useSql } from '../world/sql.ts';
import { useSharedWorld } from '../world/use-world.ts';

const world = useSharedWorld();
const sql = useSql(world);

const tokenWith = async (limits: object): Promise<string> => {
  const { body } = await world().board.post('/api/board-tokens', limits);
  return (body as { token: string }).token;
};

it('a model with a token that may decide does what waits for the board', async () => {
  const { board, stack } = world();
  const { id: companyId } = await createCompany(board);
  const ann = await addAgentWithKey(world(), companyId, { name: 'Ann' });
  const run = await startLiveRun(world(), companyId, 'decided-for');
  const { identifier: issue } = await addIssue(board, companyId, { title: 'Fix it' });
  const asked = await ann.caller.call(approvals, 'createApproval', {
    companyId,
    type: 'request_board_approval',
    payload: { title: 'Buy a domain', reason: 'For the page.' },
  });
  const mcp = await openMcp(
    stack.baseUrl,
    await tokenWith({ companies: [companyId], mayDecide: true }),
  );

  expect(await mcp.call('needs_you')).toMatchObject({
    pendingApprovals: 1,
    approvals: [
      {
        approval: asked.id,
        revision: 1,
        said: { by: `agent ${ann.agent.id}`, title: 'Buy a domain' },
      },
    ],
  });
  expect(await mcp.call('needs_you', { approval: asked.id })).toMatchObject({
    said: { request: expect.stringContaining('For the page.') },
  });
  const decision = { approval: asked.id, decision: 'approve', note: 'For a year.' };
  expect((await mcp.try('decide', { ...decision, revision: 2 })).isError).toBe(true);
  expect(await mcp.call('decide', { ...decision, revision: 1 })).toMatchObject({
    status: 'approved',
  });
  expect(
    (await mcp.try('decide', { ...decision, decision: 'reject', revision: 1 })).body.code,
  ).toBe('approval_already_decided');
  const part = await mcp.call('create_issue', { title: 'Pay for it', assignee: ann.agent.id });
  expect(part).toMatchObject({ status: 'todo' });
  await mcp.call('comment', { issue, body: 'See the other one.' });
  expect((await mcp.call('find_issues', { status: ['todo'] })).issues).toHaveLength(2);
  expect(await mcp.call('why', { agent: ann.agent.id, issue: part.issue })).toMatchObject({
    woken: false,
    explanation: expect.any(String),
  });
  expect(await mcp.call('read_costs', { by: 'agent' })).toMatchObject({
    spentCents: 0,
    by: 'agent',
  });
  expect(await mcp.call('read_run', { run: run.runId })).toMatchObject({
    run: run.runId,
    agent: run.agentId,
    status: 'running',
  });
  expect(await mcp.call('pause_agent', { agent: run.agentId })).toMatchObject({ status: 'paused' });
  await until('the end of the run', async () => {
    const { finishedAt } = await board.call(scheduler, 'getRun', { runId: run.runId });
    return finishedAt ?? undefined;
  });
  await mcp.close();
});

it('a model with a narrower token does less, by tool and by path', async () => {
  const { board, stack, api } = world();
  const { id: companyId } = await createCompany(board);
  const { id: otherId } = await createCompany(board);
  const ann = await addAgentWithKey(world(), companyId, { name: 'Ann' });
  const { id: issueId } = await addIssue(board, companyId);
  const foreign = await addIssue(board, otherId);
  const { id: approvalId } = await ann.caller.call(approvals, 'createApproval', {
    companyId,
    type: 'request_board_approval',
    payload: { title: 'May I?' },
  });
  const undecided = await tokenWith({ companies: [companyId], mayDecide: false });
  const reading = await tokenWith({ companies: [companyId], readOnly: true });
  for (const token of [undecided, reading]) {
    const mcp = await openMcp(stack.baseUrl, token);
    await expect(mcp.try('decide', { approval: approvalId })).rejects.toThrow('decide');
    expect((await mcp.try('read_issue', { issue: foreign.identifier })).body.code).toBe(
      'issue_not_found',
    );
    expect((await mcp.try('needs_you', { company: otherId })).body.code).toBe('company_not_found');
    expect(await mcp.call('needs_you')).toMatchObject({ pendingApprovals: 1 });
    await mcp.close();
    const caller = api.as(token);
    for (const [path, code] of [
      [`/api/approvals/${approvalId}/approve`, { [undecided]: 'permission_missing' }],
      [`/api/agents/${ann.agent.id}/pause`, { [undecided]: 'permission_missing' }],
    ] as const) {
      const refused = { status: 403, body: { code: code[token] ?? 'viewer_reads_only' } };
      expect(await caller.post(path, {})).toMatchObject(refused);
    }
    expect((await caller.get(`/api/companies/${otherId}/issues`)).status).toBe(404);
    expect((await caller.get('/api/companies')).body).toMatchObject([{ id: companyId }]);
    const commented = await caller.post(`/api/issues/${issueId}/comments`, { body: 'Hello' });
    expect(commented.status).toBe(token === reading ? 403 : 201);
    expect((await caller.post('/api/companies', { name: 'More' })).status).toBe(403);
    expect((await caller.post('/api/board-tokens', {})).body).toMatchObject({
      code: 'limited_token_refused',
    });
  }
});

it('a program that knows the address only signs in, works, and renews its token', async () => {
  const { board, stack } = world();
  const { id: companyId } = await createCompany(board);
  const program = aSigningProgram();
  const url = new URL(`${stack.baseUrl}/mcp`);
  const connect = async (): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(url, { authProvider: program }));
    return client;
  };
  await expect(connect()).rejects.toThrow(UnauthorizedError);
  const asked = program.asked();
  expect(asked.origin + asked.pathname).toBe(`${stack.baseUrl}/oauth/authorize`);
  const decided = await board.post('/api/authorization-request/decision', {
    request: asked.search.slice(1),
    approve: true,
    companies: [companyId],
    readOnly: true,
  });
  const { redirectTo } = composed.decideAuthorizationRequest.output.parse(decided.body);
  const transport = new StreamableHTTPClientTransport(url, { authProvider: program });
  await transport.finishAuth(new URL(redirectTo ?? '').searchParams);
  const before = program.tokens()?.access_token;
  const client = await connect();
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('read_issue');
  expect(tools.map(({ name }) => name)).not.toContain('create_issue');
  await client.close();

  await sql.rows(
    "update gateway.board_tokens set secret_expires_at = now() - interval '1 second' where resource = 'mcp'",
  );
  const later = await connect();
  await until('a renewed token', async () => {
    await later.listTools();
    return program.tokens()?.access_token !== before || undefined;
  });
  await later.close();
});
