/** How often one root cause has woken one agent recently. */
import { many, sql, type Db } from '@muster/service-kit';
import {
  STORM_WINDOW_SECONDS,
  UNCOUNTED_REASONS,
  UNCOUNTED_SOURCES,
  WAKES_PER_CAUSE_MAX,
} from '../domain/storm.ts';

export interface Chain {
  readonly agentId: string;
  readonly rootId: string;
}

/** Stops counting when it is too often. */
export const countWakesByRoot = (
  db: Db,
  companyId: string,
  chains: readonly Chain[],
): Promise<(Chain & { readonly wakes: number })[]> =>
  many(
    db,
    sql`
    select c.agent_id, c.root_id, n.wakes
    from unnest(
      ${chains.map(({ agentId }) => agentId)}::uuid[], ${chains.map(({ rootId }) => rootId)}::uuid[]
    ) as c (agent_id, root_id)
    cross join lateral (
      select count(*)::integer as wakes from (
        select 1 from wakeups w
        where w.agent_id = c.agent_id and w.root_id = c.root_id and w.company_id = ${companyId}
          and w.created_at > now() - make_interval(secs => ${STORM_WINDOW_SECONDS})
          and w.source <> all(${UNCOUNTED_SOURCES}::text[])
          and w.reason <> all(${UNCOUNTED_REASONS}::text[])
        limit ${WAKES_PER_CAUSE_MAX + 1}
      ) as lately
    ) as n
    order by c.agent_id limit ${chains.length}`,
  );
