/**
 * A company with one of everything is erased while its services are killed. Then every table of every service
 * and every file is searched for its ids and its words, and another company is as it was, row for row.
 */
import { globSync } from 'node:fs';
import { agents, issues, scheduler, serviceNames, UUID_PATTERN } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { expect, it } from 'vitest';
import { killService } from '../faults/faults.ts';
import { createOneOfEverything, type OneOfEverything } from '../fixtures/one-of-everything.ts';
import { digestOf, idsOf } from '../tenancy/fingerprint.ts';
import { holdLocked, useSql } from '../world/sql.ts';
import { useWorld } from '../world/use-world.ts';

/** More than a step deletes. */
const MANY = 2_500;
/** What is left of an erased company: its id, and who wanted it. */
const LEFT = ['erasures', 'company_erasures', 'erasure_receipts'];
const UUIDS = new RegExp(UUID_PATTERN, 'g');
const COMPLETE_MS = 120_000;

const world = useWorld({ settings: { LOG_LEVEL: 'debug' } });
const sql = useSql(world);

/** Rows of every table but those that are left, by table. */
async function dump(): Promise<Map<string, string>> {
  const tables = await sql.rows(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and table_name <> all($1) order by 1`,
    [LEFT],
  );
  const rows = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await sql.rows(
      `select coalesce(string_agg(lower(t::text), ' '), '') as rows from ${String(name)} t`,
    );
    rows.set(String(name), String(row?.['rows']));
  }
  return rows;
}

const tablesWith = (dumped: ReadonlyMap<string, string>, texts: readonly string[]): string[] =>
  [...dumped].flatMap(([name, rows]) =>
    texts.filter((text) => rows.includes(text.toLowerCase())).map((text) => `${name}: ${text}`),
  );

const addManyIssues = (companyId: string) =>
  sql.rows(
    `insert into issues.comments (id, company_id, issue_id, number, author_name, body, mentions, created_at)
    select uuidv7(), company_id, id, 1000 + n, 'Somebody', 'long ago', '[]', now()
    from issues.issues, generate_series(1, ${MANY}) n where company_id = $1
      and id = (select id from issues.issues where company_id = $1 order by id limit 1)`,
    [companyId],
  );

const isGone = (companyId: string) => async () => {
  const open = await Promise.all(
    serviceNames.map((name) =>
      sql.rows(`select from ${name}.erasures where company_id = $1 and phase = 'done'`, [
        companyId,
      ]),
    ),
  );
  return open.every((rows) => rows.length === 1) ? true : undefined;
};

const refusedWith = (code: string) => ({ reply: { body: { code } } });

/** Those of the company alone: its rows also name people, who stay. */
async function ownIdsOf(gone: OneOfEverything, kept: OneOfEverything): Promise<string[]> {
  const others = await idsOf(sql, kept.companyId);
  const installation = await sql.rows(
    `select t::text as row from gateway.users t
    union all select t::text from gateway.board_tokens t
    union all select t::text from gateway.sessions t
    union all select t::text from gateway.account_activity t`,
  );
  for (const { row } of installation) {
    for (const [id] of String(row).matchAll(UUIDS)) others.add(id);
  }
  others.delete(gone.companyId);
  return [...(await idsOf(sql, gone.companyId))].filter((id) => !others.has(id));
}

async function expectGrace({ companyId, chief, ids }: OneOfEverything): Promise<void> {
  const { board } = world();
  const company = await board.call(agents, 'eraseCompany', { companyId });
  expect(company).toMatchObject({ status: 'archived', erasesAt: expect.any(String) as string });
  const again = await board.call(agents, 'eraseCompany', { companyId });
  expect(again).toEqual(company);
  const days = (Date.parse(company.erasesAt ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(7, 1);
  const read = await board.call(issues, 'getIssue', { issueId: ids.issue });
  expect(read.companyId).toBe(companyId);
  const activated = board.call(agents, 'updateCompany', { companyId, status: 'active' });
  await expect(activated).rejects.toMatchObject(refusedWith('company_being_erased'));
  const added = chief.caller.call(issues, 'createIssue', { companyId, title: 'Late' });
  await expect(added).rejects.toMatchObject(refusedWith('company_archived'));
  const woken = board.call(scheduler, 'wakeAgent', { agentId: ids.agent });
  await expect(woken).rejects.toMatchObject(refusedWith('company_archived'));
}

it('leaves nothing of an erased company, and every row of another one', async () => {
  const { board, folder } = world();
  const gone = await createOneOfEverything(world(), 'zephyrgone');
  const kept = await createOneOfEverything(world(), 'quartzkept');
  const { companyId } = gone;
  await addManyIssues(companyId);
  await expectGrace(gone);
  const restored = await board.call(agents, 'restoreCompany', { companyId });
  expect(restored).toMatchObject({ status: 'active', erasesAt: null });
  await board.call(agents, 'eraseCompany', { companyId });
  const ids = await ownIdsOf(gone, kept);
  expect(ids.length).toBeGreaterThan(100);
  expect(tablesWith(await dump(), [companyId, 'zephyrgone']).length).toBeGreaterThan(60);
  const before = await digestOf(sql, kept.companyId);

  const lock = await holdLocked(
    world().stack.databaseUrl,
    `select from issues.issues where company_id = $1 for update`,
    [companyId],
  );
  await sql.rows(`update agents.companies set erases_at = now() where id = $1`, [companyId]);
  await until('the step that waits for a row', async () =>
    (await lock.waiting('muster_issues')).length > 0 ? true : undefined,
  );
  for (const service of ['issues', 'agents', 'gateway'] as const) {
    await killService(service).strike(world());
  }
  await lock.release();
  await world().stack.whenReady();
  await until('the erasure in every service', isGone(companyId), COMPLETE_MS);

  const dumped = await dump();
  // One invitation of the fixture is to the installation, and to no company.
  const found = tablesWith(dumped, [companyId, 'zephyrgone', gone.names.issue]);
  expect(found).toEqual(['gateway.user_invitations: zephyrgone']);
  expect(tablesWith(dumped, ids)).toEqual([]);
  expect(globSync(`**/${companyId}*`, { cwd: folder })).toEqual([]);
  expect(await digestOf(sql, kept.companyId)).toEqual(before);
  const [receipt] = await board.call(agents, 'listErasures', {});
  expect(receipt).toMatchObject({ companyId, finishedAt: expect.any(String) as string });
  expect(receipt?.services.map(({ service }) => service)).toEqual([...serviceNames].toSorted());
  const ofIssues = receipt?.services.find(({ service }) => service === 'issues');
  expect(ofIssues?.deleted['comments']).toBeGreaterThan(MANY);
  const absent = board.call(agents, 'getCompany', { companyId });
  await expect(absent).rejects.toMatchObject(refusedWith('company_not_found'));
});
