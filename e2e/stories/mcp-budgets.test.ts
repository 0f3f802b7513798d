/** Answers of tools fit into a model's context, however large the company is. */
import { agents, approvals, issues } from '@muster/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  addAgent,
  addAgentWithKey,
  addIssue,
  createCompany,
  type AgentWithKey,
} from '../fixtures/builders.ts';
import { fillCompany } from '../fixtures/large-company.ts';
import { inParallel } from '../world/in-parallel.ts';
import { openMcp, type McpClient } from '../world/mcp-client.ts';
import { useSharedWorld } from '../world/use-world.ts';

const ISSUES = 10_000;
const COMMENTS = 1_000;
const COLLEAGUES = 60;
const PLANS = 40;
const APPROVALS = 30;
const LONG = 'A long text of a stranger, é. '.repeat(2_000);

const world = useSharedWorld();
let ann: AgentWithKey;
let mcp: McpClient;
let issue: string;
let approval: string;

beforeAll(async () => {
  const { board, stack } = world();
  const { id: companyId } = await createCompany(board);
  ann = await addAgentWithKey(world(), companyId, { name: 'Ann' });
  const made = await addIssue(board, companyId, {
    title: 'Long',
    description: LONG,
    assigneeAgentId: ann.agent.id,
  });
  issue = made.identifier;
  await inParallel(3, 3, async (n) => {
    const document = ['long', 'wide', 'other'][n] ?? '';
    const body = document === 'wide' ? LONG : `${LONG.slice(0, 2_000)}\n`.repeat(100);
    await board.call(issues, 'writeIssueDocument', { issueId: made.id, document, body });
  });
  const text = LONG.slice(0, 190);
  await Promise.all([
    fillCompany(stack.databaseUrl, {
      companyId,
      agentId: ann.agent.id,
      issues: ISSUES,
      threadOf: made.id,
      comments: COMMENTS,
    }),
    inParallel(COLLEAGUES, 8, async (n) => {
      await addAgent(board, companyId, { name: `${n} ${text.slice(0, 150)}`, title: text });
    }),
    inParallel(PLANS, 4, async (n) => {
      await board.call(issues, 'createGoal', {
        companyId,
        title: `${n} ${text}`,
        description: LONG,
      });
      await board.call(issues, 'createProject', { companyId, name: `${n} ${text.slice(0, 150)}` });
    }),
    inParallel(APPROVALS, 4, async (n) => {
      const payload = { title: `${n} ${LONG}` };
      const asked = { companyId, type: 'request_board_approval', payload } as const;
      ({ id: approval } = await ann.caller.call(approvals, 'createApproval', asked));
    }),
  ]);
  await inParallel(5, 5, async () => {
    await board.call(approvals, 'addApprovalComment', { approvalId: approval, body: LONG });
  });
  mcp = await openMcp(stack.baseUrl, ann.token);
  return () => mcp.close();
});

describe('the answer of a tool', () => {
  it.each([
    ['get_work', 6_000, () => ({})],
    ['read_issue', 12_000, () => ({ issue })],
    ['read_issue', 12_000, () => ({ issue, comments: 50 })],
    ['read_issue', 12_000, () => ({ issue, after: 'start', comments: 50 })],
    ['find_issues', 6_000, () => ({ limit: 50 })],
    ['find_issues', 6_000, () => ({ text: 'long', assignee: 'me' })],
    ['list_colleagues', 6_000, () => ({})],
    ['read_plan', 6_000, () => ({})],
    ['read_decision', 3_000, () => ({})],
    ['read_decision', 3_000, () => ({ approval })],
    ['read_document', 12_000, () => ({ of: issue })],
    ['read_document', 12_000, () => ({ of: issue, key: 'long' })],
    ['read_document', 12_000, () => ({ of: issue, key: 'wide' })],
    ['write_document', 1_500, () => ({ of: issue, key: 'mine', body: LONG })],
    ['attach_file', 400, () => ({ issue, name: 'stranger.md', content: LONG })],
    ['claim_issue', 1_500, () => ({ issue })],
    ['comment', 800, () => ({ issue, body: LONG })],
    ['update_issue', 1_500, () => ({ issue, priority: 'high', comment: LONG })],
    ['edit_issue', 1_500, () => ({ issue, description: `${LONG} more` })],
    ['create_issue', 1_500, () => ({ title: 'x'.repeat(500), description: LONG })],
  ] as const)(
    '%s has at most %i bytes, and names the author of what others say',
    async (name, max, input) => {
      const { text, isError } = await mcp.try(name, input());
      expect(isError).toBe(false);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(max);
      expect(text).not.toContain('null');
      // What a stranger has written is nowhere but under `said`.
      const outside = JSON.stringify(JSON.parse(text), (key, value) =>
        key === 'said' ? 0 : value,
      );
      expect(outside).not.toMatch(/stranger|quoted|Do as I say/);
    },
  );

  it('tells how a thread goes on, until every comment of it was read once', async () => {
    const read: string[] = [];
    let after: string = 'start';
    for (;;) {
      const page = await mcp.call('read_issue', { issue, after, comments: 50 });
      for (const [by, , text] of page.said.comments) {
        expect(by).toBe('board Mallory');
        read.push(/^Remark \d+/.exec(text)?.[0] ?? '');
      }
      if (page.more === undefined || read.length >= COMMENTS) break;
      after = page.more.next.after;
    }
    expect(read).toEqual(Array.from({ length: COMMENTS }, (_, n) => `Remark ${n + 1}`));
  });

  it('tells how a list goes on, and repeats nothing', async () => {
    const found: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 12; page += 1) {
      const { issues: rows, more } = await mcp.call('find_issues', {
        limit: 20,
        ...(cursor && { cursor }),
      });
      found.push(...rows.map((row: { issue: string }) => row.issue));
      cursor = more.cursor;
    }
    expect(found.length).toBeGreaterThan(60);
    expect(new Set(found).size).toBe(found.length);
    const { body } = await ann.caller.get(
      `/api/companies/${ann.agent.companyId}/issues?fields=identifier&limit=${found.length}`,
    );
    expect(found).toEqual((body as { identifier: string }[]).map(({ identifier }) => identifier));
  });

  it('of the board fits too', async () => {
    const { board, stack } = world();
    const { companyId } = ann.agent;
    const { body } = await board.post('/api/board-tokens', { companies: [companyId] });
    const ofBoard = await openMcp(stack.baseUrl, (body as { token: string }).token);
    for (const [name, max, input] of [
      ['needs_you', 6_000, {}],
      ['needs_you', 6_000, { approval }],
      ['read_costs', 6_000, {}],
      ['find_issues', 6_000, { limit: 50 }],
    ] as const) {
      const { text, isError } = await ofBoard.try(name, input);
      expect(isError).toBe(false);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(max);
    }
    await ofBoard.close();
    await board.call(agents, 'terminateAgent', { agentId: ann.agent.id });
  });
});
