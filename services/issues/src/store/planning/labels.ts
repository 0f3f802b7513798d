/** Labels of a company, which its issues may have. */
import { Refusal, type Label, type Scope } from '@muster/contracts';
import {
  inScope,
  many,
  maybeOne,
  none,
  one,
  sql,
  violatedConstraint,
  type Db,
  type Statement,
} from '@muster/service-kit';
import type { Whole } from '../../domain/issue-state.ts';

export type LabelRow = Whole<Label>;

const labelColumns = sql`id, company_id, name, color, created_at, version`;

export const insertLabel = (db: Db, label: LabelRow): Promise<void> =>
  withUniqueName(
    none(
      db,
      sql`
      insert into labels (id, company_id, name, color, created_at, version)
      values (
        ${label.id}, ${label.companyId}, ${label.name}, ${label.color}, ${label.createdAt},
        ${label.version}
      )`,
    ),
  );

/** Issues refer to a label by its id, so none of them changes. */
export const saveLabel = (
  db: Db,
  { id, companyId, name, color, version }: LabelRow,
): Promise<void> =>
  withUniqueName(
    none(
      db,
      sql`
      update labels set name = ${name}, color = ${color}, version = ${version}
      where id = ${id} and company_id = ${companyId}`,
    ),
  );

async function withUniqueName(written: Promise<void>): Promise<void> {
  try {
    await written;
  } catch (error) {
    if (violatedConstraint(error) !== 'labels_name_unique_per_company') throw error;
    throw new Refusal('name_taken', { field: 'name' });
  }
}

export const lockLabel = (db: Db, scope: Scope, id: string): Promise<LabelRow | undefined> =>
  maybeOne<LabelRow>(
    db,
    sql`
    select ${labelColumns} from labels where id = ${id} and ${inScope(scope)}
    for no key update`,
  );

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
 * Deletes the label and so removes it from all answers. A transaction that adds it to an issue
 * meanwhile locks it: the deletion waits for it, and what removes the label from its issues afterwards
 * sees that issue too.
 */
export const deleteLabelRow = (db: Db, companyId: string, id: string): Promise<Label | undefined> =>
  maybeOne<Label>(
    db,
    sql`
    delete from labels where id = ${id} and company_id = ${companyId} returning ${labelColumns}`,
  );

/** The next issues that have the label, in the order of its index. */
export const issuesWithLabel = (companyId: string, id: string, limit: number): Statement => sql`
  select l.issue_id from issue_labels_in_scope l
  where l.label_id = ${id} and l.company_id = ${companyId}
  order by l.status, l.priority, l.updated_at, l.issue_id limit ${limit}`;

/** Removes a deleted label from at most so many issues; returns from how many. */
export const removeLabelFromIssues = async (
  db: Db,
  companyId: string,
  id: string,
  limit: number,
): Promise<number> => {
  const { changed } = await one<{ changed: number }>(
    db,
    sql`
    with changed as (
      update issues set label_ids = array_remove(label_ids, ${id}::uuid), version = version + 1
      where company_id = ${companyId} and id in (${issuesWithLabel(companyId, id, limit)})
      returning id
    )
    select count(*)::integer as changed from changed`,
  );
  return changed;
};
