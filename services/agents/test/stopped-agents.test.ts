import { none, sql } from '@muster/service-kit';
import { boardActor, openStage, type Stage } from '@muster/test-kit';
import type { agents } from '@muster/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { aCompany, anAgent } from './team.ts';

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
});
