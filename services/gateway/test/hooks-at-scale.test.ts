/** Whose turn it is, and the claim of a few deliveries of each company, cost alike however many wait. */
import type { gateway } from '@muster/contracts';
import { many, sql, type Db } from '@muster/service-kit';
import { openStage, pagesOf, planOf, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimDue, listWaitingCompanies } from '../src/hooks/store/due-deliveries.ts';
import { gatewayService } from '../src/service.ts';
import { BOARD_TOKEN } from './open-gateway.ts';

const COMPANIES = 40;
const OF_EACH = 5;
/** Of two companies each, in statements far below their timeout. */
const LARGE = 10_000;
const BATCH = 1_000;
/** Three probes of a company, each through the levels of the index. Reading what waits would be 20,000. */
const PAGES_OF_LIST_MAX = 40 * COMPANIES;
/** Most are of indexes that a claim writes. */
const PAGES_OF_CLAIM_MAX = 60 * OF_EACH;

let stage: Stage<typeof gateway>;
let companyIds: string[];

/** One company has 10,000 deliveries that are due, another as many that are not; each of the others has ten. */
beforeAll(async () => {
  stage = await openStage(gatewayService, { env: { PORT: '0', MUSTER_BOARD_TOKEN: BOARD_TOKEN } });
  const fill = (text: string) => stage.db.run({ text, values: [] });
  await fill(`
    insert into hooks (
      id, company_id, name, form, effect, filters, enabled, sealed_secret, by_user_id, created_at,
      updated_at
    )
    select gen_random_uuid(), gen_random_uuid(), n::text, 'gitlab',
      '{"kind": "wait", "key": "/key"}', '[]', true, '', u.id, now(), now()
    from generate_series(1, ${COMPANIES}) n, (select id from users where instance_admin limit 1) u`);
  const waiting = await many<{ companyId: string }>(
    stage.db,
    sql`select company_id from hooks order by company_id limit ${COMPANIES}`,
  );
  companyIds = waiting.map(({ companyId }) => companyId);
  const add = (which: string, count: number) =>
    fill(`
    insert into hook_deliveries (
      id, company_id, hook_id, delivery_key, brought, status, due_at, received_at
    )
    select uuidv7(), company_id, id, uuidv7(), '{"key": "A"}', 'pending',
      now() + case name when '2' then interval '1 day' else - n * interval '1 second' end, now()
    from hooks, generate_series(1, ${count}) n where ${which}`);
  await add("name not in ('1', '2')", 10);
  for (let left = LARGE; left > 0; left -= BATCH) await add("name in ('1', '2')", BATCH);
  await fill('analyze hooks, hook_deliveries, users');
});
afterAll(() => stage.close());

const list = (db: Db) => listWaitingCompanies(db, undefined, 100);
const claimOf = (of: readonly string[]) => (db: Db) =>
  claimDue(db, of, { ofEach: OF_EACH, seconds: 60 });

describe('with 20,000 deliveries of two companies that wait', () => {
  it('finds the companies that are next by their index', async () => {
    expect(await planOf(stage.db, list)).toContain('hook_deliveries_due_of_company');
    expect(await pagesOf(stage.db, list)).toBeLessThanOrEqual(PAGES_OF_LIST_MAX);
    const found = await list(stage.db);
    expect(found.map(({ companyId }) => companyId)).toEqual(companyIds);
    expect(found.filter(({ isDue }) => !isDue)).not.toHaveLength(0);
  });

  it('claims a few of each by their index', async () => {
    const claim = claimOf(companyIds);
    expect(await planOf(stage.db, claim)).toContain('hook_deliveries_due_of_company');
    for (const companyId of companyIds) {
      const pages = await pagesOf(stage.db, claimOf([companyId]));
      expect(pages).toBeLessThanOrEqual(PAGES_OF_CLAIM_MAX);
    }
    const claimed = Map.groupBy(await claim(stage.db), ({ companyId }) => companyId);
    expect(claimed.size).toBeLessThan(COMPANIES);
    for (const own of claimed.values()) expect(own.length).toBeLessThanOrEqual(OF_EACH);
  });
});
