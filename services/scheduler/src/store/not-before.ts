/** Agents that asked not to be started before a certain time. */
import { maybeOne, sql, type Db } from '@muster/service-kit';
import { BACK_OFF_MAX_SECONDS } from '../domain/not-before.ts';
import type { Holder } from '../domain/held-run.ts';

/** By the holder of a run for its own agent; the last request counts. Returns the time. */
export const backOffAgent = async (
  db: Db,
  { id, epoch, fence }: Holder,
  notBefore: string,
): Promise<string | undefined> => {
  const updated = await maybeOne<{ notBefore: string }>(
    db,
    sql`
    update roster r
    set not_before = least(
      ${notBefore}::timestamptz, now() + make_interval(secs => ${BACK_OFF_MAX_SECONDS})
    )
    from runs
    where runs.id = ${id} and runs.epoch = ${epoch} and runs.fence = ${fence} and runs.held
      and r.agent_id = runs.agent_id and r.company_id = runs.company_id
    returning r.not_before`,
  );
  return updated?.notBefore;
};
