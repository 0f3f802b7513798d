import {
  agents,
  Approval,
  ApprovalComment,
  approvals,
  type ApprovalStatus,
} from '@muster/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useSharedWorld } from '../world/use-world.ts';
import { createCallers, type MoneyCallers } from './callers.ts';

const world = useSharedWorld();
let fixture: MoneyCallers;
beforeAll(async () => {
  fixture = await createCallers(world());
});

/** The verb that brings a new approval into each status. */
const verbs: Readonly<Record<ApprovalStatus, string | undefined>> = {
  pending: undefined,
  revision_requested: 'request-revision',
  approved: 'approve',
  rejected: 'reject',
  cancelled: 'cancel',
};

/** Cells of the table: initials of a status, or a refusal because the move is late or not defined. */
const outcomes: Readonly<Record<string, string>> = {
  P: 'pending',
  V: 'revision_requested',
  A: 'approved',
  R: 'rejected',
  C: 'cancelled',
  late: 'approval_already_decided',
  none: 'illegal_transition',
};
const table = `
                  P     V     A     R     C
approve           A     A     A     late  late
reject            R     R     late  R     late
request-revision  V     V     late  late  late
resubmit          none  P     late  late  late
cancel            C     C     late  late  C
`;
const [head = '', ...lines] = table.trim().split('\n');
const statuses = head
  .trim()
  .split(/ +/)
  .map((initial) => outcomes[initial] as ApprovalStatus);
const cells = lines.flatMap((line) => {
  const [move = '', ...results] = line.trim().split(/ +/);
  return statuses.map(
    (from, column) => [move, from, outcomes[results[column] ?? ''] ?? 'nothing'] as const,
  );
});

async function bringTo(path: string, status: ApprovalStatus): Promise<void> {
  const verb = verbs[status];
  if (verb !== undefined)
    expect((await world().board.post(`${path}/${verb}`, {})).status).toBe(200);
}

const isStatus = (outcome: string): boolean => outcome in verbs;

describe('an approval', () => {
  it.each(cells)('%s from %s: %s', async (move, from, outcome) => {
    const path = await fixture.requestApproval();
    await bringTo(path, from);
    const before = Approval.parse((await world().board.get(path)).body);
    const reply = await world().board.post(`${path}/${move}`, {});
    const after = Approval.parse((await world().board.get(path)).body);
    if (!isStatus(outcome)) {
      expect(reply).toMatchObject({ status: 422, body: { code: outcome } });
      expect(after).toEqual(before);
      return;
    }
    expect(reply).toMatchObject({ status: 200, body: { status: outcome } });
    expect(after).toEqual(reply.body);
    expect(after.version).toBe(before.version + (from === outcome ? 0 : 1));
    expect(after.revision).toBe(before.revision + (move === 'resubmit' ? 1 : 0));
  });

  const endings = [
    ['approve', 'idle'],
    ['reject', 'terminated'],
    ['cancel', 'terminated'],
    ['request-revision', 'pending_approval'],
  ] as const;
  it.each(endings)('for a hire: after %s the agent is %s', async (move, status) => {
    const { path, agentId } = await fixture.hire();
    expect((await world().board.post(`${path}/${move}`, {})).status).toBe(200);
    expect(await world().board.call(agents, 'getAgent', { agentId })).toMatchObject({ status });
  });

  it.each(['approve', 'reject'])('%s records the decider by the credential only', async (move) => {
    const path = await fixture.requestApproval();
    const { body } = await world().board.get('/api/session');
    const { actor } = body as { actor: { id: string } };
    const reply = await world().board.post(`${path}/${move}`, {
      decisionNote: 'So be it.',
      decidedByUserId: fixture.ids.ann,
    });
    expect(reply.body).toMatchObject({ decidedByUserId: actor.id, decisionNote: 'So be it.' });
    expect(Approval.parse(reply.body).decidedAt).not.toBeNull();
    expect(reply.headers.get('ignored-fields')).toBe('decidedByUserId');
  });

  const decisions = ['approve', 'reject', 'request-revision'] as const;
  it.each(decisions)('%s refuses a note that is no text, and a stale revision', async (move) => {
    const path = await fixture.requestApproval();
    const wrong = await world().board.post(`${path}/${move}`, { decisionNote: 5 });
    expect(wrong).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', details: [{ path: ['decisionNote'] }] },
    });
    const other = await world().board.post(`${path}/${move}`, { revision: 2 });
    expect(other).toMatchObject({ status: 412, body: { code: 'version_mismatch' } });
    const none = await world().board.post(`${path}/${move}`, { revision: 0 });
    expect(none).toMatchObject({ status: 400, body: { details: [{ path: ['revision'] }] } });
    const stale = await world().board.post(`${path}/${move}`, {}, { 'if-match': '"7"' });
    expect(stale).toMatchObject({ status: 412 });
    const right = await world().board.post(
      `${path}/${move}`,
      { revision: 1, decisionNote: null },
      { 'if-match': '"1"' },
    );
    expect(right.status).toBe(200);
  });

  it('has comments, oldest first, each with its author', async () => {
    const path = await fixture.requestApproval();
    const { ann, owner } = fixture.callers;
    for (const [caller, body] of [
      [ann, 'First.'],
      [owner, 'Second.'],
      [ann, 'Third.'],
    ] as const) {
      const reply = await caller.post(`${path}/comments`, { body });
      expect(reply.status).toBe(201);
      ApprovalComment.parse(reply.body);
    }
    const { body } = await ann.get(`${path}/comments`);
    const comments = ApprovalComment.array().parse(body);
    expect(comments.map((comment) => comment.body)).toEqual(['First.', 'Second.', 'Third.']);
    expect(comments.map(({ authorAgentId }) => authorAgentId)).toEqual([
      fixture.ids.ann,
      null,
      fixture.ids.ann,
    ]);
    expect(comments[1]?.authorUserId).not.toBeNull();
  });

  const noTexts = [undefined, '', ' \n', 5, 'x'.repeat(65_537)];
  it.each(noTexts)('refuses a comment without text', async (body) => {
    const reply = await fixture.callers.ann.post(`${await fixture.requestApproval()}/comments`, {
      body,
    });
    expect(reply).toMatchObject({ status: 400, body: { details: [{ path: ['body'] }] } });
  });

  it('for an override raises the limit once and resumes the agent', async () => {
    const agentId = await fixture.createAgent(100);
    const { companyId } = fixture;
    const path = `/api/companies/${companyId}/cost-events`;
    const cost = { agentId, costCents: 120, provider: 'test', model: 'test' };
    await world().board.post(path, cost);
    const [open] = await world().board.call(approvals, 'listApprovals', {
      companyId,
      type: ['budget_override_required'],
      requestedByAgentId: agentId,
    });
    expect(open).toMatchObject({
      status: 'pending',
      payload: { agentId, amountCents: 120 },
      newBudgetMonthlyCents: 220,
    });
    const of = `/api/approvals/${open?.id}/approve`;
    const both = await Promise.all([world().board.post(of, {}), world().board.post(of, {})]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await world().board.call(agents, 'getAgent', { agentId })).toMatchObject({
      status: 'idle',
      budgetMonthlyCents: 220,
      spentMonthlyCents: 120,
    });
  });

  it('for an override that is rejected changes neither the limit nor the pause', async () => {
    const agentId = await fixture.createAgent(100);
    const { companyId } = fixture;
    const { id } = await world().board.call(approvals, 'createApproval', {
      companyId,
      type: 'budget_override_required',
      payload: { agentId, amountCents: 50 },
    });
    await world().board.post(`/api/companies/${companyId}/cost-events`, {
      agentId,
      costCents: 100,
      provider: 'test',
      model: 'test',
    });
    expect((await world().board.post(`/api/approvals/${id}/reject`, {})).status).toBe(200);
    expect(await world().board.call(agents, 'getAgent', { agentId })).toMatchObject({
      status: 'paused',
      pauseReason: 'budget',
      budgetMonthlyCents: 100,
    });
  });
});
