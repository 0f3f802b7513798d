/** Copies of the ids and names of secrets, never of their values. */
import { Id, Refusal } from '@muster/contracts';
import { many, none, sql, type Db } from '@muster/service-kit';

export interface NamedSecret {
  readonly secretId: string;
  readonly name: string;
}

export const saveSecret = (db: Db, companyId: string, { secretId, name }: NamedSecret) =>
  none(
    db,
    sql`
    insert into secrets (secret_id, company_id, name) values (${secretId}, ${companyId}, ${name})
    on conflict (secret_id) do nothing`,
  );

export const deleteSecret = (db: Db, companyId: string, secretId: string) =>
  none(db, sql`delete from secrets where company_id = ${companyId} and secret_id = ${secretId}`);

export interface Reference {
  /** The id or the name of a secret. */
  readonly text: string;
  readonly field: string;
}

/** Refuses the first reference to a secret that the company does not have. */
export async function requireSecrets(
  db: Db,
  companyId: string,
  references: readonly Reference[],
): Promise<void> {
  if (references.length === 0) return;
  const texts = [...new Set(references.map(({ text }) => text.toLowerCase()))];
  const ids = texts.filter((text) => Id.safeParse(text).success);
  const names = texts.filter((text) => !ids.includes(text));
  const found = await listSecrets(db, companyId, { ids, names });
  const known = new Set(found.flatMap(({ secretId, name }) => [secretId, name.toLowerCase()]));
  const unknown = references.find(({ text }) => !known.has(text.toLowerCase()));
  if (unknown) throw new Refusal('secret_not_found', { field: unknown.field });
}

export const listSecrets = (
  db: Db,
  companyId: string,
  { ids, names }: { readonly ids: readonly string[]; readonly names: readonly string[] },
): Promise<NamedSecret[]> =>
  many<NamedSecret>(
    db,
    sql`
    select secret_id, name from secrets
    where secret_id = any(${ids}::uuid[]) and company_id = ${companyId}
    union all
    select secret_id, name from secrets
    where company_id = ${companyId} and lower(name) = any(${names}::text[])
    order by 1 limit ${ids.length + names.length}`,
  );
