import { AgentRole, Approval, ApprovalStatus, ApprovalType, billing } from '@muster/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { addAgentWithKey, createCompany } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { createCallers, type MoneyCallers } from './callers.ts';
import { approvalFields } from './fields-of-approvals.ts';
import { budgetFields, costFields, costQueries } from './fields-of-costs.ts';
import type { FieldRow, Named } from './fields.ts';

const world = useSharedWorld();
let fixture: MoneyCallers;
let named: Named;
beforeAll(async () => {
  fixture = await createCallers(world());
  const { ids, issueId, foreignIssueId } = fixture;
  const { ann, eve } = ids;
  named = { ann, eve, issue: issueId, foreignIssue: foreignIssueId };
});

/** The expected answer of a row; a refusal names the field. */
function expectedOf([field, , status, code = 'invalid_input']: FieldRow): object {
  if (status < 300) return { status };
  const path: unknown = expect.arrayContaining(field.split('.'));
  const details: unknown =
    status === 400 ? expect.arrayContaining([expect.objectContaining({ path })]) : { field };
  return { status, body: { code, retryable: false, details } };
}

const title = ([field, value, status]: FieldRow): string => {
  const text = typeof value === 'function' ? 'an id' : (JSON.stringify(value) ?? 'left out');
  return `${field} ${text.slice(0, 40)}: ${status}`;
};
const titled = (rows: readonly FieldRow[]) => rows.map((row) => [title(row), row] as const);

const valueOf = ([, value]: FieldRow): unknown =>
  typeof value === 'function' ? (value as (names: Named) => unknown)(named) : value;

/** The body with the field set; dots in its name lead into nested objects. */
function withField(body: object, field: string, value: unknown): object {
  const [name = '', ...rest] = field.split('.');
  const inner = (body as Record<string, unknown>)[name];
  return {
    ...body,
    [name]: rest.length === 0 ? value : withField(Object(inner) as object, rest.join('.'), value),
  };
}

describe('a cost', () => {
  it.each(titled(costFields))('with %s', async (_, row) => {
    const cost = { agentId: fixture.ids.ann, costCents: 1, provider: 'test', model: 'test' };
    const body = withField(cost, row[0], valueOf(row));
    const { board } = world();
    const reply = await board.post(`/api/companies/${fixture.companyId}/cost-events`, body);
    expect(reply).toMatchObject(expectedOf(row));
    if (reply.status === 201) billing.operations.recordCost.output.parse(reply.body);
  });

  it('that is repeated gets the first answer, and a different one with its id is refused', async () => {
    const path = `/api/companies/${fixture.companyId}/cost-events`;
    const agentId = await fixture.createAgent(10);
    const cost = { agentId, costCents: 8, provider: 'test', model: 'test', eventId: 'twice' };
    const first = await world().board.post(path, cost);
    expect(first).toMatchObject({
      status: 201,
      body: {
        eventId: 'twice',
        priceStatus: 'measured',
        budget: { limitCents: 10, spentCents: 8, remainingCents: 2, stop: false },
      },
    });
    await world().board.post(path, { ...cost, eventId: 'another' });
    const again = await world().board.post(path, cost);
    expect(again).toMatchObject({ status: 201, body: first.body });
    for (const other of [{ costCents: 9 }, { model: 'other' }, { inputTokens: 1 }]) {
      expect(await world().board.post(path, { ...cost, ...other })).toMatchObject({
        status: 422,
        body: { code: 'idempotency_key_reused', details: { field: 'eventId' } },
      });
    }
  });

  it('without cents is charged by its tokens, and its price status is stored', async () => {
    const path = `/api/companies/${fixture.companyId}/cost-events`;
    const unpriced = { agentId: fixture.ids.ann, provider: 'test', model: 'test' };
    expect(await world().board.post(path, { ...unpriced, inputTokens: 1_000 })).toMatchObject({
      status: 201,
      body: { costCents: 2, priceStatus: 'unknown' },
    });
    const wrong: [object, string][] = [
      [{}, 'costCents'],
      [{ inputTokens: 0 }, 'costCents'],
      [{ inputTokens: 5, priceStatus: 'measured' }, 'costCents'],
      [{ inputTokens: 5, priceStatus: 'estimated' }, 'costCents'],
      [{ costCents: 1, priceStatus: 'unknown' }, 'priceStatus'],
    ];
    for (const [fields, field] of wrong) {
      expect(await world().board.post(path, { ...unpriced, ...fields })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', details: [{ path: [field] }] },
      });
    }
  });

  it('that an agent reports is plausible, and the board may book more', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board);
    const { agent, caller } = await addAgentWithKey(world(), companyId);
    const path = `/api/companies/${companyId}/cost-events`;
    const cost = { agentId: agent.id, costCents: 1_000_001, provider: 'test', model: 'test' };
    expect(await caller.post(path, cost)).toMatchObject({
      status: 422,
      body: {
        code: 'cost_implausible',
        retryable: false,
        hint: expect.stringContaining('ask the board') as string,
        details: { field: 'costCents', costCents: 1_000_001, maxCents: 1_000_000 },
      },
    });
    expect(await caller.post(path, { ...cost, costCents: 1_000_000 })).toMatchObject({
      status: 201,
    });
    expect(await board.post(path, cost)).toMatchObject({ status: 201 });
  });

  it('that spends the budget of a company stops its agents, and without a limit none', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board, { budgetMonthlyCents: 100 });
    const [one, two] = [
      await addAgentWithKey(world(), companyId),
      await addAgentWithKey(world(), companyId),
    ];
    const path = `/api/companies/${companyId}/cost-events`;
    const cost = { agentId: one.agent.id, costCents: 100, provider: 'test', model: 'test' };
    expect(await board.post(path, cost)).toMatchObject({
      status: 201,
      body: {
        budget: { limitCents: 0, remainingCents: null, stop: true },
      },
    });
    for (const { caller } of [one, two]) {
      expect((await caller.get('/api/agents/me')).body).toMatchObject({
        status: 'paused',
        pauseReason: 'budget',
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
  const cells = paths.flatMap((path) =>
    titled(costQueries)
      .filter(([, [field]]) => path !== 'costs/summary' || field === 'from' || field === 'to')
      .map(([text, row]) => [path, text, row] as const),
  );
  it.each(cells)('GET %s with %s', async (path, _, row) => {
    const query = new URLSearchParams({ [row[0]]: String(valueOf(row)) }).toString();
    const reply = await world().board.get(`/api/companies/${fixture.companyId}/${path}?${query}`);
    expect(reply).toMatchObject(expectedOf(row));
  });
});

describe('a budget', () => {
  it.each(titled(budgetFields))('of a company or an agent with %s', async (_, row) => {
    const body = withField({ budgetMonthlyCents: 1 }, row[0], valueOf(row));
    const agentId = await fixture.createAgent();
    for (const path of [`companies/${fixture.foreignCompanyId}`, `agents/${agentId}`]) {
      const reply = await world().board.patch(`/api/${path}/budgets`, body);
      expect(reply).toMatchObject(expectedOf(row));
    }
  });
});

describe('an approval request', () => {
  const path = () => `/api/companies/${fixture.companyId}/approvals`;
  it.each(titled(approvalFields))('with %s', async (_, row) => {
    const [field] = row;
    const type =
      field === 'payload.plan'
        ? 'approve_ceo_strategy'
        : /payload\.(agentId|amountCents)/.test(field)
          ? 'budget_override_required'
          : 'request_board_approval';
    const payload = { plan: 'Grow.', agentId: fixture.ids.ann, amountCents: 5 };
    const request = { type, payload, requestedByAgentId: fixture.ids.cleo };
    const body = withField(request, field, valueOf(row));
    const reply = await world().board.post(path(), body);
    expect(reply).toMatchObject(expectedOf(row));
    if (reply.status === 201) expect(Approval.parse(reply.body).status).toBe('pending');
  });

  it.each(AgentRole.options)('for a strategy is allowed to the CEO only: %s', async (role) => {
    const { id: companyId } = await createCompany(world().board);
    const { caller } = await addAgentWithKey(world(), companyId, { role });
    const reply = await caller.post(`/api/companies/${companyId}/approvals`, {
      type: 'approve_ceo_strategy',
      payload: { plan: 'Grow.' },
    });
    expect(reply.status).toBe(role === 'ceo' ? 201 : 403);
    if (role !== 'ceo') expect(reply.body).toMatchObject({ code: 'ceo_only' });
  });

  it('is listed by one or several statuses and types', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board);
    const own = await addAgentWithKey(world(), companyId, { role: 'ceo' });
    const of = `/api/companies/${companyId}/approvals`;
    const verbs = {
      pending: undefined,
      revision_requested: 'request-revision',
      approved: 'approve',
      rejected: 'reject',
      cancelled: 'cancel',
    };
    for (const verb of Object.values(verbs)) {
      const { body } = await own.caller.post(of, { type: 'request_board_approval', payload: {} });
      const { id } = Approval.parse(body);
      if (verb !== undefined) await board.post(`/api/approvals/${id}/${verb}`, {});
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
    expect(await Promise.all(byType)).toEqual([1, 1, 1, 5, 0]);
    expect(await count('status=approved,rejected')).toBe(2);
    expect(await count(`requestedByAgentId=${own.agent.id}`)).toBe(8);
    expect((await board.get(`${of}?status=done`)).status).toBe(400);
    expect((await board.get(`${of}?type=wish`)).status).toBe(400);
  });

  it('for a hire is refused, with a hint at the operation for hires', async () => {
    const reply = await fixture.callers.cleo.post(path(), { type: 'hire_agent', payload: {} });
    expect(reply).toMatchObject({
      status: 400,
      body: {
        details: [{ path: ['type'], message: expect.stringContaining('agent-hires') as string }],
      },
    });
  });
});
