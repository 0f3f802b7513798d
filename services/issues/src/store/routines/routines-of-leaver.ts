/** Routines of whoever may not write in their company any more. */
import { ROUTINES_MAX } from '@muster/contracts';
import { many, sql, type Db } from '@muster/service-kit';
import { routineColumns, type RoutineRow } from './routines.ts';

/** Pauses those that this person has turned on, and returns them; the inbox has them from then on. */
export const pauseRoutinesOf = (db: Db, companyId: string, userId: string): Promise<RoutineRow[]> =>
  many<RoutineRow>(
    db,
    sql`
    with own as (
      select id from routines
      where company_id = ${companyId} and status = 'active' and activated_by_user_id = ${userId}
      order by id limit ${ROUTINES_MAX} for no key update
    ), paused as (
      update routines r
      set status = 'paused', pause_reason = 'member_left', next_fire_at = null,
        updated_at = now(), version = r.version + 1
      from own where r.id = own.id
      returning r.*
    )
    select ${routineColumns} from paused order by id limit ${ROUTINES_MAX}`,
  );
