/**
 * A secret gets into a comment and is redacted. Then every table of every service, every log of a
 * process and what a webhook would send are searched for it. A word that is not secret was written in
 * the same way: a place without it was not searched.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { issues } from '@muster/contracts';
import { expect, it } from 'vitest';
import { newCanaries } from '../checks/canaries.ts';
import { addIssue, createCompany } from '../fixtures/builders.ts';
import { useSql } from '../world/sql.ts';
import { useWorld } from '../world/use-world.ts';

const world = useWorld({ settings: { LOG_LEVEL: 'debug' } });
const sql = useSql(world);
const canaries = newCanaries();

/** Tables in which a text stands, in any case. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await sql.rows(`
      select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
      from information_schema.tables
      where table_type = 'BASE TABLE'
        and table_schema not in ('pg_catalog', 'information_schema')
      order by 1`);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await sql.rows(`select t::text as row from ${String(name)} t`);
    if (rows.some(({ row }) => String(row).toLowerCase().includes(text))) found.push(String(name));
  }
  return found;
}

it('leaves no word of a redacted comment in any table of any service, nor in a log', async () => {
  const { board, folder } = world();
  const { id: companyId } = await createCompany(board);
  const secret = canaries.plant('comment').replaceAll('-', '');
  canaries.watch('the comment', secret);
  const kept = canaries.plant('kept').replaceAll('-', '');
  const { id: issueId } = await addIssue(board, companyId);
  await board.call(issues, 'addComment', { issueId, body: `This stays: ${kept}` });
  const body = `The password is ${secret}, @${secret}.`;
  const { id } = await board.call(issues, 'addComment', { issueId, body });
  await board.call(issues, 'updateIssue', { issueId, comment: body });
  const places = ['issues.comments', 'issues.issue_texts', 'issues.requests'];
  expect(await tablesWith(secret)).toEqual(places);
  const comments = await board.call(issues, 'listComments', { issueId, order: 'desc' });
  for (const commentId of [id, comments[0]?.id ?? '']) {
    const { redacted } = await board.call(issues, 'redactComment', { issueId, commentId });
    expect(redacted).toMatchObject({ byAgentId: null, reason: null });
  }
  expect(await tablesWith(secret)).toEqual([]);
  expect(await tablesWith(kept)).toEqual(places);
  const logs = globSync('data/**/*.log', { cwd: folder });
  expect(logs.length).toBeGreaterThan(6);
  const leaks = logs.filter((file) =>
    canaries.foundIn(readFileSync(join(folder, file), 'latin1')).includes('the comment'),
  );
  expect(leaks).toEqual([]);
  const context = await board.get(`/api/issues/${issueId}/heartbeat-context?comments=5`);
  expect(JSON.stringify(context.body)).not.toContain(secret);
  expect(JSON.stringify(context.body)).toContain('"redacted":{"at":');
});
