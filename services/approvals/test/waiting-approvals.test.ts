import { newId, none, sql } from '@muster/service-kit';
import { agentActor, boardActor, openStage, planOf } from '@muster/test-kit';
import type { Permission } from '@muster/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalsService } from '../src/service.ts';
import { countWaitingApprovals, listWaitingApprovals } from '../src/store/waiting-approvals.ts';
import { type ApprovalsStage, givenHire } from './requests.ts';

/** More than an inbox counts. */
const COMPANIES = 1_100;

describe('listWaitingApprovals', () => {
  let stage: ApprovalsStage;
  let one: string;
  let other: string;
  beforeAll(async () => {
    stage = await openStage(approvalsService);
    ({ companyId: one } = await stage.given.company());
    ({ companyId: other } = await stage.given.company({ approvalsNeedAnother: true }));
  });
  afterAll(() => stage.close());

  const member = (permissions: Permission[], id = newId()) =>
    boardActor({
      id,
      companies: [one, other].map((companyId) => ({
        companyId,
        role: 'operator' as const,
        permissions,
      })),
    });
  const request = (companyId: string, title: string, by = boardActor()) =>
    stage.as(by).createApproval({ companyId, type: 'request_board_approval', payload: { title } });

  it('lists what its caller has the right to decide, newest first', async () => {
    const decider = member(['approve']);
    const first = await request(one, 'Buy a server');
    const second = await request(other, 'Buy another');
    // In this company another member has to decide.
    await request(other, 'Own request', decider);
    const decided = await request(one, 'Decided');
    await stage.as(boardActor()).rejectApproval({ approvalId: decided.id });
    const { agentId } = await stage.given.agent(one, {});
    const requester = agentActor(one, { id: agentId });
    const budget = await stage.as(requester).createApproval({
      companyId: one,
      type: 'budget_override_required',
      payload: { amountCents: 100 },
    });

    const { rows, counts } = await stage.as(decider).listWaitingApprovals({});
    expect(rows.map(({ id, title }) => [id, title])).toEqual([
      [second.id, 'Buy another'],
      [first.id, 'Buy a server'],
    ]);
    expect(new Map(counts.map(({ companyId, count }) => [companyId, count]))).toEqual(
      new Map([
        [one, 1],
        [other, 1],
      ]),
    );
    const richer = await stage.as(member(['approve', 'manage_budgets'])).listWaitingApprovals({});
    expect(richer.rows.map(({ id }) => id)).toContain(budget.id);
    const nothing = { rows: [], counts: [] };
    expect(await stage.as(member([])).listWaitingApprovals({})).toEqual(nothing);
  });

  it('leads to approvals that name the agent that they are about', async () => {
    const { approvalId, agent } = await givenHire(stage, one);
    const admin = stage.as(boardActor());
    expect(await admin.getApproval({ approvalId })).toMatchObject({
      aboutAgentId: agent.agentId,
    });
    const { id } = await request(one, 'About no agent');
    expect(await admin.getApproval({ approvalId: id })).toMatchObject({ aboutAgentId: null });
  });

  it('shows an instance admin the newest, however many companies there are', async () => {
    const admin = await stage.admin();
    await none(
      admin,
      sql`
      insert into companies (company_id, status, version)
      select gen_random_uuid(), 'active', 0 from generate_series(1, ${COMPANIES})`,
    );
    // Above all other ids.
    const companyId = 'ffffffff-ffff-7fff-bfff-ffffffffffff';
    await none(admin, sql`insert into companies values (${companyId}, 'active', 1)`);
    const newest = await request(companyId, 'The newest');
    const ask = () => stage.as(boardActor()).listWaitingApprovals({});
    const few = await ask();
    expect(few.counts[0]).toEqual({ companyId, count: 1 });
    expect(few).not.toHaveProperty('more');
    await none(
      admin,
      sql`
      insert into approvals (id, company_id, type, payload, created_at)
      select gen_random_uuid(), company_id, 'request_board_approval', '{}',
        now() - interval '1 day'
      from companies where version = 0`,
    );
    const many = await ask();
    expect(many.rows[0]).toMatchObject({ id: newest.id });
    expect(many.counts).toHaveLength(1_000);
    expect(many.counts[0]).toEqual({ companyId, count: 1 });
    expect(many.more).toBe(true);
    await none(
      admin,
      sql`delete from approvals where company_id in (
      select company_id from companies where version = 0)`,
    );
  });

  it('reads pending approvals, those of members by company, from an index', async () => {
    const admin = await stage.admin();
    await none(
      admin,
      sql`
      insert into approvals (id, company_id, type, payload, status)
      select gen_random_uuid(), ${one}, 'request_board_approval', '{}', 'cancelled'
      from generate_series(1, 5000)`,
    );
    await none(admin, sql`analyze approvals`);
    for (const ask of [listWaitingApprovals, countWaitingApprovals]) {
      for (const actor of [member(['approve']), boardActor()]) {
        const plan = await planOf(stage.db, (db) => ask(db, actor));
        expect(plan).toMatch(/approvals_(by_status|pending)/);
        expect(plan).not.toContain('Seq Scan on approvals');
      }
    }
  });
});
