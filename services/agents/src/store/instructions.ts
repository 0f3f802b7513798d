/** Stored instructions as rows: one a version. */
import {
  INSTRUCTIONS_REVISIONS_KEPT,
  type Actor,
  type Instructions,
  type InstructionsRevision,
} from '@muster/contracts';
import { many, maybeOne, none, one, sql, type Db, type Statement } from '@muster/service-kit';

interface OfAgent {
  readonly id: string;
  readonly companyId: string;
}

const columns: Statement = sql`
  agent_id, version, bytes, sha256, created_by_agent_id, created_by_user_id, created_at`;

/** The newest version, or an earlier one. */
export const findInstructions = (
  db: Db,
  { id, companyId }: OfAgent,
  version?: number,
): Promise<Instructions | undefined> =>
  maybeOne<Instructions>(
    db,
    sql`
    select ${columns}, body from instructions
    where company_id = ${companyId} and agent_id = ${id}
      and (${version ?? null}::integer is null or version = ${version ?? null}::integer)
    order by version desc
    limit 1`,
  );

/** Newest first, before the given version. */
export const listRevisions = (
  db: Db,
  { id, companyId }: OfAgent,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<InstructionsRevision[]> =>
  many<InstructionsRevision>(
    db,
    sql`
    select ${columns} from instructions
    where company_id = ${companyId} and agent_id = ${id}
      and (${before ?? null}::integer is null or version < ${before ?? null}::integer)
    order by version desc
    limit ${limit}`,
  );

/** The caller holds the agent's row, so versions have no gaps. */
export async function insertInstructions(
  db: Db,
  { id, companyId }: OfAgent,
  {
    version,
    body,
    actor,
  }: { readonly version: number; readonly body: string | null; readonly actor: Actor },
): Promise<Instructions> {
  await none(
    db,
    sql`
    delete from instructions
    where company_id = ${companyId} and agent_id = ${id}
      and version <= ${version - INSTRUCTIONS_REVISIONS_KEPT}`,
  );
  return one<Instructions>(
    db,
    sql`
    insert into instructions (
      company_id, agent_id, version, body, bytes, sha256, created_by_agent_id, created_by_user_id
    ) values (
      ${companyId}, ${id}, ${version}, ${body}, coalesce(octet_length(${body}::text), 0),
      encode(sha256(convert_to(${body}::text, 'UTF8')), 'hex'),
      ${actor.type === 'agent' ? actor.id : null}::uuid,
      ${actor.type === 'user' ? actor.id : null}::uuid
    )
    returning ${columns}, body`,
  );
}
