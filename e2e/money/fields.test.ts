import { AgentRole, Approval, ApprovalStatus, ApprovalType, billing } from '@muster/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { addMember, foundCompany } from '../harness/builders.ts';
import { useCommonWorld } from '../harness/stack.ts';
import { gatherCast } from './cast.ts';
import type { Cast } from './cast.ts';
import { approvalFields } from './fields-of-approvals.ts';
import { budgetFields, costFields, costQueries } from './fields-of-costs.ts';
import type { FieldRow, Named } from './fields.ts';

const world = useCommonWorld();
let cast: Cast;
let named: Named;
beforeAll(async () => {
  cast = await gatherCast(world());
  const { ids, issueId, foreignIssueId } = cast;
  const { ann, eve } = ids;
  named = { ann, eve, issue: issueId, foreignIssue: foreignIssueId };
});

/** What an answer to the row looks like; a refusal names the field. */
function expectedOf([field, , status, code = 'invalid_input']: FieldRow): object {
  if (status < 300) return { status };
  const path: unknown = expect.arrayContaining(field.split('.'));
  const details: unknown = status === 400
    ? expect.arrayContaining([expect.objectContaining({ path })])
    : { field };
  return { status, body: { code, retryable: false, details } };
}

const title = ([field, value, status]: FieldRow): string => {
  const shown = typeof value === 'function' ? 'an id' : JSON.stringify(value) ?? 'left out';
  return `${field} ${shown.slice(0, 40)}: ${status}`;
};
const titled = (rows: readonly FieldRow[]) => rows.map((row) => [title(row), row] as const);

const valueOf = ([, value]: FieldRow): unknown =>
  typeof value === 'function' ? (value as (names: Named) => unknown)(named) : value;

/** The body with the field set, deep inside where its name has dots. */
function withField(body: object, field: string, value: unknown): object {
  const [name = '', ...rest] = field.split('.');
  const inner = (body as Record<string, unknown>)[name];
  return {
    ...body,
    [name]: rest.length === 0 ? value : withField(Object(inner) as object, rest.join('.'), value),
  };
}

describe('a cost', () => {
  test.each(titled(costFields))('with %s', async (_, row) => {
    const cost = { agentId: cast.ids.ann, costCents: 1, provider: 'test', model: 'test' };
    const body = withField(cost, row[0], valueOf(row));
    const { board } = world();
    const reply = await board.post(`/api/companies/${cast.companyId}/cost-events`, body);
    expect(reply).toMatchObject(expectedOf(row));
    if (reply.status === 201) billing.operations.recordCost.output.parse(reply.body);
  });

  test('that is repeated is the first answer, and another under its id is refused', async () => {
    const path = `/api/companies/${cast.companyId}/cost-events`;
    const agentId = await cast.agent(10);
    const cost = { agentId, costCents: 8, provider: 'test', model: 'test', eventId: 'twice' };
    const first = await world().board.post(path, cost);
    expect(first).toMatchObject({ status: 201, body: {
      eventId: 'twice', priceStatus: 'measured',
      budget: { limitCents: 10, spentCents: 8, remainingCents: 2, stop: false },
    } });
    await world().board.post(path, { ...cost, eventId: 'another' });
    const again = await world().board.post(path, cost);
    expect(again).toMatchObject({ status: 201, body: first.body });
    for (const other of [{ costCents: 9 }, { model: 'other' }, { inputTokens: 1 }]) {
      expect(await world().board.post(path, { ...cost, ...other })).toMatchObject({
        status: 422, body: { code: 'idempotency_key_reused', details: { field: 'eventId' } },
      });
    }
  });

  test('without cents is charged by its tokens, and its certainty is kept', async () => {
    const path = `/api/companies/${cast.companyId}/cost-events`;
    const unpriced = { agentId: cast.ids.ann, provider: 'test', model: 'test' };
    expect(await world().board.post(path, { ...unpriced, inputTokens: 1_000 }))
      .toMatchObject({ status: 201, body: { costCents: 2, priceStatus: 'unknown' } });
    const wrong: [object, string][] = [
      [{}, 'costCents'], [{ inputTokens: 0 }, 'costCents'],
      [{ inputTokens: 5, priceStatus: 'measured' }, 'costCents'],
      [{ inputTokens: 5, priceStatus: 'estimated' }, 'costCents'],
      [{ costCents: 1, priceStatus: 'unknown' }, 'priceStatus'],
    ];
    for (const [fields, field] of wrong) {
      expect(await world().board.post(path, { ...unpriced, ...fields })).toMatchObject({
        status: 400, body: { code: 'invalid_input', details: [{ path: [field] }] },
      });
    }
  });

  test('of a company without money stops its agents, and without a limit nobody', async () => {
    const { board } = world();
    const { id: companyId } = await foundCompany(board, { budgetMonthlyCents: 100 });
    const [one, two] = [await addMember(world(), companyId), await addMember(world(), companyId)];
    const path = `/api/companies/${companyId}/cost-events`;
    const cost = { agentId: one.agent.id, costCents: 100, provider: 'test', model: 'test' };
    expect(await board.post(path, cost)).toMatchObject({ status: 201, body: {
      budget: { limitCents: 0, remainingCents: null, stop: true },
    } });
    for (const { caller } of [one, two]) {
      expect((await caller.get('/api/agents/me')).body).toMatchObject({
        status: 'paused', pauseReason: 'budget',
      });
    }
    await board.patch(`/api/companies/${companyId}/budgets`, { budgetMonthlyCents: 0 });
    for (const { caller } of [one, two]) {
      expect((await caller.get('/api/agents/me')).body).toMatchObject({ status: 'idle' });
    }
    expect(await board.post(path, cost)).toMatchObject({ body: { budget: { stop: false } } });
  });
});

describe('a list of costs', () => {
  const lists = ['summary', 'by-agent', 'by-project', 'by-issue', 'by-model', 'by-day', 'export'];
  const paths = [...lists.map((name) => `costs/${name}`), 'cost-events'];
  const cells = paths.flatMap((path) => titled(costQueries)
    .filter(([, [field]]) => path !== 'costs/summary' || field === 'from' || field === 'to')
    .map(([text, row]) => [path, text, row] as const));
  test.each(cells)('GET %s with %s', async (path, _, row) => {
    const query = new URLSearchParams({ [row[0]]: String(valueOf(row)) }).toString();
    const reply = await world().board.get(`/api/companies/${cast.companyId}/${path}?${query}`);
    expect(reply).toMatchObject(expectedOf(row));
  });
});

describe('a budget', () => {
  test.each(titled(budgetFields))('of a company or an agent with %s', async (_, row) => {
    const body = withField({ budgetMonthlyCents: 1 }, row[0], valueOf(row));
    const agentId = await cast.agent();
    for (const path of [`companies/${cast.elsewhereId}`, `agents/${agentId}`]) {
      const reply = await world().board.patch(`/api/${path}/budgets`, body);
      expect(reply).toMatchObject(expectedOf(row));
    }
  });
});

describe('a request to the board', () => {
  const path = () => `/api/companies/${cast.companyId}/approvals`;
  test.each(titled(approvalFields))('with %s', async (_, row) => {
    const [field] = row;
    const type = field === 'payload.plan' ? 'approve_ceo_strategy'
      : /payload\.(agentId|amountCents)/.test(field) ? 'budget_override_required'
        : 'request_board_approval';
    const payload = { plan: 'Grow.', agentId: cast.ids.ann, amountCents: 5 };
    const request = { type, payload, requestedByAgentId: cast.ids.cleo };
    const body = withField(request, field, valueOf(row));
    const reply = await world().board.post(path(), body);
    expect(reply).toMatchObject(expectedOf(row));
    if (reply.status === 201) expect(Approval.parse(reply.body).status).toBe('pending');
  });

  test.each(AgentRole.options)('about a strategy is the CEO’s alone: %s', async (role) => {
    const { id: companyId } = await foundCompany(world().board);
    const { caller } = await addMember(world(), companyId, { role });
    const reply = await caller.post(`/api/companies/${companyId}/approvals`, {
      type: 'approve_ceo_strategy', payload: { plan: 'Grow.' },
    });
    expect(reply.status).toBe(role === 'ceo' ? 201 : 403);
    if (role !== 'ceo') expect(reply.body).toMatchObject({ code: 'ceo_only' });
  });

  test('is found by each status and type, and by several', async () => {
    const { board } = world();
    const { id: companyId } = await foundCompany(board);
    const own = await addMember(world(), companyId, { role: 'ceo' });
    const of = `/api/companies/${companyId}/approvals`;
    const ways = {
      pending: undefined, revision_requested: 'request-revision', approved: 'approve',
      rejected: 'reject', cancelled: 'cancel',
    };
    for (const way of Object.values(ways)) {
      const { body } = await own.caller.post(of, { type: 'request_board_approval', payload: {} });
      const { id } = Approval.parse(body);
      if (way !== undefined) await board.post(`/api/approvals/${id}/${way}`, {});
    }
    const payload = { plan: 'Grow.', amountCents: 5 };
    for (const type of ['approve_ceo_strategy', 'budget_override_required']) {
      expect((await own.caller.post(of, { type, payload })).status).toBe(201);
    }
    await own.caller.post(`/api/companies/${companyId}/agent-hires`, { name: 'New' });
    const count = async (query: string): Promise<number> =>
      Approval.array().parse((await board.get(`${of}?${query}`)).body).length;
    const byStatus = ApprovalStatus.options.map((status) => count(`status=${status}`));
    expect(await Promise.all(byStatus)).toEqual([4, 1, 1, 1, 1]);
    const byType = ApprovalType.options.map((type) => count(`type=${type}`));
    expect(await Promise.all(byType)).toEqual([1, 1, 1, 5]);
    expect(await count('status=approved,rejected')).toBe(2);
    expect(await count(`requestedByAgentId=${own.agent.id}`)).toBe(8);
    expect((await board.get(`${of}?status=done`)).status).toBe(400);
    expect((await board.get(`${of}?type=wish`)).status).toBe(400);
  });

  test('made by hand for a hire is refused, and says where hires are made', async () => {
    const reply = await cast.callers.cleo.post(path(), { type: 'hire_agent', payload: {} });
    expect(reply).toMatchObject({ status: 400, body: {
      details: [{ path: ['type'], message: expect.stringContaining('agent-hires') as string }],
    } });
  });
});
