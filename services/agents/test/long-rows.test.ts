/** A page of a list with long columns reads about an answer, however long its rows are. */
import { agents } from '@muster/contracts';
import { none, sql, type Stated } from '@muster/service-kit';
import { boardActor, openStage, walkList, walkStates, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { aCompany, anAgent } from './team.ts';

const ROWS = 60;
/** Bytes of the columns of one agent, a quarter each. */
const LONG = 240_000;
/** Rows, and what a page reads besides: each is less. */
const ANSWERS_MAX = 1.5;

let stage: Stage<typeof agents>;
let companyId: string;
let agentId: string;
/** Has secrets that each of its agents uses. */
let usersCompanyId: string;

beforeAll(async () => {
  stage = await openStage(agentsService);
  companyId = (await aCompany(stage)).id;
  usersCompanyId = (await aCompany(stage)).id;
  agentId = (await anAgent(stage, companyId, { name: 'Ann' })).id;
  const admin = await stage.admin();
  const long = sql`repeat(md5(n::text), ${LONG / 4 / 32}::integer)`;
  await none(
    admin,
    sql`
    insert into companies (
      id, name, issue_prefix, description, time_zone, budget_monthly_cents,
      require_board_approval_for_new_agents, review_required
    )
    select uuidv7(), 'C' || n, 'C' || repeat('C', n), repeat('漢', 65536), 'UTC', 0, true, false
    from generate_series(3, ${ROWS}::integer) n`,
  );
  await none(
    admin,
    sql`
    insert into agents (
      id, company_id, name, name_key, url_key, role, status, capabilities, adapter_type,
      adapter_config, runtime_config, can_create_agents, budget_monthly_cents, metadata
    )
    select uuidv7(), ${companyId}, 'A' || n, 'a' || n, 'a' || n, 'engineer', 'idle', ${long},
      'remote', jsonb_build_object('a', ${long}),
      jsonb_build_object('a', ${long}, 'heartbeat', '{"intervalSec": 0}'::jsonb), false, 0,
      jsonb_build_object('a', ${long})
    from generate_series(2, ${ROWS}::integer) n`,
  );
  await none(
    admin,
    sql`
    insert into agents (
      id, company_id, name, name_key, url_key, role, status, adapter_type, adapter_config,
      runtime_config, can_create_agents, budget_monthly_cents, metadata
    )
    select uuidv7(), ${usersCompanyId}, 'U' || n, 'u' || n, 'u' || n, 'engineer', 'idle',
      'remote', '{}', '{}', false, 0, '{}'
    from generate_series(1, 2000) n`,
  );
  await none(
    admin,
    sql`
    insert into secrets (id, company_id, name, sealed, fingerprint)
    select uuidv7(), ${usersCompanyId}, 's' || n, ''::bytea, ''::bytea
    from generate_series(1, ${ROWS}::integer) n`,
  );
  await none(
    admin,
    sql`
    insert into secret_uses (company_id, secret_id, agent_id)
    select s.company_id, s.id, a.id from secrets s join agents a using (company_id)
    where s.company_id = ${usersCompanyId}`,
  );
  await none(
    admin,
    sql`
    insert into config_revisions (id, company_id, agent_id, number, source, changed_keys, config)
    select uuidv7(), ${companyId}, ${agentId}, n, 'patch', '{metadata}', jsonb_build_object(
      'adapterConfig', jsonb_build_object('a', ${long}), 'runtimeConfig', '{}'::jsonb,
      'metadata', jsonb_build_object('a', ${long})
    )
    from generate_series(2, ${ROWS}::integer) n`,
  );
  await none(
    admin,
    sql`
    with erased as (
      insert into company_erasures (company_id, requested_by_user_id, requested_at)
      select uuidv7(), n, now() from generate_series(1, ${ROWS}::integer) n
      returning company_id
    )
    insert into erasure_receipts (company_id, service, begun_at, erased_at, deleted)
    select company_id, 's' || n, now(), now(), (
        select jsonb_object_agg(repeat('t', 60) || t, t) from generate_series(1, 60) t
      )
    from erased, generate_series(1, 6) n`,
  );
});
afterAll(() => stage.close());

const lists: readonly [string, string, 'users'?][] = [
  ['agents', 'listAgents'],
  ['configurations', 'listAgentConfigurations'],
  ['revisions of a configuration', 'listConfigRevisions'],
  ['secrets', 'listSecrets', 'users'],
  ['companies', 'listCompanies'],
  ['erasures', 'listErasures'],
];
/** Lists without a text that is longer than a few kilobytes, or of a few rows. */
const SHORT = ['listInstructionsRevisions', 'listSkillRevisions', 'listSkills'];

it.each(lists)('a page of %s reads about an answer, and all pages each once', async (...of) => {
  const [, operation, users] = of;
  const input = { companyId: users ? usersCompanyId : companyId, agentId, limit: 500 };
  const { items, answersRead } = await walkList(
    agentsService,
    stage,
    operation,
    input,
    boardActor(),
  );
  const different = new Set(items.map((item) => JSON.stringify(item)));
  expect({ items: items.length, different: different.size }).toEqual({
    items: ROWS,
    different: ROWS,
  });
  expect(answersRead).toBeLessThan(ANSWERS_MAX);
});

it.each([
  ['agents', 'agent.created', () => companyId, ROWS],
  ['secrets', 'secret.created', () => usersCompanyId, ROWS],
])('a page of the states of %s reads about an answer, and all pages each once', async (...of) => {
  const [, type, companyOf, count] = of;
  const { items, answersRead } = await walkStates(agentsService, stage, type, companyOf());
  expect(new Set(items.map((item) => (item as Stated).entityId)).size).toBe(count);
  expect(items).toHaveLength(count);
  expect(answersRead).toBeLessThan(ANSWERS_MAX);
});

it('has no other list', () => {
  const paged = Object.entries(agents.operations)
    .filter(([, operation]) => 'paged' in operation)
    .map(([name]) => name);
  expect(paged.toSorted()).toEqual([...lists.map(([, name]) => name), ...SHORT].toSorted());
});
