import { none, sql } from '@muster/service-kit';
import { boardActor, openStage, type Stage } from '@muster/test-kit';
import type { agents } from '@muster/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { aCompany, anAgent } from './team.ts';

/** More than an inbox counts. */
const COMPANIES = 1_100;

describe('listStoppedAgents', () => {
  let stage: Stage<typeof agents>;
  beforeAll(async () => {
    stage = await openStage(agentsService);
  });
  afterAll(() => stage.close());

  it('lists the agents that a rule or an error has stopped, in the companies of its caller', async () => {
    const [one, foreign] = [await aCompany(stage), await aCompany(stage)];
    const [failed, spent, byHand, elsewhere] = [
      await anAgent(stage, one.id),
      await anAgent(stage, one.id),
      await anAgent(stage, one.id),
      await anAgent(stage, foreign.id),
    ];
    await stage.as(boardActor()).pauseAgent({ agentId: byHand.id });
    const admin = await stage.admin();
    await none(
      admin,
      sql`update agents set status = 'error' where id in (${failed.id}, ${elsewhere.id})`,
    );
    await none(
      admin,
      sql`
      update agents set status = 'paused', pause_reason = 'budget', paused_at = now()
      where id = ${spent.id}`,
    );
    const membership = { companyId: one.id, role: 'viewer' as const, permissions: [] };
    const member = stage.as(boardActor({ companies: [membership] }));
    const { rows, counts } = await member.listStoppedAgents({});
    expect(new Set(rows.map(({ id, pauseReason }) => `${id} ${pauseReason}`))).toEqual(
      new Set([`${failed.id} null`, `${spent.id} budget`]),
    );
    expect(counts).toEqual([{ companyId: one.id, count: 2 }]);
    const all = await stage.as(boardActor()).listStoppedAgents({});
    expect(all.counts).toContainEqual({ companyId: foreign.id, count: 1 });
  });

  it('shows an instance admin those that stopped last, however many companies there are', async () => {
    const admin = await stage.admin();
    await none(
      admin,
      sql`
      insert into companies (id, name, description, budget_monthly_cents,
        require_board_approval_for_new_agents, time_zone, review_required, issue_prefix)
      select gen_random_uuid(), 'Many', '', 0, true, 'UTC', true,
        'Z' || chr(65 + n / 676) || chr(65 + n / 26 % 26) || chr(65 + n % 26)
      from generate_series(1, ${COMPANIES}) n`,
    );
    // Above all other ids.
    const last = { id: 'ffffffff-ffff-7fff-bfff-ffffffffffff' };
    await none(
      admin,
      sql`
      insert into companies (id, name, description, budget_monthly_cents,
        require_board_approval_for_new_agents, time_zone, review_required, issue_prefix)
      values (${last.id}, 'Last', '', 0, true, 'UTC', true, 'LAST')`,
    );
    const stopped = await anAgent(stage, last.id);
    await none(
      admin,
      sql`update agents set status = 'error', updated_at = now() where id = ${stopped.id}`,
    );
    const ask = () => stage.as(boardActor()).listStoppedAgents({});
    const few = await ask();
    expect(few.counts[0]).toEqual({ companyId: last.id, count: 1 });
    expect(few.rows[0]?.id).toBe(stopped.id);
    expect(few).not.toHaveProperty('more');
    await none(
      admin,
      sql`
      insert into agents (id, company_id, name, name_key, url_key, role, status, adapter_type,
        adapter_config, runtime_config, can_create_agents, budget_monthly_cents, metadata,
        updated_at)
      select gen_random_uuid(), id, 'Ada', 'ada', 'ada', 'general', 'error', 'process', '{}',
        '{}', false, 0, '{}', now() - interval '1 day'
      from companies where name = 'Many'`,
    );
    const many = await ask();
    expect(many.rows[0]?.id).toBe(stopped.id);
    expect(many.counts).toHaveLength(1_000);
    expect(many.counts[0]).toEqual({ companyId: last.id, count: 1 });
    expect(many.more).toBe(true);
  });
});
