/** Statements for adding an agent of an approved join request to a company. */
import { many, maybeOne, sql, type Db } from '@muster/service-kit';
import { nameCandidates } from '../domain/joined.ts';
import { nameKey } from '../domain/names.ts';
import { lockCompanyRow } from './locks.ts';

/** Locks the company exclusively; `true` if the agent does not exist yet. */
export async function lockForJoining(db: Db, companyId: string, agentId: string): Promise<boolean> {
  await lockCompanyRow(db, companyId, 'exclusive');
  const there = await maybeOne(
    db,
    sql`
    select id from agents where company_id = ${companyId} and id = ${agentId}`,
  );
  return there === undefined;
}

/** The name, or the first variant of it that no agent has that is not terminated. */
export async function findFreeName(
  db: Db,
  companyId: string,
  { name, agentId }: { readonly name: string; readonly agentId: string },
): Promise<string> {
  const candidates = nameCandidates(name, agentId);
  const taken = await many<{ nameKey: string }>(
    db,
    sql`
    select name_key from agents
    where company_id = ${companyId} and status <> 'terminated'
      and name_key = any(${candidates.map(nameKey)}::text[])
    order by name_key limit ${candidates.length}`,
  );
  const keys = new Set(taken.map((row) => row.nameKey));
  const free = candidates.find((candidate) => !keys.has(nameKey(candidate)));
  if (free === undefined) throw new Error(`no name is free for agent ${agentId}`);
  return free;
}

export async function findLivingCeo(db: Db, companyId: string): Promise<string | null> {
  const ceo = await maybeOne<{ id: string }>(
    db,
    sql`
    select id from agents
    where company_id = ${companyId} and role = 'ceo' and status <> 'terminated'`,
  );
  return ceo?.id ?? null;
}
