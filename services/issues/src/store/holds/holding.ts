/**
 * The hold of an issue `i`, found from the issue upwards: its own, that of its project, or that of an
 * issue above and its project. Companies that hold nothing pay for one look into an index.
 */
import { maybeOne, one, sql, type Db, type Statement } from '@muster/service-kit';
import type { StoredHold } from '../../domain/holds/held.ts';
import type { IssueKey } from '../issue-rows.ts';
import { iso } from '../planning/planning-views.ts';

interface Place {
  readonly companyId: Statement;
  readonly id: Statement;
  readonly parentId: Statement;
  readonly projectId: Statement;
}

interface NewPlace {
  readonly id?: string | null;
  readonly parentId: string | null;
  readonly projectId: string | null;
}

const holdsAnything = (companyId: Statement): Statement =>
  sql`exists (select from holds held where held.company_id = ${companyId})`;

const holdAbove = ({ companyId, id, parentId, projectId }: Place): Statement =>
  sql`hold_above(${companyId}, ${id}, ${parentId}, ${projectId})`;

const holdAt = (place: Place): Statement =>
  sql`(case when ${holdsAnything(place.companyId)} then ${holdAbove(place)} end)`;

const ofIssue: Place = {
  companyId: sql`i.company_id`,
  id: sql`i.id`,
  parentId: sql`i.parent_id`,
  projectId: sql`i.project_id`,
};

/** As JSON; null if nothing holds it. */
export const holdOfIssue = holdAt(ofIssue);

/** The same without saying what holds it. */
export const isHeld = sql`(
  case when ${holdsAnything(ofIssue.companyId)} then ${holdAbove(ofIssue)} is not null
  else false end
)`;

/** More levels than any tree has; a ring, which moves refuse, would end here. */
const LEVELS_MAX = 1_000;

/** Whether the issue or project is above `i`, or `i` itself, or has it in its project. */
export const isBelow = (subjectId: string): Statement => sql`exists (
  with recursive up (level, id, parent_id, project_id) as (
    select 0, i.id, i.parent_id, i.project_id
    union all
    select up.level + 1, above.id, above.parent_id, above.project_id
    from up join issues above on above.id = up.parent_id and above.company_id = i.company_id
    where up.level < ${LEVELS_MAX}::integer
  )
  select from up where up.id = ${subjectId}::uuid or up.project_id = ${subjectId}::uuid
)`;

/** What would hold an issue with this parent and project; a new one has no id yet. */
export const findHoldOfPlace = async (
  db: Db,
  companyId: string,
  { id = null, parentId, projectId }: NewPlace,
): Promise<StoredHold | null> => {
  if ((id ?? parentId ?? projectId) === null) return null;
  const place = {
    companyId: sql`${companyId}::uuid`,
    id: sql`${id}::uuid`,
    parentId: sql`${parentId}::uuid`,
    projectId: sql`${projectId}::uuid`,
  };
  const { hold } = await one<{ hold: StoredHold | null }>(db, sql`select ${holdAt(place)} as hold`);
  return hold;
};

export const findHoldOfIssue = async (
  db: Db,
  { id, companyId }: IssueKey,
): Promise<StoredHold | null> => {
  const found = await maybeOne<{ hold: StoredHold | null }>(
    db,
    sql`
    select ${holdOfIssue} as hold from issues i where i.id = ${id} and i.company_id = ${companyId}`,
  );
  return found?.hold ?? null;
};

/** Of a project `p`; null if it is not held. */
export const holdOfProject = sql`(
  select json_build_object(
    'issueId', null, 'projectId', p.id, 'name', p.name, 'reason', h.reason,
    'heldByUserId', h.held_by_user_id,
    'heldAt', ${iso(sql`h.held_at`)}
  ) from holds h where h.company_id = p.company_id and h.subject_id = p.id
)`;
