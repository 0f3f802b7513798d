/** Labels of a company, which its issues may have. */
import { Refusal, type Label, type Scope } from '@muster/contracts';
import {
  inScope,
  many,
  maybeOne,
  none,
  sql,
  violatedConstraint,
  type Db,
} from '@muster/service-kit';

const labelColumns = sql`id, company_id, name, color, created_at`;

export async function insertLabel(db: Db, label: Label): Promise<void> {
  try {
    await none(
      db,
      sql`
      insert into labels (id, company_id, name, color, created_at)
      values (${label.id}, ${label.companyId}, ${label.name}, ${label.color}, ${label.createdAt})`,
    );
  } catch (error) {
    if (violatedConstraint(error) !== 'labels_name_unique_per_company') throw error;
    throw new Refusal('name_taken', { field: 'name' });
  }
}

export interface LabelPosition {
  readonly name: string;
  readonly id: string;
}

export const listLabelRows = (
  db: Db,
  companyId: string,
  position: LabelPosition | undefined,
  limit: number,
): Promise<Label[]> =>
  many(
    db,
    sql`
    select ${labelColumns} from labels_in_scope
    where company_id = ${companyId}
      and (${position?.name ?? null}::text is null or lower(name) > lower(${position?.name ?? ''}))
    order by lower(name) limit ${limit}`,
  );

export const findCompanyOfLabel = async (
  db: Db,
  scope: Scope,
  id: string,
): Promise<string | undefined> => {
  const found = await maybeOne<{ companyId: string }>(
    db,
    sql`
    select company_id from labels where id = ${id} and ${inScope(scope)}`,
  );
  return found?.companyId;
};

/**
 * Removes a label from its issues and deletes it. A transaction that adds the label to an issue
 * meanwhile locks the label: the deletion waits for it and then removes the label from that issue
 * too.
 */
export async function deleteLabelRow(
  db: Db,
  companyId: string,
  id: string,
): Promise<Label | undefined> {
  await removeFromIssues(db, companyId, id);
  const deleted = await maybeOne<Label>(
    db,
    sql`
    delete from labels where id = ${id} and company_id = ${companyId} returning ${labelColumns}`,
  );
  if (deleted) await removeFromIssues(db, companyId, id);
  return deleted;
}

const removeFromIssues = (db: Db, companyId: string, id: string): Promise<void> =>
  none(
    db,
    sql`
    update issues set label_ids = array_remove(label_ids, ${id}::uuid), version = version + 1
    where company_id = ${companyId}
      and id in (select l.issue_id from issue_labels l where l.label_id = ${id})`,
  );
