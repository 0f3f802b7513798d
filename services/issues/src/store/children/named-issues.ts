/** Issues that a request names by id or identifier. */
import { ISSUE_IDENTIFIER, UUID } from '@muster/contracts';
import { many, sql, type Db } from '@muster/service-kit';

/** The ids of those that exist in the company, by what names them; others are absent. */
export async function findNamedIssues(
  db: Db,
  companyId: string,
  refs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = refs.filter((ref) => UUID.test(ref)).map((ref) => ref.toLowerCase());
  const identifiers = refs
    .filter((ref) => ISSUE_IDENTIFIER.test(ref) && !UUID.test(ref))
    .map((ref) => ref.toUpperCase());
  if (ids.length + identifiers.length === 0) return new Map();
  const found = await many<{ id: string; identifier: string }>(
    db,
    sql`
    select i.id, i.identifier from issues i
    where i.company_id = ${companyId}
      and (i.id = any(${ids}::uuid[]) or i.identifier = any(${identifiers}::text[]))
    order by i.id limit ${ids.length + identifiers.length}`,
  );
  const known = new Map(
    found.flatMap(({ id, identifier }) => [
      [id, id],
      [identifier, id],
    ]),
  );
  return new Map(
    refs.flatMap((ref) => {
      const id = known.get(ref.toLowerCase()) ?? known.get(ref.toUpperCase());
      return id === undefined ? [] : [[ref, id] as const];
    }),
  );
}
