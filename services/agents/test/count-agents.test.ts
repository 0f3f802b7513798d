import { newId, none, sql } from '@muster/service-kit';
import {
  agentActor,
  boardActor,
  openStage,
  planOf,
  serviceActor,
  type Stage,
} from '@muster/test-kit';
import type { agents } from '@muster/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { countAgentsByStatus } from '../src/store/agent-counts.ts';
import { countInFolder } from '../src/store/agents-in-folder.ts';
import { listStoppedAgents } from '../src/store/stopped-agents.ts';
import { aCompany, anAgent } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStage(agentsService);
});
afterAll(() => stage.close());

const board = () => stage.as(boardActor());

describe('countAgents', () => {
  it('counts the agents of its own company by status', async () => {
    const { id: companyId } = await aCompany(stage);
    await anAgent(stage, (await aCompany(stage)).id);
    const [, paused, gone] = [
      await anAgent(stage, companyId),
      await anAgent(stage, companyId),
      await anAgent(stage, companyId),
    ];
    await board().hireAgent({ companyId, name: 'Waiting' });
    await board().pauseAgent({ agentId: paused.id });
    await board().terminateAgent({ agentId: gone.id });
    expect(await board().countAgents({ companyId })).toEqual({
      total: 3,
      active: 1,
      idle: 1,
      running: 0,
      paused: 1,
      error: 0,
      pendingApproval: 1,
      storage: expect.objectContaining({ rows: expect.any(Number) as number }) as object,
    });
    await expect(stage.as(agentActor(newId())).countAgents({ companyId })).rejects.toMatchObject({
      code: 'company_not_found',
    });
  });

  it('reads the agents of one company only', async () => {
    await none(
      stage.db,
      sql`
      insert into companies (id, name, description, budget_monthly_cents,
        require_board_approval_for_new_agents, time_zone, review_required, issue_prefix)
      select gen_random_uuid(), 'Acme', '', 0, true, 'UTC', true,
        'P' || chr(65 + n / 26) || chr(65 + n % 26)
      from generate_series(1, 200) n`,
    );
    await none(
      stage.db,
      sql`
      insert into agents (id, company_id, name, name_key, url_key, role, status, adapter_type,
        adapter_config, runtime_config, can_create_agents, budget_monthly_cents, metadata)
      select gen_random_uuid(), c.id, n, n, n, 'general', 'idle', 'process', '{}', '{}', false, 0,
        '{}'
      from companies c, generate_series(1, 20) n`,
    );
    await none(stage.db, sql`analyze agents`);
    const plan = await planOf(stage.db, (db) => countAgentsByStatus(db, newId()));
    expect(plan).toMatch(/Index.* Scan/);
    expect(plan).not.toContain('Seq Scan');
    const inFolder = { companyId: newId(), agentId: newId(), cwd: '/srv/work' };
    const planInFolder = await planOf(stage.db, (db) => countInFolder(db, inFolder));
    expect(planInFolder).toMatch(/Index.* Scan/);
    expect(planInFolder).not.toContain('Seq Scan');
    const planOfStopped = await planOf(stage.db, (db) => listStoppedAgents(db, 'all'));
    expect(planOfStopped).toContain('agents_stopped');
    expect(planOfStopped).not.toContain('Seq Scan on agents');
  });
});

describe('countAgentsInFolder', () => {
  it('counts the others of the company that work in the folder itself, however it is written', async () => {
    const { id: companyId } = await aCompany(stage);
    const work = (cwd: string, workspace?: string, inCompany = companyId) =>
      anAgent(stage, inCompany, {
        adapterType: 'claude_code',
        adapterConfig: { cwd, ...(workspace ? { workspace } : {}) },
      });
    const { id: agentId } = await work('/srv/work');
    await work('/srv/work/');
    await work('/srv/work', 'shared');
    await work('/srv/work', 'worktree');
    await work('/srv/work/below');
    await work('/srv/work', undefined, (await aCompany(stage)).id);
    const gone = await work('/srv/work');
    await board().terminateAgent({ agentId: gone.id });
    const asked = { companyId, agentId, cwd: '/srv/work' };
    expect(await stage.as(serviceActor()).countAgentsInFolder(asked)).toEqual({ count: 2 });
    await expect(board().countAgentsInFolder(asked)).rejects.toMatchObject({
      code: 'caller_not_allowed',
    });
  });
});
