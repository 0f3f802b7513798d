/** The history of an agent's configuration. */
import {
  CONFIG_REVISIONS_KEPT,
  Refusal,
  type Actor,
  type AgentConfig,
  type ConfigRevision,
  type RevisionSource,
} from '@muster/contracts';
import {
  firstRows,
  maybeOne,
  newId,
  none,
  sql,
  type Db,
  type FirstRows,
} from '@muster/service-kit';

export type RevisionRow = ConfigRevision;

export interface NewRevision {
  readonly agentId: string;
  readonly companyId: string;
  readonly source: RevisionSource;
  readonly changedKeys: readonly string[];
  readonly config: AgentConfig;
  readonly rolledBackFromRevisionId?: string;
  readonly actor: Actor;
}

/** Revisions beyond those that are kept, which one change deletes: a long history goes step by step. */
const CUT_MAX = 20;

/** The caller holds the agent's row or has just inserted it, so revision numbers have no gaps. */
export const insertRevision = (db: Db, revision: NewRevision): Promise<void> =>
  none(
    db,
    sql`
    with last as materialized (
      select coalesce(max(number), 0) as number
      from config_revisions where agent_id = ${revision.agentId}
    ), cut as (
      delete from config_revisions where id = any (array(
        select r.id from config_revisions r
        where r.company_id = ${revision.companyId} and r.agent_id = ${revision.agentId}
          and r.number <= (select number from last) + 1 - ${CONFIG_REVISIONS_KEPT}::integer
        order by r.number limit ${CUT_MAX}
      ))
    )
    insert into config_revisions (
      id, company_id, agent_id, number, source, changed_keys, config,
      rolled_back_from_revision_id, created_by_agent_id, created_by_user_id
    )
    select ${newId()}, ${revision.companyId}, ${revision.agentId}, number + 1,
      ${revision.source}, ${revision.changedKeys}::text[],
      ${JSON.stringify(revision.config)}::jsonb,
      ${revision.rolledBackFromRevisionId ?? null}::uuid,
      ${revision.actor.type === 'agent' ? revision.actor.id : null}::uuid,
      ${revision.actor.type === 'user' ? revision.actor.id : null}::uuid
    from last`,
  );

/** Newest first, before the given number. */
export const listRevisions = (
  db: Db,
  { id, companyId }: { readonly id: string; readonly companyId: string },
  { before, size }: { readonly before: number | undefined; readonly size: number },
): Promise<FirstRows<RevisionRow>> =>
  firstRows(
    db,
    sql`
    select r.id, r.agent_id, r.number, r.source, r.changed_keys, b.config as before_config,
      r.config as after_config, r.rolled_back_from_revision_id, r.created_by_agent_id,
      r.created_by_user_id, r.created_at
    from config_revisions r
    left join config_revisions b on b.agent_id = r.agent_id and b.number = r.number - 1
    where r.company_id = ${companyId} and r.agent_id = ${id}
      and (${before ?? null}::integer is null or r.number < ${before ?? null}::integer)
    order by r.number desc
    limit ${size + 1}`,
    size,
    { json: ['before_config', 'after_config'] },
  );

/** A revision of any agent of the company; the caller checks the agent and refuses apart. */
export async function getRevision(
  db: Db,
  companyId: string,
  revisionId: string,
): Promise<{ readonly agentId: string; readonly config: AgentConfig }> {
  const revision = await maybeOne<{ agentId: string; config: AgentConfig }>(
    db,
    sql`
    select agent_id, config from config_revisions
    where company_id = ${companyId} and id = ${revisionId}`,
  );
  if (!revision) throw new Refusal('revision_not_found');
  return revision;
}
