import { agents, approvals, issues } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { standInOf } from '@muster/test-kit';
import { afterEach, describe, expect, it } from 'vitest';
import { agentWithKey } from './agent-with-key.ts';
import { anIssue } from './an-issue.ts';
import { openGateway } from './open-gateway.ts';
import { stubOf } from './stubs.ts';

const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of running.splice(0).toReversed()) await each.close();
});

/** A gateway with services that keep what they are asked, an agent, and its calls of tools. */
async function open() {
  const server = await openGateway();
  running.push(server);
  const asked: Record<string, unknown>[] = [];
  const keep =
    <Answer>(answerOf: (input: { readonly issueId?: string }) => Answer) =>
    async (input: { readonly issueId?: string }) => {
      asked.push(input);
      return answerOf(input);
    };
  const stand = {
    requestAgentChange: keep(() => ({ id: newId(), status: 'pending', note: '' })),
    hireAgent: keep(() => ({ agent: { id: newId(), status: 'idle' }, approval: null })),
  };
  // Before its events are needed.
  await server.stage.standIn(standInOf(agents, stand as never));
  const { companyId, token } = await agentWithKey(server);
  const issue = keep(({ issueId }) => anIssue(issueId ?? newId(), companyId, 1));
  const services = [
    stubOf(issues, {
      listIssues: keep(() => ({ items: [], nextCursor: undefined })),
      createIssue: issue,
      checkoutIssue: issue,
      updateIssue: keep(({ issueId }) => ({
        ...anIssue(issueId ?? newId(), companyId, 1),
        comment: null,
      })),
    } as never),
    stubOf(approvals, {
      createApproval: keep(() => ({ id: newId(), status: 'pending', note: '' })),
      addApprovalComment: keep(() => ({ id: newId() })),
    } as never),
  ];
  for (const start of services) {
    const service = await start(server.stage.env);
    running.push({ close: () => service.stop() });
  }
  const post = async (params: object) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const answer = await server.call('POST /mcp', { token, body });
    return JSON.parse(answer.body.result.content[0].text);
  };
  /** What the services were asked, and what the model is answered. */
  const call = async (name: string, sent: unknown) => {
    asked.length = 0;
    const answer = await post({ name, arguments: sent });
    return { answer, asked: structuredClone(asked) };
  };
  return { call };
}

const [one, two, agentId] = [newId(), newId(), newId()];
const hire = { name: 'Eve', role: 'qa', adapterType: 'process' };

describe('a call of a tool in the form of a model', () => {
  it('is answered as in the right form', async () => {
    const { call } = await open();
    const cases: readonly (readonly [tool: string, sent: unknown, right: object])[] = [
      ['find_issues', { status: 'todo' }, { status: ['todo'] }],
      ['find_issues', { limit: '5' }, { limit: 5 }],
      ['find_issues', { parent: null, text: null }, {}],
      ['find_issues', '{"status":"[\\"todo\\"]","limit":"7"}', { status: ['todo'], limit: 7 }],
      ['find_issues', null, {}],
      ['claim_issue', { issue: one, from: 'todo' }, { issue: one, from: ['todo'] }],
      ['claim_issue', { issue: one, from: '["todo"]' }, { issue: one, from: ['todo'] }],
      ['claim_issue', { issue: one, from: null }, { issue: one }],
      ['update_issue', { issue: one, version: '3' }, { issue: one, version: 3 }],
      ['update_issue', { issue: one, blockedBy: two }, { issue: one, blockedBy: [two] }],
      ['update_issue', { issue: one, blockedBy: '[]' }, { issue: one, blockedBy: [] }],
      [
        'edit_issue',
        { issue: one, description: null, title: null },
        { issue: one, description: null },
      ],
    ];
    for (const [tool, sent, right] of cases) {
      const expected = await call(tool, right);
      expect(expected.answer).not.toHaveProperty('error');
      expect(await call(tool, sent)).toEqual(expected);
    }
  });

  it('keeps texts that look like other values', async () => {
    const { call } = await open();
    const { asked } = await call('edit_issue', { issue: one, title: '5', description: '["a"]' });
    expect(asked).toMatchObject([{ title: '5', description: '["a"]' }]);
  });

  it.each([
    {
      tool: 'create_issue',
      right: { title: 'A part', blockedBy: [one] },
      other: { title: 'A part', blockedBy: `["${one}"]`, parent: null, priority: null },
    },
    {
      tool: 'ask_board',
      right: {
        type: 'budget_override_required',
        title: 'More',
        reason: 'Spent',
        details: { amountCents: 500 },
      },
      other: {
        type: 'budget_override_required',
        title: 'More',
        reason: 'Spent',
        details: '{"amountCents":"500"}',
      },
    },
    {
      tool: 'ask_board',
      right: {
        type: 'change_agent',
        title: 'Faster',
        reason: 'Slow',
        details: { agentId, patch: { budgetMonthlyCents: 900 } },
      },
      other: {
        type: 'change_agent',
        title: 'Faster',
        reason: 'Slow',
        details: { agentId, patch: '{"budgetMonthlyCents":"900","name":null}' },
      },
    },
    {
      tool: 'ask_board',
      right: {
        type: 'hire_agent',
        title: 'Eve',
        reason: 'Tests',
        details: { ...hire, adapterConfig: { command: 'node' }, budgetMonthlyCents: 0 },
      },
      other: {
        type: 'hire_agent',
        title: 'Eve',
        reason: 'Tests',
        details: {
          ...hire,
          adapterConfig: '{"command":"node"}',
          title: null,
          budgetMonthlyCents: '0',
        },
      },
    },
  ])('of $tool makes one thing of a repetition in another form', async ({ tool, right, other }) => {
    const { call } = await open();
    const first = await call(tool, right);
    expect(first.answer).not.toHaveProperty('error');
    expect(first.answer).not.toHaveProperty('repeated');
    const again = await call(tool, other);
    expect(again.answer).toEqual({ ...first.answer, repeated: true });
  });
});
