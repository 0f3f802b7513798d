import { AGENT_SKILLS_MAX_BYTES, type Agent, type agents, type SkillFile } from '@muster/contracts';
import { newId, none, sql } from '@muster/service-kit';
import {
  agentActor,
  boardActor,
  openStage,
  planOf,
  serviceActor,
  type Stage,
} from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import {
  findOverloadedAgent,
  getSkillsOfRun,
  listSkillsBySlug,
  listSkillsOfAgent,
  unassignSkills,
} from '../src/store/agent-skills.ts';
import {
  countSkills,
  findRevision,
  findSkill,
  listRevisions,
  listSkillRows,
} from '../src/store/skills.ts';
import { headOf, putSkill, skillEventsOf } from './skill.ts';
import { aCompany, actorOf, anAgent } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStage(agentsService);
});
afterAll(() => stage.close());

const board = () => stage.as(boardActor());
const aCompanyId = async (): Promise<string> => (await aCompany(stage)).id;
const put = (companyId: string, slug: string, more: readonly SkillFile[] = []) =>
  putSkill(stage, { companyId, slug }, more);
const eventsOf = (companyId: string) => skillEventsOf(stage, companyId);
const runSkillsOf = ({ id: agentId }: Pick<Agent, 'id'>) =>
  stage.as(serviceActor()).getRunSkills({ agentId });
const assign = ({ id: agentId }: Pick<Agent, 'id'>, ...skills: string[]) =>
  board().setAgentSkills({ agentId, skills });
const slugsOf = (skills: readonly { readonly slug: string }[]) => skills.map(({ slug }) => slug);

describe('setAgentSkills', () => {
  it('assigns these skills and no others, and says so once', async () => {
    const companyId = await aCompanyId();
    const agent = await anAgent(stage, companyId);
    for (const slug of ['write', 'publish', 'translate']) await put(companyId, slug);
    expect(slugsOf(await assign(agent, 'write', 'publish', 'write'))).toEqual(['publish', 'write']);
    await assign(agent, 'publish', 'write');
    expect(slugsOf(await assign(agent, 'translate'))).toEqual(['translate']);
    expect(slugsOf(await board().listAgentSkills({ agentId: agent.id }))).toEqual(['translate']);
    const changes = (await eventsOf(companyId)).filter(
      ({ type }) => type === 'agent_skills.changed',
    );
    expect(changes.map(({ payload }) => payload)).toEqual([
      { agentId: agent.id, slugs: ['publish', 'write'] },
      { agentId: agent.id, slugs: ['translate'] },
    ]);
    expect(await assign(agent)).toEqual([]);
  });

  it('refuses a skill that there is not, and more than an agent can carry', async () => {
    const companyId = await aCompanyId();
    const agent = await anAgent(stage, companyId);
    await expect(assign(agent, 'publish')).rejects.toMatchObject({ code: 'skill_not_found' });
    const size = Math.floor(AGENT_SKILLS_MAX_BYTES / 3);
    const filler = ['a', 'b'].map((path) => ({ path, text: 'x'.repeat(size / 2) }));
    for (const slug of ['one', 'two', 'three']) await put(companyId, slug, filler);
    await expect(assign(agent, 'one', 'two', 'three')).rejects.toMatchObject({
      code: 'skills_too_large',
    });
    await assign(agent, 'one', 'two');
    await put(companyId, 'small');
    await assign(agent, 'one', 'two', 'small');
    await expect(put(companyId, 'small', filler)).rejects.toMatchObject({
      code: 'skills_too_large',
      details: { agentId: agent.id },
    });
  });

  it('is not for terminated agents, whose skills end with them', async () => {
    const companyId = await aCompanyId();
    const agent = await anAgent(stage, companyId);
    await put(companyId, 'publish');
    await assign(agent, 'publish');
    await board().terminateAgent({ agentId: agent.id });
    expect(await board().listAgentSkills({ agentId: agent.id })).toEqual([]);
    await expect(assign(agent, 'publish')).rejects.toMatchObject({ code: 'agent_not_editable' });
  });
});

describe('deleteSkill', () => {
  it('unassigns the skill, and a new one of its slug is another one', async () => {
    const companyId = await aCompanyId();
    const agent = await anAgent(stage, companyId);
    await put(companyId, 'publish');
    await assign(agent, 'publish');
    await expect(
      board().deleteSkill({ companyId, skill: 'publish', ifVersion: 2 }),
    ).rejects.toMatchObject({ code: 'version_mismatch' });
    await board().deleteSkill({ companyId, skill: 'publish', ifVersion: 1 });
    await expect(board().deleteSkill({ companyId, skill: 'publish' })).rejects.toMatchObject({
      code: 'skill_not_found',
    });
    await put(companyId, 'publish');
    expect(await board().listAgentSkills({ agentId: agent.id })).toEqual([]);
    expect((await runSkillsOf(agent)).sha256).toBeNull();
  });
});

describe('reading skills', () => {
  it('shows an agent what is assigned to it, and to the board all', async () => {
    const companyId = await aCompanyId();
    const [reader, other] = [await anAgent(stage, companyId), await anAgent(stage, companyId)];
    for (const slug of ['publish', 'write']) await put(companyId, slug);
    await assign(reader, 'publish');
    const asReader = stage.as(actorOf(reader));
    expect(slugsOf(await asReader.listSkills({ companyId }))).toEqual(['publish']);
    expect(slugsOf(await asReader.listAgentSkills({ agentId: reader.id }))).toEqual(['publish']);
    const publish = { companyId, skill: 'publish' };
    expect(await asReader.getSkill(publish)).toMatchObject({ files: [{ path: 'SKILL.md' }] });
    expect(await asReader.listSkillRevisions(publish)).toHaveLength(1);
    const write = { companyId, skill: 'write' };
    await expect(asReader.getSkill(write)).rejects.toMatchObject({ code: 'skill_not_found' });
    await expect(asReader.listSkillRevisions(write)).rejects.toMatchObject({
      code: 'skill_not_found',
    });
    await expect(asReader.listAgentSkills({ agentId: other.id })).rejects.toMatchObject({
      code: 'not_your_agent',
    });
    const [first] = await board().listSkills({ companyId, limit: 1 });
    expect(first).toMatchObject({ slug: 'publish' });
    expect(first).not.toHaveProperty('files');
    expect(slugsOf(await board().listSkills({ companyId }))).toEqual(['publish', 'write']);
  });

  it('hides the skills of other companies', async () => {
    const companyId = await aCompanyId();
    const foreign = await anAgent(stage, await aCompanyId());
    await put(companyId, 'publish');
    await expect(assign(foreign, 'publish')).rejects.toMatchObject({ code: 'skill_not_found' });
    const stranger = stage.as(agentActor(newId()));
    await expect(stranger.getSkill({ companyId, skill: 'publish' })).rejects.toMatchObject({
      code: 'company_not_found',
    });
  });

  it('is no way for an agent to write', async () => {
    const companyId = await aCompanyId();
    const agent = await anAgent(stage, companyId, { role: 'ceo' });
    const asAgent = stage.as(actorOf(agent));
    await put(companyId, 'publish');
    for (const write of [
      () => asAgent.setSkill({ companyId, skill: 'publish', files: [headOf('publish')] }),
      () => asAgent.deleteSkill({ companyId, skill: 'publish' }),
      () => asAgent.setAgentSkills({ agentId: agent.id, skills: ['publish'] }),
    ]) {
      await expect(write()).rejects.toMatchObject({ code: 'board_only' });
    }
  });
});

describe('getRunSkills', () => {
  it('tells the files in one order with a digest that changes with any of them', async () => {
    const companyId = await aCompanyId();
    const agent = await anAgent(stage, companyId, { adapterType: 'claude_code' });
    const configDigest = async () =>
      (await stage.as(serviceActor()).getRunConfig({ agentId: agent.id })).skillsSha256;
    expect(await runSkillsOf(agent)).toEqual({ agentId: agent.id, files: [], sha256: null });
    expect(await configDigest()).toBeUndefined();
    await put(companyId, 'write', [{ path: 'b/x.md', text: 'b' }]);
    await put(companyId, 'write-more');
    await assign(agent, 'write-more', 'write');
    const first = await runSkillsOf(agent);
    expect(first.files.map(({ path }) => path)).toEqual([
      'write-more/SKILL.md',
      'write/SKILL.md',
      'write/b/x.md',
    ]);
    expect(await runSkillsOf(agent)).toEqual(first);
    expect(await configDigest()).toBe(first.sha256);
    await put(companyId, 'write', [{ path: 'b/x.md', text: 'c' }]);
    const second = await runSkillsOf(agent);
    expect(second.sha256).not.toBe(first.sha256);
    expect(await configDigest()).toBe(second.sha256);
    expect(second.files.at(-1)).toEqual({ path: 'write/b/x.md', text: 'c' });
  });
});

describe('a skill of a thousand agents', () => {
  it('takes no further one, is found by indexes, and is deleted whole', async () => {
    const companyId = await aCompanyId();
    const agent = await anAgent(stage, companyId);
    const skill = await put(companyId, 'publish');
    const otherCompanyId = await aCompanyId();
    const admin = await stage.admin();
    await none(
      admin,
      sql`
      insert into agents (id, company_id, name, name_key, url_key, role, status, adapter_type,
        adapter_config, runtime_config, can_create_agents, budget_monthly_cents, metadata)
      select gen_random_uuid(), ${companyId}::uuid, n, n, n, 'general', 'idle', 'process', '{}',
        '{}', false, 0, '{}'
      from generate_series(1, 1000) n`,
    );
    await none(
      admin,
      sql`
      insert into agent_skills (company_id, agent_id, skill_id)
      select company_id, id, ${skill.id}::uuid from agents
      where company_id = ${companyId} and id <> ${agent.id}`,
    );
    await none(
      admin,
      sql`
      insert into skills (id, company_id, slug, version)
      select gen_random_uuid(), case when n < 100 then ${companyId}::uuid else ${otherCompanyId}::uuid end,
        'filler-' || n, 1
      from generate_series(1, 3000) n`,
    );
    await none(
      admin,
      sql`
      insert into skill_revisions (company_id, skill_id, version, description, files, file_count,
        bytes, sha256)
      select company_id, id, n, 'x', '[]', 1, 1, 'hash' from skills, generate_series(1, 10) n
      where slug like 'filler-%'`,
    );
    await none(admin, sql`analyze skills, skill_revisions, agent_skills`);
    const key = { companyId, agentId: agent.id };
    const page = { after: undefined, limit: 10 };
    for (const [query, ...indexes] of [
      [(db) => findSkill(db, { companyId, slug: 'publish' }), 'skills_slug_unique'],
      [(db) => findRevision(db, skill, 1), 'skill_revisions_versioned'],
      [(db) => listRevisions(db, skill, { before: 9, limit: 5 }), 'skill_revisions_versioned'],
      [(db) => listSkillRows(db, companyId, { ...page, reader: undefined }), 'skills_'],
      [(db) => listSkillRows(db, companyId, { ...page, reader: agent.id }), 'agent_skills_'],
      [(db) => listSkillsOfAgent(db, key), 'agent_skills_once', 'skill_revisions_versioned'],
      [(db) => getSkillsOfRun(db, key), 'agent_skills_once', 'skill_revisions_versioned'],
      [(db) => unassignSkills(db, key), 'agent_skills_once'],
      [(db) => listSkillsBySlug(db, companyId, ['publish']), 'skills_slug_unique'],
      [(db) => countSkills(db, companyId), 'skills_'],
    ] as readonly [(db: typeof stage.db) => Promise<unknown>, ...string[]][]) {
      const plan = await planOf(stage.db, query);
      for (const index of indexes) expect(plan).toContain(index);
    }
    expect(await findOverloadedAgent(stage.db, skill, 100)).toBeUndefined();
    await expect(assign(agent, 'publish')).rejects.toMatchObject({
      code: 'skill_of_too_many_agents',
      details: { slug: 'publish' },
    });
    await board().deleteSkill({ companyId, skill: 'publish' });
    expect(await listSkillsBySlug(stage.db, companyId, ['publish'])).toEqual([]);
  });
});
