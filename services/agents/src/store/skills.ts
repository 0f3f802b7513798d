/** Skills as rows: one a skill, and one a version with its files. */
import {
  Refusal,
  SKILL_REVISIONS_KEPT,
  type Actor,
  type Skill,
  type SkillFile,
} from '@muster/contracts';
import {
  many,
  maybeOne,
  newId,
  none,
  one,
  sql,
  type Db,
  type Statement,
} from '@muster/service-kit';

export type SkillKey = Pick<Skill, 'companyId' | 'slug'>;
export type SkillWithFiles = Skill & { readonly files: SkillFile[] };

export const skillColumns: Statement = sql`
  s.id, s.company_id, s.slug, r.version, r.description, r.file_count, r.bytes, r.sha256,
  r.created_by_user_id, r.created_at`;

/** Each skill with the version that counts. */
export const currentSkills: Statement = sql`
  skills s
  join skill_revisions r
    on r.company_id = s.company_id and r.skill_id = s.id and r.version = s.version`;

/** Changes with each file of each skill; null without skills. */
export const digestOfSkills: Statement = sql`
  encode(sha256(convert_to(
    string_agg(s.slug || ' ' || r.sha256, E'\\n' order by s.slug collate "C"), 'UTF8'
  )), 'hex')`;

/** For an agent, only what is assigned to it exists. */
const visibleTo = (agentId: string | undefined): Statement => sql`
  (${agentId ?? null}::uuid is null or exists (
    select from agent_skills u
    where u.company_id = s.company_id and u.agent_id = ${agentId ?? null}::uuid and u.skill_id = s.id
  ))`;

/** The agent to whose skills a reader is limited. */
export const readerOf = (actor: Actor): string | undefined =>
  actor.type === 'agent' ? actor.id : undefined;

/** In order of creation, after the given id. */
export const listSkillRows = (
  db: Db,
  companyId: string,
  {
    after,
    limit,
    reader,
  }: {
    readonly after: string | undefined;
    readonly limit: number;
    readonly reader: string | undefined;
  },
): Promise<Skill[]> =>
  many<Skill>(
    db,
    sql`
    select ${skillColumns} from ${currentSkills}
    where s.company_id = ${companyId} and ${visibleTo(reader)}
      and (${after ?? null}::uuid is null or s.id > ${after ?? null}::uuid)
    order by s.id
    limit ${limit}`,
  );

export const findSkill = (
  db: Db,
  { companyId, slug }: SkillKey,
  reader?: string,
): Promise<SkillWithFiles | undefined> =>
  maybeOne<SkillWithFiles>(
    db,
    sql`
    select ${skillColumns}, r.files from ${currentSkills}
    where s.company_id = ${companyId} and s.slug = ${slug} and ${visibleTo(reader)}`,
  );

export async function getSkillWithFiles(
  db: Db,
  key: SkillKey,
  reader?: string,
): Promise<SkillWithFiles> {
  const skill = await findSkill(db, key, reader);
  if (!skill) throw new Refusal('skill_not_found', { slug: key.slug });
  return skill;
}

export const findRevision = (
  db: Db,
  { companyId, id }: Skill,
  version: number,
): Promise<SkillWithFiles | undefined> =>
  maybeOne<SkillWithFiles>(
    db,
    sql`
    select ${skillColumns}, r.files from skills s
    join skill_revisions r on r.company_id = s.company_id and r.skill_id = s.id
    where s.company_id = ${companyId} and s.id = ${id} and r.version = ${version}`,
  );

/** Newest first, before the given version. */
export const listRevisions = (
  db: Db,
  { companyId, id }: Skill,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<Skill[]> =>
  many<Skill>(
    db,
    sql`
    select ${skillColumns} from skills s
    join skill_revisions r on r.company_id = s.company_id and r.skill_id = s.id
    where s.company_id = ${companyId} and s.id = ${id}
      and (${before ?? null}::integer is null or r.version < ${before ?? null}::integer)
    order by r.version desc
    limit ${limit}`,
  );

export async function countSkills(db: Db, companyId: string): Promise<number> {
  const { count } = await one<{ count: number }>(
    db,
    sql`select count(*)::integer as count from skills where company_id = ${companyId}`,
  );
  return count;
}

export interface NewVersion {
  readonly current: Skill | undefined;
  readonly files: readonly SkillFile[];
  readonly bytes: number;
  readonly description: string;
  readonly actor: Actor;
}

/** The caller holds the company exclusively, so versions have no gaps. */
export async function saveSkill(
  db: Db,
  { companyId, slug }: SkillKey,
  { current, files, bytes, description, actor }: NewVersion,
): Promise<Skill> {
  const id = current?.id ?? newId();
  const version = (current?.version ?? 0) + 1;
  const json = JSON.stringify(files);
  await none(
    db,
    sql`
    insert into skills (id, company_id, slug, version) values (${id}, ${companyId}, ${slug}, ${version})
    on conflict (company_id, slug) do update set version = excluded.version`,
  );
  await none(
    db,
    sql`
    delete from skill_revisions
    where company_id = ${companyId} and skill_id = ${id}
      and version <= ${version - SKILL_REVISIONS_KEPT}`,
  );
  await none(
    db,
    sql`
    insert into skill_revisions (
      company_id, skill_id, version, description, files, file_count, bytes, sha256,
      created_by_user_id
    ) values (
      ${companyId}, ${id}, ${version}, ${description}, ${json}::jsonb, ${files.length}, ${bytes},
      encode(sha256(convert_to(${json}::text, 'UTF8')), 'hex'),
      ${actor.type === 'user' ? actor.id : null}::uuid
    )`,
  );
  const { files: _, ...saved } = await getSkillWithFiles(db, { companyId, slug });
  return saved;
}

/** With its versions and assignments, both of which are bounded in number. */
export async function deleteSkillRow(db: Db, { id, companyId }: Skill): Promise<void> {
  await none(
    db,
    sql`delete from agent_skills where company_id = ${companyId} and skill_id = ${id}`,
  );
  await none(
    db,
    sql`delete from skill_revisions where company_id = ${companyId} and skill_id = ${id}`,
  );
  await none(db, sql`delete from skills where company_id = ${companyId} and id = ${id}`);
}
