/** Reservations that have expired, as the sweep finds them. */
import { many, NIL_UUID, sql, type Db } from '@muster/service-kit';

/** Companies after one of them, in the order of their ids. Only what has expired is read. */
export const listCompaniesWithExpired = (
  db: Db,
  after: string | undefined,
  limit: number,
): Promise<{ companyId: string }[]> =>
  many(
    db,
    sql`
    select distinct company_id from reservations
    where state = 'held' and expires_at < now()
      and company_id > ${after ?? NIL_UUID}::uuid
    order by company_id limit ${limit}`,
  );
