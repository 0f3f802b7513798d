/** What a row of sums is called in each list: the columns of its key, and where its names are. */
import { sql, type Statement } from '@muster/service-kit';
import type { Dimension } from './cost-sums.ts';

export interface Names {
  readonly named: Statement;
  readonly names: Statement;
}

/** The rows of sums are called `s`. */
export const namesOf: Readonly<Record<Exclude<Dimension, 'all'>, (companyId: string) => Names>> = {
  agent: (companyId) => ({
    named: sql`s.key::uuid as agent_id, a.name as agent_name`,
    names: sql`left join agents a on a.agent_id = s.key::uuid and a.company_id = ${companyId}`,
  }),
  project: (companyId) => ({
    named: sql`nullif(s.key, '')::uuid as project_id, p.name as project_name`,
    names: sql`left join projects p
      on p.project_id = nullif(s.key, '')::uuid and p.company_id = ${companyId}`,
  }),
  issue: (companyId) => ({
    named: sql`nullif(s.key, '')::uuid as issue_id, i.identifier as issue_identifier,
      i.title as issue_title`,
    names: sql`left join issues i
      on i.issue_id = nullif(s.key, '')::uuid and i.company_id = ${companyId}`,
  }),
  model: () => ({
    named: sql`s.key::json ->> 0 as provider, s.key::json ->> 1 as model`,
    names: sql``,
  }),
};
