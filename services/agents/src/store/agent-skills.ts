/** Which skills are assigned to which agents. Changes hold the company exclusively. */
import { AGENT_SKILLS_MAX_BYTES, type Skill, type SkillFile } from '@muster/contracts';
import { many, maybeOne, none, one, sql, type Db, type Statement } from '@muster/service-kit';
import type { AgentKey } from './agent-status.ts';
import { currentSkills, digestOfSkills, skillColumns } from './skills.ts';

const assignedTo = ({ companyId, agentId }: AgentKey): Statement => sql`
  ${currentSkills}
  join agent_skills u on u.company_id = s.company_id and u.skill_id = s.id
  where u.company_id = ${companyId} and u.agent_id = ${agentId}`;

/** In the order of their slugs. */
export const listSkillsOfAgent = (db: Db, agent: AgentKey): Promise<Skill[]> =>
  many<Skill>(
    db,
    sql`select ${skillColumns} from ${assignedTo(agent)} order by s.slug collate "C"`,
  );

interface SkillsOfRun {
  readonly sha256: string | null;
  readonly skills: readonly { readonly slug: string; readonly files: readonly SkillFile[] }[];
}

export const getSkillsOfRun = (db: Db, agent: AgentKey): Promise<SkillsOfRun> =>
  one<SkillsOfRun>(
    db,
    sql`
    select ${digestOfSkills} as sha256,
      coalesce(jsonb_agg(jsonb_build_object('slug', s.slug, 'files', r.files)), '[]') as skills
    from ${assignedTo(agent)}`,
  );

/** Those of the slugs that there are, with the number of agents of each. */
export const listSkillsBySlug = (
  db: Db,
  companyId: string,
  slugs: readonly string[],
): Promise<(Skill & { readonly agents: number })[]> =>
  many(
    db,
    sql`
    select ${skillColumns}, (
      select count(*)::integer from agent_skills u
      where u.company_id = s.company_id and u.skill_id = s.id
    ) as agents
    from ${currentSkills}
    where s.company_id = ${companyId} and s.slug = any(${[...slugs]}::text[])
    order by s.slug collate "C"`,
  );

export async function replaceSkillsOfAgent(
  db: Db,
  { companyId, agentId }: AgentKey,
  skillIds: readonly string[],
): Promise<void> {
  await unassignSkills(db, { companyId, agentId });
  await none(
    db,
    sql`
    insert into agent_skills (company_id, agent_id, skill_id)
    select ${companyId}, ${agentId}, id from unnest(${[...skillIds]}::uuid[]) as n (id)`,
  );
}

export const unassignSkills = (db: Db, { companyId, agentId }: AgentKey): Promise<void> =>
  none(db, sql`delete from agent_skills where company_id = ${companyId} and agent_id = ${agentId}`);

/** An agent whose skills would be too large together if this one had so many bytes. */
export const findOverloadedAgent = (
  db: Db,
  { id, companyId }: Skill,
  bytes: number,
): Promise<{ readonly agentId: string; readonly bytes: number } | undefined> =>
  maybeOne(
    db,
    sql`
    select u.agent_id,
      sum(case when s.id = ${id} then ${bytes}::integer else r.bytes end)::integer as bytes
    from agent_skills mine
    join agent_skills u on u.company_id = mine.company_id and u.agent_id = mine.agent_id
    join ${currentSkills} on s.company_id = u.company_id and s.id = u.skill_id
    where mine.company_id = ${companyId} and mine.skill_id = ${id}
    group by u.agent_id
    having sum(case when s.id = ${id} then ${bytes}::integer else r.bytes end)
      > ${AGENT_SKILLS_MAX_BYTES}
    limit 1`,
  );
