/** Which words of texts a search finds, all of them, and in which order. */
import type { Issue } from '@muster/contracts';
import { header, many, newId, none, sql } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, type Team } from './team.ts';

describe('listIssues with a search', () => {
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

  /** Requests as the gateway does: the cursor of the next page is in a header. */
  async function page({ ann, companyId }: Team, query: object) {
    const reply = await stage.service.runtime.rpc({
      service: 'issues',
      operation: 'listIssues',
      actor: ann,
      requestId: newId(),
      deadlineMs: 10_000,
      body: JSON.stringify({ companyId, view: 'compact', ...query }),
    });
    const rows = JSON.parse(new TextDecoder().decode(reply.bytes)) as Issue[];
    return { rows, next: reply.headers?.get(header.nextCursor) || undefined };
  }

  async function allPages(team: Team, query: object): Promise<Issue[]> {
    const all: Issue[] = [];
    let cursor: string | undefined;
    do {
      const { rows, next } = await page(team, { ...query, cursor });
      all.push(...rows);
      cursor = next;
    } while (cursor !== undefined);
    return all;
  }

  it.each([' %s ', '%s', 'lower'])(
    'lists the issue first whose identifier is the search, written as %j',
    async (form) => {
      const team = await openTeam(stage);
      const { identifier } = await create(team, { priority: 'low' });
      const others = Array.from({ length: 10 }, () => create(team, { priority: 'critical' }));
      await Promise.all([...others, create(team, { title: `After ${identifier}` })]);
      const q = form === 'lower' ? identifier.toLowerCase() : form.replace('%s', identifier);
      const { rows } = await page(team, { q });
      expect(rows[0]?.identifier).toBe(identifier);
      expect((await allPages(team, { q, limit: 1 })).map(({ id }) => id)).toEqual(
        rows.map(({ id }) => id),
      );
    },
  );

  it.each([
    [
      'Fix src/auth/login.ts',
      ['login', 'auth', 'login.ts', 'src/auth', 'src/auth/login.ts', 'auth log', 'SRC'],
      ['auth.ts', 'login.js', 'ogin'],
    ],
    [
      'See https://docs.example.com/guide/first-steps?tab=cli#Install',
      ['docs', 'example.com', 'guide', 'steps', 'first-steps', 'tab', 'install', 'docs.example'],
      ['com.example'],
    ],
    [
      'Mail grace.hopper@navy.example',
      ['hopper', 'grace.hopper', 'navy', 'hopper@navy.example'],
      [],
    ],
    [
      'call getUserName twice',
      ['UserName', 'username', 'getUserName', 'getusername', 'user', 'name', 'get_user', 'getUs'],
      ['usern_ame', 'NameUser'],
    ],
    [
      'parse HTTPServerError2',
      ['http', 'server', 'ServerError2', 'httpserver', 'error2'],
      ['serve error'],
    ],
    [
      'set MAX_RETRY_COUNT',
      ['retry', 'max_retry', 'retryCount', 'count', 'max_retry_count'],
      ['maxCount'],
    ],
    ['pass --dry-run to it', ['--dry-run', 'pass --dry-run', '--dry'], ['--dry-walk']],
    ['a kebab-case-name and C:\\Temp\\build.log', ['case-name', 'case', 'temp', 'build.log'], []],
    [
      'Über die Crème brûlée für Ørsted, Łódź und Straße',
      ['uber', 'Über', 'creme', 'CRÈME', 'brulee', 'orsted', 'lodz', 'strasse', 'Straße'],
      ['crema'],
    ],
    ['Ελλάδα и Ёлка', ['ελλαδα', 'ΕΛΛΆΔΑ', 'елка', 'ёлка'], []],
    [
      '修复登录页面的错误',
      ['登录', '登录页面', '错误', '页', '误', '修复登录页面的错误', '登录 错误'],
      ['登页', '录登'],
    ],
    ['ログインできない', ['ログイン', 'できない', 'グイ'], ['ログイ ない人']],
    ['로그인을 고쳐 주세요', ['로그인', '그인', '고쳐'], ['인로']],
    ['แก้หน้าเข้าสู่ระบบ', ['เข้าสู่ระบบ', 'ระบบ'], []],
    ['更新login页面v2', ['login', '页面', 'login页面', '更新login'], ['页面login']],
  ])('finds words inside of %j', async (title, found, missed) => {
    const team = await openTeam(stage);
    await create(team, { title });
    await create(team, { title: 'Other', description: 'nothing of it' });
    for (const q of found) expect([q, await titles(team, { q })]).toEqual([q, [title]]);
    for (const q of missed) expect([q, await titles(team, { q })]).toEqual([q, []]);
  });

  it('finds them in descriptions and comments as well, and ranks the place', async () => {
    const team = await openTeam(stage);
    const talked = await create(team, { title: 'talked', priority: 'critical' });
    await stage.as(team.ann).addComment({ issueId: talked.id, body: '看 lib/auth/登录页.ts' });
    await create(team, { title: 'told', description: 'lib/auth/登录页.ts' });
    await create(team, { title: 'lib/auth/登录页.ts', priority: 'low' });
    for (const q of ['auth', '登录', 'auth/登录页', 'lib/auth']) {
      expect(await titles(team, { q })).toEqual(['lib/auth/登录页.ts', 'told', 'talked']);
      expect(await titles(team, { q, sort: 'priority' })).toEqual([
        'talked',
        'told',
        'lib/auth/登录页.ts',
      ]);
      expect(await titles(team, { q, sort: 'created' })).toEqual([
        'lib/auth/登录页.ts',
        'told',
        'talked',
      ]);
    }
  });

  it('finds neighbours far into a long text', async () => {
    const team = await openTeam(stage);
    const words = Array.from({ length: 9_000 }, (_, n) => `w${n}`).join(' ');
    await create(team, { title: 'long', description: `${words} src/deep/end.ts` });
    await create(team, { title: '长', description: `${'一二三四'.repeat(16_000)}登录页面` });
    expect(await titles(team, { q: 'deep/end.ts' })).toEqual(['long']);
    expect(await titles(team, { q: '登录页面' })).toEqual(['长']);
  });

  describe('of very many issues', () => {
    const MATCHES = 1_300;
    let team: Team;
    beforeAll(async () => {
      team = await openTeam(stage);
      const admin = await stage.admin();
      await none(
        admin,
        sql`
        insert into issues (
          id, company_id, issue_number, identifier, title, status, priority, created_at, updated_at
        )
        select uuidv7(), ${team.companyId}, n, 'M-' || n, 'Task ' || n,
          (enum_range(null::issue_status))[3 + n % 2 * 3],
          (enum_range(null::issue_priority))[1 + n % 4], now(), now() - make_interval(secs => n)
        from generate_series(1, 2000) n`,
      );
      await none(
        admin,
        sql`
        insert into issue_texts (issue_id, company_id, words)
        select id, company_id, array_to_tsvector(array[' ' || company_id])
          || setweight(to_tsvector('simple', title), 'A')
          || case when issue_number <= ${MATCHES} then to_tsvector('simple', 'walrus') else '' end
        from issues where company_id = ${team.companyId}`,
      );
      await none(
        admin,
        sql`update companies set issue_counter = 2000 where company_id = ${team.companyId}`,
      );
    });

    it.each(['priority', 'updated', 'created', undefined] as const)(
      'has every match once, sorted by %s',
      async (sort) => {
        const found = await allPages(team, { q: 'walrus', limit: 100, sort });
        const order = {
          priority: sql`priority desc, updated_at desc, id desc`,
          updated: sql`updated_at desc, id desc`,
          created: sql`issue_number desc`,
        }[sort ?? 'priority'];
        const expected = await many<{ id: string }>(
          stage.db,
          sql`
          select id from issues
          where company_id = ${team.companyId} and issue_number <= ${MATCHES}
          order by ${order} limit 2000`,
        );
        expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      },
    );

    it('has every match of a word that few of the newest issues have', async () => {
      const admin = await stage.admin();
      await none(
        admin,
        sql`
        insert into issue_texts (issue_id, part, company_id, words)
        select id, 1, company_id, array_to_tsvector(array[' ' || company_id])
          || to_tsvector('simple', 'otter')
        from issues where company_id = ${team.companyId} and issue_number <= ${MATCHES}`,
      );
      const found = await allPages(team, { q: 'otter', limit: 500 });
      expect(new Set(found.map(({ id }) => id)).size).toBe(MATCHES);
      expect(found).toHaveLength(MATCHES);
      const filtered = await allPages(team, { q: 'otter', priority: ['critical'], limit: 50 });
      expect(filtered).toHaveLength(MATCHES / 4);
    });
  });
});
