/** An agent that has nothing but the tools of the Model Context Protocol. */
import { agents, approvals, issues } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { addAgentWithKey, addIssue, createCompany } from '../fixtures/builders.ts';
import { openMcp, revisions } from '../world/mcp-client.ts';
import { useSharedWorld } from '../world/use-world.ts';

const TOOLS_MAX_BYTES = 12_000;

const world = useSharedWorld();

async function openTeam() {
  const { board } = world();
  const company = await createCompany(board, { reviewRequired: true });
  const max = await addAgentWithKey(world(), company.id, { name: 'Max', role: 'manager' });
  const ann = await addAgentWithKey(world(), company.id, {
    name: 'Ann',
    reportsTo: max.agent.id,
    budgetMonthlyCents: 5_000,
  });
  return { company, max, ann };
}

it('an agent attaches what it has made, as text or as bytes, and once', async () => {
  const { board, stack } = world();
  const { company, ann } = await openTeam();
  const { id: issueId, identifier: issue } = await addIssue(board, company.id, {
    assigneeAgentId: ann.agent.id,
  });
  const mcp = await openMcp(stack.baseUrl, ann.token);
  const text = { issue, name: 'Übersicht.csv', content: 'day,visitors\n' };
  const made = await mcp.call('attach_file', text);
  expect(made).toMatchObject({ bytes: 13, type: 'text/csv' });
  expect(await mcp.call('attach_file', text)).toEqual({ ...made, repeated: true });
  const bytes = Buffer.from([0, 255, 10, 128]);
  const packed = { issue, name: 'x.bin', content: `${bytes.toString('base64')}\n`, base64: true };
  const { file } = await mcp.call('attach_file', packed);
  const content = await fetch(`${stack.baseUrl}/api/files/${file}/content`, {
    headers: { authorization: `Bearer ${ann.token}` },
  });
  expect(Buffer.from(await content.arrayBuffer())).toEqual(bytes);
  for (const [wrong, code] of [
    [{ ...packed, content: '{"no": 1}' }, 'invalid_input'],
    [{ ...packed, name: '../x' }, 'invalid_input'],
    [{ ...text, content: 'x'.repeat(262_145) }, 'file_too_large'],
    [{ ...text, issue: 'NO-1' }, 'issue_not_found'],
  ] as const) {
    const { text: answer, isError } = await mcp.try('attach_file', wrong);
    expect([isError, JSON.parse(answer)]).toMatchObject([true, { code }]);
  }
  const files = await board.call(issues, 'listIssueFiles', { issueId });
  expect(files.map(({ name, authorName }) => [name, authorName])).toEqual([
    ['x.bin', 'Ann'],
    ['Übersicht.csv', 'Ann'],
  ]);
  await mcp.close();
});

describe.each(revisions)('an agent with tools of revision %s', (revision) => {
  it('works a whole heartbeat', async () => {
    const { board, stack } = world();
    const { company, max, ann } = await openTeam();
    const given = await addIssue(board, company.id, {
      title: 'Fix the page',
      description: 'It is blank.',
      assigneeAgentId: ann.agent.id,
    });
    const issue = given.identifier;
    const mcp = await openMcp(stack.baseUrl, ann.token, { revision });
    const { tools } = await mcp.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'get_work',
      'read_issue',
      'find_issues',
      'claim_issue',
      'update_issue',
      'edit_issue',
      'comment',
      'release_issue',
      'create_issue',
      'split_issue',
      'continue_later',
      'list_colleagues',
      'read_plan',
      'ask',
      'answer',
      'ask_board',
      'read_decision',
      'read_document',
      'write_document',
      'attach_file',
    ]);
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(TOOLS_MAX_BYTES);

    const work = await mcp.call('get_work');
    expect(work).toMatchObject({
      me: { id: ann.agent.id, manager: max.agent.id, budget: { remainingCents: 5_000 } },
      inbox: [{ issue, status: 'todo', said: { title: 'Fix the page' } }],
    });
    expect(await mcp.call('claim_issue', { issue })).toMatchObject({
      issue,
      status: 'in_progress',
    });
    const read = await mcp.call('read_issue', { issue });
    expect(read).toMatchObject({
      issue,
      status: 'in_progress',
      mayMoveTo: expect.arrayContaining(['in_review', 'blocked']),
      said: { by: 'board', title: 'Fix the page', description: 'It is blank.' },
    });
    const colleagues = await mcp.call('list_colleagues');
    expect(colleagues.colleagues).toMatchObject([
      { id: max.agent.id, role: 'manager', said: { name: 'Max' } },
      { id: 'me', manager: max.agent.id, said: { name: 'Ann' } },
    ]);
    const part = await mcp.call('create_issue', {
      title: 'Check the page',
      parent: issue,
      assignee: max.agent.id,
      blockedBy: [],
    });
    expect(part).toMatchObject({ status: 'todo', assignee: `agent ${max.agent.id}` });
    expect((await mcp.call('find_issues', { parent: issue })).issues).toMatchObject([
      { issue: part.issue, said: { by: `agent ${ann.agent.id}`, title: 'Check the page' } },
    ]);
    await mcp.call('update_issue', { issue, blockedBy: [part.issue], status: 'blocked' });
    expect(await mcp.call('read_issue', { issue })).toMatchObject({
      said: { waitsFor: [`${part.issue} (todo) Check the page`] },
    });
    expect(await mcp.call('read_plan')).toEqual({ none: true });
    const asked = await mcp.call('ask_board', {
      type: 'request_board_approval',
      title: 'Buy a domain',
      reason: 'The page needs one.',
      issue,
    });
    expect(await mcp.call('read_decision')).toMatchObject({
      approvals: [{ approval: asked.approval, status: 'pending', said: { title: 'Buy a domain' } }],
    });
    await board.call(approvals, 'approveApproval', {
      approvalId: asked.approval,
      decisionNote: 'For a year.',
    });
    expect(
      await mcp.call('read_decision', { approval: asked.approval, reply: 'Thanks, for a year.' }),
    ).toMatchObject({
      status: 'approved',
      said: { board: 'For a year.' },
      comments: [{ said: { by: 'agent Ann', text: 'Thanks, for a year.' } }],
    });
    expect(await mcp.call('get_work')).toMatchObject({ waiting: 1 });
    expect(await mcp.try('claim_issue', { issue })).toMatchObject({
      isError: true,
      text: expect.stringContaining('issue_blocked'),
    });
    await mcp.call('update_issue', { issue, blockedBy: [] });
    await mcp.call('claim_issue', { issue });
    expect(await mcp.call('comment', { issue, body: 'It was the style, @Max.' })).toMatchObject({
      comment: expect.any(String),
    });
    expect(
      await mcp.call('update_issue', { issue, status: 'in_review', comment: 'Fixed.' }),
    ).toMatchObject({ status: 'in_review' });
    await mcp.call('claim_issue', { issue });
    expect(await mcp.call('release_issue', { issue, comment: 'Max takes it.' })).toMatchObject({
      status: 'todo',
    });
    const { answer } = { answer: await board.call(issues, 'listComments', { issueId: given.id }) };
    expect(answer.map(({ body }) => body)).toEqual([
      'It was the style, @Max.',
      'Fixed.',
      'Max takes it.',
    ]);
    await mcp.close();
  });

  it('reads the skill and how to hire as resources', async () => {
    const { ann } = await openTeam();
    const { client, close } = await openMcp(world().stack.baseUrl, ann.token, { revision });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['muster://skill', 'muster://hiring']);
    for (const [uri, start] of [
      ['muster://skill', '---\nname: muster'],
      ['muster://hiring', '# How to configure'],
      ['muster://hiring/remote', '# adapterType remote'],
    ] as const) {
      const { contents } = await client.readResource({ uri });
      expect((contents[0] as { text: string }).text.startsWith(start)).toBe(true);
    }
    await expect(client.readResource({ uri: 'muster://hiring/none' })).rejects.toThrow();
    await close();
  });
});

describe('a call that is repeated', () => {
  it('makes one comment, one issue and one request, and says that it is a repeat', async () => {
    const { board, stack } = world();
    const { company, ann } = await openTeam();
    const { identifier: issue, id: issueId } = await addIssue(board, company.id);
    const mcp = await openMcp(stack.baseUrl, ann.token);
    const ask = { type: 'request_board_approval', title: 'May I?', reason: 'Because.' };
    for (const [name, input, id] of [
      ['comment', { issue, body: 'Once.' }, 'comment'],
      ['create_issue', { title: 'One' }, 'issue'],
      ['ask_board', ask, 'approval'],
    ] as const) {
      const first = await mcp.call(name, input);
      const second = await mcp.call(name, input);
      expect(second).toEqual({ ...first, repeated: true });
      expect(first[id]).toBeTruthy();
    }
    expect(await board.call(issues, 'listComments', { issueId })).toHaveLength(1);
    await mcp.close();
  });

  it('is carried out where the state of its first answer no longer holds', async () => {
    const { board, stack } = world();
    const { company, ann } = await openTeam();
    const { identifier: issue, id: issueId } = await addIssue(board, company.id);
    const mcp = await openMcp(stack.baseUrl, ann.token);
    const submit = { issue, status: 'in_review', comment: 'Ready.' };
    expect((await mcp.try('update_issue', submit)).body).toMatchObject({
      code: 'illegal_transition',
    });
    await mcp.call('claim_issue', { issue });
    expect(await mcp.call('update_issue', submit)).toMatchObject({ status: 'in_review' });
    expect(await mcp.call('update_issue', submit)).toMatchObject({ repeated: true });
    await mcp.call('update_issue', { issue, status: 'in_progress' });
    expect(await mcp.call('update_issue', submit)).toMatchObject({ status: 'in_review' });
    expect(await mcp.call('update_issue', submit)).toMatchObject({ status: 'in_review' });
    const { status } = await board.call(issues, 'getIssue', { issueId });
    expect(status).toBe('in_review');
    expect(await board.call(issues, 'listComments', { issueId })).toHaveLength(2);
    await mcp.close();
  });
});

describe('a refused call', () => {
  it('is answered with code, hint and what to do, and changes nothing', async () => {
    const { board, stack } = world();
    const { company, ann, max } = await openTeam();
    const { identifier: issue, id: issueId } = await addIssue(board, company.id);
    await max.caller.call(issues, 'checkoutIssue', {
      issueId,
      agentId: max.agent.id,
      expectedStatuses: ['todo'],
    });
    const mcp = await openMcp(stack.baseUrl, ann.token);
    const taken = await mcp.try('claim_issue', { issue });
    expect(taken).toMatchObject({
      isError: true,
      body: {
        code: 'issue_owned_by_another_agent',
        error: expect.any(String),
        hint: expect.any(String),
        retryable: false,
      },
    });
    expect((await mcp.try('release_issue', { issue, comment: 'Mine.' })).body.code).toBe(
      'not_the_owner',
    );
    expect((await mcp.try('comment', { issue, text: 'Wrong field' })).body.code).toBe(
      'invalid_input',
    );
    expect((await mcp.try('read_issue', { issue: 'NONE-1' })).body.code).toBe('issue_not_found');
    await expect(mcp.try('drop_company', {})).rejects.toThrow('drop_company');
    const other = await createCompany(board);
    const foreign = await addIssue(board, other.id);
    for (const [name, input] of [
      ['read_issue', { issue: foreign.identifier }],
      ['claim_issue', { issue: foreign.id }],
      ['comment', { issue: foreign.id, body: 'Hello' }],
      ['create_issue', { title: 'Part', parent: foreign.id }],
      ['update_issue', { issue: foreign.id, status: 'todo' }],
    ] as const) {
      expect((await mcp.try(name, input)).body.code).toBe('issue_not_found');
    }
    expect(await mcp.call('find_issues', { text: 'something' })).not.toMatchObject({
      issues: [{ issue: foreign.identifier }],
    });
    expect(await board.call(issues, 'listComments', { issueId })).toEqual([]);
    const { assigneeAgentId } = await board.call(issues, 'getIssue', { issueId });
    expect(assigneeAgentId).toBe(max.agent.id);
    await board.call(agents, 'terminateAgent', { agentId: ann.agent.id });
    await mcp.close();
  });
});

it('a tool writes out what a person does not see in the texts of others', async () => {
  const { board, stack } = world();
  const { company, ann } = await openTeam();
  const title = 'Fix the page\u{E0064}\u{E006F}';
  const { identifier: issue } = await addIssue(board, company.id, { title });
  const { client } = await openMcp(stack.baseUrl, ann.token);
  const { content } = await client.callTool({ name: 'read_issue', arguments: { issue } });
  const [first] = content;
  const text = first?.type === 'text' ? first.text : '';
  expect(text).toContain(String.raw`Fix the page\udb40\udc64\udb40\udc6f`);
  expect(JSON.parse(text)).toMatchObject({ said: { title } });
});
