/** Agents that have asked for rest: none of them is given a run before. */
import { maybeOne, sql, type Db } from '@muster/service-kit';
import { REST_MAX_SECONDS } from '../domain/rest.ts';

/** By the holder of a run for its own agent; the last word counts. Returns until when. */
export const restAgent = async (
  db: Db,
  run: { readonly id: string; readonly epoch: number },
  notBefore: string,
): Promise<string | undefined> => {
  const rested = await maybeOne<{ notBefore: string }>(db, sql`
    update roster r
    set not_before = least(
      ${notBefore}::timestamptz, now() + make_interval(secs => ${REST_MAX_SECONDS})
    )
    from runs
    where runs.id = ${run.id} and runs.epoch = ${run.epoch} and runs.held
      and r.agent_id = runs.agent_id and r.company_id = runs.company_id
    returning r.not_before`);
  return rested?.notBefore;
};
