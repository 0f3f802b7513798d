/** The rows of holds. */
import { maybeOne, none, sql, type Db } from '@muster/service-kit';

export interface HoldOf {
  readonly companyId: string;
  /** The issue or the project. */
  readonly subjectId: string;
}

export interface NewHold extends HoldOf {
  readonly kind: 'issue' | 'project';
  readonly reason: string;
  /** Null: as the company says. */
  readonly cancelRuns: boolean | null;
  readonly heldByUserId: string | null;
}

/** A second hold of the same thing replaces the first. */
export const saveHold = (db: Db, hold: NewHold, now: string): Promise<void> =>
  none(
    db,
    sql`
    insert into holds (
      company_id, subject_id, kind, reason, cancel_runs, held_by_user_id, held_at
    )
    values (
      ${hold.companyId}, ${hold.subjectId}, ${hold.kind}, ${hold.reason},
      ${hold.cancelRuns}::boolean, ${hold.heldByUserId}::uuid, ${now}
    )
    on conflict (company_id, subject_id) do update
    set reason = excluded.reason, cancel_runs = excluded.cancel_runs,
      held_by_user_id = excluded.held_by_user_id, held_at = excluded.held_at`,
  );

/** Whether there was one. */
export const deleteHold = async (db: Db, { companyId, subjectId }: HoldOf): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`
    delete from holds where company_id = ${companyId} and subject_id = ${subjectId}
    returning subject_id`,
  )) !== undefined;
