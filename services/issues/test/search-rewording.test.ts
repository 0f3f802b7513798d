/** The words of issues that the release before has written are written again in steps. */
import { readFile } from 'node:fs/promises';
import type { Issue } from '@muster/contracts';
import { none, one, sql } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, type Team } from './team.ts';

const SOON = { timeout: 20_000, interval: 20 };

describe('an issue', () => {
  let stage: IssuesStage;
  beforeAll(async () => {
    stage = await openStage(issuesService);
  });
  afterAll(() => stage.close());

  const create = (team: Team, fields: object = {}): Promise<Issue> =>
    stage.as(team.board).createIssue({ companyId: team.companyId, title: 'Work', ...fields });
  const titles = async ({ ann, companyId }: Team, query: object) => {
    const rows = await stage.as(ann).listIssues({ companyId, ...query });
    return rows.map(({ title }) => title);
  };

  describe('whose words the release before has written', () => {
    /** As that release did. */
    const asBefore = async (team: Team): Promise<void> => {
      const admin = await stage.admin();
      await none(
        admin,
        sql`
        update issue_texts t
        set words = array_to_tsvector(array[' ' || i.company_id])
          || setweight(to_tsvector('simple', i.title), 'A')
          || setweight(to_tsvector('simple', i.identifier), 'B')
          || setweight(to_tsvector('simple', coalesce(i.description, '')), 'C')
          || to_tsvector('simple', coalesce((
            select string_agg(c.body, ' ' order by c.number) from comments c
            where c.issue_id = i.id and c.number <= 1000
          ), '')), positions = 0
        from issues i where i.id = t.issue_id and t.part = 0 and i.company_id = ${team.companyId}`,
      );
    };
    const migrate = async (): Promise<void> => {
      const admin = await stage.admin();
      const file = new URL('../migrations/0020_words_are_written_again.sql', import.meta.url);
      const [, step = ''] = (await readFile(file, 'utf8')).split('-- step');
      await none(admin, { text: step, values: [] });
    };
    const isDone = async (team: Team): Promise<boolean> => {
      const { open } = await one<{ open: number }>(
        stage.db,
        sql`
        select count(*)::integer as open from bulk_effects where company_id = ${team.companyId}`,
      );
      return open === 0;
    };

    it('is found by those first and then by the words inside', async () => {
      const team = await openTeam(stage);
      const issue = await create(team, { title: 'Fix src/auth/login.ts', description: 'Café' });
      await stage.as(team.ann).addComment({ issueId: issue.id, body: '修复登录页面的错误' });
      for (let n = 0; n < 45; n += 1) await create(team, { title: `task in lib/part${n}.ts` });
      await asBefore(team);
      for (const q of ['src/auth/login.ts', 'café', '修复登录', `"${issue.identifier}"`, 'fix']) {
        expect([q, await titles(team, { q })]).toEqual([q, [issue.title]]);
      }
      expect(await titles(team, { q: 'login' })).toEqual([]);
      await migrate();
      await expect.poll(() => isDone(team), SOON).toBe(true);
      for (const q of [
        'src/auth/login.ts',
        'login',
        'cafe',
        '登录',
        `"${issue.identifier}"`,
        'auth 页面',
      ]) {
        expect([q, await titles(team, { q })]).toEqual([q, [issue.title]]);
      }
      expect(await titles(team, { q: 'part44' })).toEqual(['task in lib/part44.ts']);
    });

    it('is found by every comment of a long thread afterwards', async () => {
      const team = await openTeam(stage);
      const issue = await create(team, { title: 'endless src/thread.ts' });
      await insertComments(issue, 5_000);
      await asBefore({ ...team });
      await none(
        await stage.admin(),
        sql`
        update issue_texts set words = words || to_tsvector('simple', 'stale')
        where issue_id = ${issue.id}`,
      );
      await migrate();
      await expect.poll(() => isDone(team), SOON).toBe(true);
      for (const q of ['note0001', 'note2500', 'note4999', 'src/file4999.ts', 'thread file0017']) {
        expect([q, await titles(team, { q })]).toEqual([q, [issue.title]]);
      }
      expect(await titles(team, { q: 'stale' })).toEqual([]);
      await stage.as(team.ann).addComment({ issueId: issue.id, body: 'the last word' });
      expect(await titles(team, { q: 'endless last' })).toEqual([issue.title]);
      await stage.as(team.board).updateIssue({ issueId: issue.id, title: 'renamed' });
      await expect.poll(() => isDone(team), SOON).toBe(true);
      for (const q of ['renamed note0001', 'renamed note4999', 'last']) {
        expect([q, await titles(team, { q })]).toEqual([q, ['renamed']]);
      }
      expect(await titles(team, { q: 'endless' })).toEqual([]);
    });
  });

  /** More words than one tsvector can have. */
  const insertComments = async ({ id, companyId }: Issue, count: number): Promise<void> => {
    const admin = await stage.admin();
    await none(
      admin,
      sql`
      insert into comments (
        id, company_id, issue_id, number, body, author_name, mentions, created_at
      )
      select uuidv7(), ${companyId}, ${id}, n, 'note' || lpad(n::text, 4, '0') || ' src/file'
        || lpad(n::text, 4, '0') || '.ts ' || (
          select string_agg('word' || n || 'x' || k, ' ') from generate_series(1, 20) k
        ), 'Ann', '[]', now()
      from generate_series(1, ${count}) n`,
    );
    await none(admin, sql`update issues set comment_count = ${count} where id = ${id}`);
  };
});
