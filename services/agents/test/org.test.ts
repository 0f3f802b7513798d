import type { agents, OrgNode } from '@muster/contracts';
import { newId, type Db } from '@muster/service-kit';
import { agentActor, boardActor, openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { DEPTH_MAX } from '../src/store/agents.ts';
import { aCompany, actorOf, anAgent } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStage(agentsService);
});
afterAll(() => stage.close());

const TREE_SIZE = 1_000;

/**
 * About a thousand agents with a given number of reports each; one report makes a chain. Inserted
 * by SQL, because a thousand requests would be slow.
 */
async function aTree(companyId: string, reportsEach: number, size = TREE_SIZE): Promise<string[]> {
  const ids = Array.from({ length: size }, newId);
  await stage.db.run({
    text: `insert into agents (
        id, company_id, name, name_key, url_key, role, status, reports_to, adapter_type,
        adapter_config, runtime_config, can_create_agents, budget_monthly_cents, metadata
      )
      select id, $1, 'Agent ' || n, 'agent ' || n, 'agent-' || n, 'general', 'idle',
        ($2::uuid[])[case when n > 1 then (n - 2) / $3::int + 1 end], 'process', '{}',
        '{"heartbeat": {"enabled": false, "intervalSec": 300, "wakeOnDemand": true,
          "maxConcurrentRuns": 1}}', false, 0, '{}'
      from unnest($2::uuid[]) with ordinality as a (id, n)`,
    values: [companyId, ids, reportsEach],
  });
  return ids;
}

const sizeOf = (nodes: readonly OrgNode[]): number =>
  nodes.reduce((sum, { reports }) => sum + 1 + sizeOf(reports), 0);

describe('getOrg', () => {
  it('shows the whole company who reports to whom', async () => {
    const { id: companyId } = await aCompany(stage);
    const ceo = await anAgent(stage, companyId, { role: 'ceo', title: 'Chief' });
    const lead = await anAgent(stage, companyId, { reportsTo: ceo.id });
    const worker = await anAgent(stage, companyId, { reportsTo: lead.id });
    await stage.as(boardActor()).terminateAgent({ agentId: lead.id });
    const leaf = { role: 'general', title: null, status: 'idle', reports: [] };
    expect(await stage.as(actorOf(worker)).getOrg({ companyId })).toEqual([
      {
        id: ceo.id,
        name: ceo.name,
        role: 'ceo',
        title: 'Chief',
        status: 'idle',
        reports: [{ ...leaf, id: worker.id, name: worker.name }],
      },
    ]);
  });

  it('refuses a company with more agents than fit one answer', async () => {
    const { id: companyId } = await aCompany(stage);
    await aTree(companyId, 50, 5_001);
    await expect(stage.as(boardActor()).getOrg({ companyId })).rejects.toMatchObject({
      code: 'result_too_large',
      hint: expect.stringContaining('page by page'),
    });
  });

  it('is empty for a company without agents', async () => {
    const { id: companyId } = await aCompany(stage);
    expect(await stage.as(agentActor(companyId)).getOrg({ companyId })).toEqual([]);
  });

  it('shows a tree of a thousand agents', async () => {
    const { id: companyId } = await aCompany(stage);
    await aTree(companyId, 5);
    const forest = await stage.as(boardActor()).getOrg({ companyId });
    expect([forest.length, sizeOf(forest)]).toEqual([1, TREE_SIZE]);
    expect(forest[0]?.reports.map(({ reports }) => reports.length)).toEqual([5, 5, 5, 5, 5]);
  });

  it('reads a thousand agents with one statement', async () => {
    const { id: companyId } = await aCompany(stage);
    await aTree(companyId, 5);
    const asked: string[] = [];
    const db: Db = {
      run: (statement) => {
        asked.push(statement.text);
        return stage.db.run(statement);
      },
    };
    const forest = await agentsService.operations.getOrg({ companyId }, { db } as never);
    expect(sizeOf(forest)).toBe(TREE_SIZE);
    expect(asked).toHaveLength(1);
  });

  it('shows the whole chain above the lowest of a hundred', async () => {
    const { id: companyId } = await aCompany(stage);
    const ids = await aTree(companyId, 1, DEPTH_MAX);
    const lowest = ids.at(-1) ?? '';
    const { chainOfCommand } = await stage.as(boardActor()).getAgent({ agentId: lowest });
    expect(chainOfCommand.map(({ id }) => id)).toEqual(ids.slice(0, -1).toReversed());
  });

  it('refuses a cycle of the whole company, also of one that is deeper than a tree may be', async () => {
    const { id: companyId } = await aCompany(stage);
    const ids = await aTree(companyId, 1);
    await expect(
      stage.as(boardActor()).updateAgent({
        agentId: ids[0] ?? '',
        reportsTo: ids.at(-1) ?? '',
      }),
    ).rejects.toMatchObject({ code: 'would_make_cycle' });
  });

  it('answers for a ring of terminated managers, and for an agent below it', async () => {
    const { id: companyId } = await aCompany(stage);
    const ids = await aTree(companyId, 1, 4);
    await stage.db.run({
      text: `update agents set status = case when id = $2 then 'idle' else 'terminated' end,
        reports_to = case when id = $1 then $3::uuid else reports_to end where id = any($4)`,
      values: [ids[0], ids[3], ids[2], ids],
    });
    const forest = await stage.as(boardActor()).getOrg({ companyId });
    expect(forest.map(({ id }) => id)).toEqual([ids[3]]);
    const { chainOfCommand } = await stage.as(boardActor()).getAgent({ agentId: ids[3] ?? '' });
    expect(chainOfCommand).toEqual([]);
  });
});

describe('a tree of agents', () => {
  const tooDeep = { code: 'tree_too_deep', details: { field: 'reportsTo', max: DEPTH_MAX } };

  it('takes no new agent below its lowest level', async () => {
    const { id: companyId } = await aCompany(stage);
    const ids = await aTree(companyId, 1, DEPTH_MAX);
    const board = stage.as(boardActor());
    const under = (reportsTo: string | undefined) =>
      board.createAgent({ companyId, name: `Under ${reportsTo}`, reportsTo: reportsTo ?? '' });
    await expect(under(ids.at(-1))).rejects.toMatchObject(tooDeep);
    expect((await under(ids.at(-2))).reportsTo).toBe(ids.at(-2));
  });

  it('takes no agent that would move its reports below the lowest level', async () => {
    const { id: companyId } = await aCompany(stage);
    const ids = await aTree(companyId, 1, DEPTH_MAX - 1);
    const manager = await anAgent(stage, companyId, { name: 'Manager' });
    const report = await anAgent(stage, companyId, { name: 'Report', reportsTo: manager.id });
    const board = stage.as(boardActor());
    const move = (reportsTo: string | undefined) =>
      board.updateAgent({ agentId: manager.id, reportsTo: reportsTo ?? '' });
    await expect(move(ids.at(-1))).rejects.toMatchObject(tooDeep);
    await move(ids.at(-2));
    const { chainOfCommand } = await board.getAgent({ agentId: report.id });
    expect(chainOfCommand).toHaveLength(DEPTH_MAX - 1);
  });
});
