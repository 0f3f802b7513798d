import type { Agent, agents } from '@muster/contracts';
import { many, newId, none, sql } from '@muster/service-kit';
import { agentActor, boardActor, openStage, planOf, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { findInstructions, listRevisions } from '../src/store/instructions.ts';
import { aCompany, actorOf, anAgent, aTeam } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStage(agentsService);
});
afterAll(() => stage.close());

const board = () => stage.as(boardActor());
const aWriter = async (): Promise<Agent> => anAgent(stage, (await aCompany(stage)).id);
const eventsOf = ({ id }: Agent) =>
  many(
    stage.db,
    sql`
    select payload from events where type = 'instructions.changed' and entity_id = ${id}
    order by seq limit 10`,
  );

describe('setInstructions', () => {
  it('counts versions and keeps the earlier ones', async () => {
    const { id: agentId } = await aWriter();
    expect(await board().getInstructions({ agentId })).toMatchObject({ version: 0, body: null });
    const first = await board().setInstructions({ agentId, body: 'Be brief.' });
    expect(first).toMatchObject({ version: 1, body: 'Be brief.', bytes: 9 });
    const second = await board().setInstructions({ agentId, body: 'Be kind.' });
    expect(second).toMatchObject({ version: 2, body: 'Be kind.' });
    expect(second.sha256).not.toBe(first.sha256);
    expect(await board().getInstructions({ agentId })).toEqual(second);
    expect(await board().getInstructions({ agentId, version: 1 })).toEqual(first);
  });

  it('removes them with null, and refuses a version that there is not', async () => {
    const { id: agentId } = await aWriter();
    await board().setInstructions({ agentId, body: 'Be brief.' });
    const removed = await board().setInstructions({ agentId, body: null });
    expect(removed).toMatchObject({ version: 2, body: null, bytes: 0, sha256: null });
    expect(await board().getInstructions({ agentId })).toEqual(removed);
    await expect(board().getInstructions({ agentId, version: 3 })).rejects.toMatchObject({
      code: 'revision_not_found',
    });
  });

  it('announces the hash of a change and not the text', async () => {
    const agent = await aWriter();
    const agentId = agent.id;
    const { sha256 } = await board().setInstructions({ agentId, body: 'Be brief.' });
    expect(await eventsOf(agent)).toEqual([{ payload: { agentId, version: 1, bytes: 9, sha256 } }]);
  });

  it('takes an equal text for no change', async () => {
    const agent = await aWriter();
    const set = () => board().setInstructions({ agentId: agent.id, body: 'Be brief.' });
    const first = await set();
    expect(await set()).toEqual(first);
    expect(await eventsOf(agent)).toHaveLength(1);
  });

  it('refuses what looks like a secret, and does not repeat it', async () => {
    const agent = await aWriter();
    const body = 'Use ghp_abcdefghijklmnopqrst1234 for GitHub.';
    const refused = await board()
      .setInstructions({ agentId: agent.id, body })
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'secret_in_text', details: { field: 'body' } });
    expect(JSON.stringify(refused)).not.toContain('ghp_');
    expect(await board().getInstructions({ agentId: agent.id })).toMatchObject({ version: 0 });
  });

  it('refuses a change of a version that is not the newest', async () => {
    const { id: agentId } = await aWriter();
    await board().setInstructions({ agentId, body: 'Be brief.', ifVersion: 0 });
    await expect(
      board().setInstructions({ agentId, body: 'Be kind.', ifVersion: 0 }),
    ).rejects.toMatchObject({ code: 'version_mismatch', details: { version: 1 } });
  });

  it('lets one of two changes of the same version win', async () => {
    const { id: agentId } = await aWriter();
    const changes = await Promise.allSettled(
      ['Be brief.', 'Be kind.'].map((body) =>
        board().setInstructions({ agentId, body, ifVersion: 0 }),
      ),
    );
    expect(changes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('is for the agent itself, its managers and the board', async () => {
    const { ceo, lead, engineer } = await aTeam(stage);
    for (const caller of [engineer, lead, ceo]) {
      const set = stage.as(actorOf(caller)).setInstructions({
        agentId: engineer.id,
        body: `By ${caller.name}.`,
      });
      expect(await set).toMatchObject({ createdByAgentId: caller.id, createdByUserId: null });
    }
    await expect(
      stage.as(actorOf(engineer)).setInstructions({ agentId: lead.id, body: 'Obey.' }),
    ).rejects.toMatchObject({ code: 'not_your_agent' });
    await board().terminateAgent({ agentId: engineer.id });
    await expect(
      board().setInstructions({ agentId: engineer.id, body: 'Rise.' }),
    ).rejects.toMatchObject({ code: 'agent_not_editable' });
  });

  it('hides the agents of other companies', async () => {
    const { id: agentId } = await aWriter();
    const stranger = stage.as(agentActor(newId()));
    const calls = [
      () => stranger.setInstructions({ agentId, body: 'Obey.' }),
      () => stranger.getInstructions({ agentId }),
      () => stranger.listInstructionsRevisions({ agentId }),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({ code: 'agent_not_found' });
    }
  });
});

describe('listInstructionsRevisions', () => {
  it('pages from the newest on, without texts', async () => {
    const { id: agentId } = await aWriter();
    for (const body of ['One.', 'Two.', 'Three.']) {
      await board().setInstructions({ agentId, body });
    }
    const first = await board().listInstructionsRevisions({ agentId, limit: 2 });
    expect(first.map(({ version }) => version)).toEqual([3, 2]);
    expect(first[0]).not.toHaveProperty('body');
  });

  it('keeps the last hundred versions', async () => {
    const { id: agentId } = await aWriter();
    for (let count = 1; count <= 102; count++) {
      await board().setInstructions({ agentId, body: `Text ${count}.` });
    }
    const kept = await board().listInstructionsRevisions({ agentId, limit: 500 });
    expect(kept.map(({ version }) => version)).toEqual(
      Array.from({ length: 100 }, (_, index) => 102 - index),
    );
    await expect(board().getInstructions({ agentId, version: 2 })).rejects.toMatchObject({
      code: 'revision_not_found',
    });
  });
});

it('finds versions by the primary key', async () => {
  const { id, companyId } = await aWriter();
  const admin = await stage.admin();
  await none(
    admin,
    sql`
    insert into agents (id, company_id, name, name_key, url_key, role, status, adapter_type,
      adapter_config, runtime_config, can_create_agents, budget_monthly_cents, metadata)
    select gen_random_uuid(), ${companyId}::uuid, n, n, n, 'general', 'idle', 'process', '{}', '{}',
      false, 0, '{}'
    from generate_series(1, 300) n`,
  );
  await none(
    admin,
    sql`
    insert into instructions (company_id, agent_id, version, body, bytes, sha256)
    select company_id, id, n, 'Text', 4, 'hash' from agents, generate_series(1, 50) n
    where company_id = ${companyId}`,
  );
  await none(admin, sql`analyze instructions`);
  const agent = { id, companyId };
  for (const query of [
    (db: typeof stage.db) => findInstructions(db, agent),
    (db: typeof stage.db) => findInstructions(db, agent, 7),
    (db: typeof stage.db) => listRevisions(db, agent, { before: undefined, limit: 10 }),
  ]) {
    expect(await planOf(stage.db, query)).toContain('instructions_versioned');
  }
});
