/** Full-text search of issues. */
import type { Issue } from '@muster/contracts';
import { header, many, newId, none, sql } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, type Team } from './team.ts';

describe('listIssues with a search', () => {
  let stage: IssuesStage;
  let team: Team;
  beforeAll(async () => {
    stage = await openStage(issuesService);
    team = await openTeam(stage);
  });
  afterAll(() => stage.close());

  const create = (fields: object = {}, of: Team = team): Promise<Issue> =>
    stage.as(of.board).createIssue({ companyId: of.companyId, title: 'Work', ...fields });
  const comment = ({ id }: Issue, body: string) =>
    stage.as(team.board).addComment({ issueId: id, body });
  const titles = async (query: object = {}, of: Team = team) => {
    const rows = await stage.as(of.ann).listIssues({ companyId: of.companyId, ...query });
    return rows.map(({ title }) => title);
  };

  /** Requests as the gateway does: the cursor of the next page is in a header. */
  async function page(query: object, of: Team): Promise<{ titles: string[]; next?: string }> {
    const { rpc } = stage.service.runtime;
    const reply = await rpc({
      service: 'issues',
      operation: 'listIssues',
      actor: of.ann,
      requestId: newId(),
      deadlineMs: 10_000,
      body: JSON.stringify({ companyId: of.companyId, ...query }),
    });
    const body = JSON.parse(new TextDecoder().decode(reply.bytes)) as Issue[];
    const next = reply.headers?.get(header.nextCursor);
    return { titles: body.map(({ title }) => title), ...(next ? { next } : {}) };
  }

  it('finds words in titles, identifiers, descriptions and comments, in this order', async () => {
    const otherTeam = await openTeam(stage);
    const talked = await create({ title: 'comment', priority: 'critical' }, otherTeam);
    await stage.as(otherTeam.ann).addComment({ issueId: talked.id, body: 'the walrus again' });
    await create(
      { title: 'description', description: 'A walrus.', priority: 'critical' },
      otherTeam,
    );
    const found = await create({ title: 'Walrus', priority: 'low' }, otherTeam);
    await create({ title: 'nothing' }, otherTeam);
    expect(await titles({ q: 'walrus' }, otherTeam)).toEqual(['Walrus', 'description', 'comment']);
    expect(await titles({ q: 'walr' }, otherTeam)).toEqual(['Walrus', 'description', 'comment']);
    expect(await titles({ q: found.identifier.toLowerCase() }, otherTeam)).toEqual(['Walrus']);
    expect(await titles({ q: '"walrus again"' }, otherTeam)).toEqual(['comment']);
    expect(await titles({ q: 'walrus -again' }, otherTeam)).toEqual(['Walrus', 'description']);
    expect(await titles({ q: 'walrus', priority: ['low'] }, otherTeam)).toEqual(['Walrus']);
    await stage.as(otherTeam.ann).updateIssue({ issueId: found.id, title: 'Seal' });
    expect(await titles({ q: 'walrus' }, otherTeam)).toEqual(['description', 'comment']);
    expect(await titles({ q: 'seal' }, otherTeam)).toEqual(['Seal']);
    expect(await titles({ q: 'walrus' })).toEqual([]);
    const first = await page({ q: 'walrus', limit: 1 }, otherTeam);
    const second = await page({ q: 'walrus', limit: 1, cursor: first.next }, otherTeam);
    expect([first.titles, second.titles]).toEqual([['description'], ['comment']]);
  });

  it.each([
    'a & | ! (',
    "'",
    '"',
    '-"a b"',
    '-(',
    ':*',
    '\\',
    '%',
    '<->',
    "''':*",
    '-',
    '!!',
    '🦭',
    '( )',
    'or or or',
    '"unclosed',
    'a '.repeat(128),
    "x'y -z",
    '-"a" -"b c"',
    '-'.repeat(256),
    '- '.repeat(128),
    '-"'.repeat(128),
    '-"a'.repeat(85),
    'or -'.repeat(64),
    'a or '.repeat(51),
    'a -'.repeat(85),
    '"'.repeat(256),
    '-or '.repeat(64),
    '-\u00a0'.repeat(128),
  ])('answers the hostile query %j', async (q) => {
    expect(await titles({ q })).toEqual(expect.any(Array));
  });

  it('finds words in different places, ranked by the best place that has them all', async () => {
    const otherTeam = await openTeam(stage);
    const spread = await create({ title: 'otter spread', priority: 'critical' }, otherTeam);
    await comment(spread, 'the kelp is here');
    await create({ title: 'otter described', description: 'kelp', priority: 'high' }, otherTeam);
    await create({ title: 'kelp and otter', priority: 'low' }, otherTeam);
    expect(await titles({ q: 'otter kelp' }, otherTeam)).toEqual([
      'kelp and otter',
      'otter described',
      'otter spread',
    ]);
    expect(await titles({ q: `otter ${spread.identifier}` }, otherTeam)).toEqual(['otter spread']);
  });

  it('matches the last word as a prefix, unless a phrase ends with it', async () => {
    const otherTeam = await openTeam(stage);
    await create({ title: 'release notes' }, otherTeam);
    expect(await titles({ q: 'release no' }, otherTeam)).toEqual(['release notes']);
    expect(await titles({ q: '"release no"' }, otherTeam)).toEqual([]);
    expect(await titles({ q: '"release notes"' }, otherTeam)).toEqual(['release notes']);
    expect(await titles({ q: 'rele notes' }, otherTeam)).toEqual([]);
    expect(await titles({ q: 'r' }, otherTeam)).toEqual(['release notes']);
  });

  it('matches a number and a very short last word as a whole in a large company', async () => {
    const otherTeam = await openTeam(stage);
    const { companyId } = otherTeam;
    const first = await create({ title: 'release notes of ox' }, otherTeam);
    await none(
      stage.db,
      sql`update companies set issue_counter = 2000 where company_id = ${companyId}`,
    );
    expect(await titles({ q: 'rel' }, otherTeam)).toEqual(['release notes of ox']);
    expect(await titles({ q: 're' }, otherTeam)).toEqual([]);
    expect(await titles({ q: 'ox' }, otherTeam)).toEqual(['release notes of ox']);
    expect(await titles({ q: first.identifier }, otherTeam)).toEqual(['release notes of ox']);
  });

  it('ranks prefixes, negations and quotes like other words', async () => {
    const otherTeam = await openTeam(stage);
    await create({ title: 'one', description: "the o'brien file" }, otherTeam);
    await create({ title: "O'Brien of the docks", priority: 'low' }, otherTeam);
    await create({ title: "O'Brien closed", priority: 'critical' }, otherTeam);
    for (const q of ["o'brien", "o'bri", '"o\'brien"', "O'Brien -closed", 'brien or docks']) {
      const found = (await titles({ q }, otherTeam)).filter((title) => title !== "O'Brien closed");
      expect(found).toEqual(["O'Brien of the docks", 'one']);
    }
    expect(await titles({ q: 'o -closed' }, otherTeam)).not.toContain("O'Brien closed");
  });

  it('keeps the words of comments if the title changes', async () => {
    const otherTeam = await openTeam(stage);
    const issue = await create({ title: 'before' }, otherTeam);
    await comment(issue, 'a heron');
    await stage
      .as(otherTeam.board)
      .updateIssue({ issueId: issue.id, title: 'after', comment: 'ibis' });
    expect(await titles({ q: 'heron' }, otherTeam)).toEqual(['after']);
    expect(await titles({ q: 'ibis' }, otherTeam)).toEqual(['after']);
    expect(await titles({ q: 'before' }, otherTeam)).toEqual([]);
  });

  it('does not find the word that stands for a company', async () => {
    await create({ title: 'Here' });
    for (const q of [` ${team.companyId}`, `' ${team.companyId}'`, `" ${team.companyId}"`]) {
      expect(await titles({ q })).toEqual([]);
    }
  });

  describe('in a very long thread', () => {
    /** A number of distinct words that occur in no other comment of this name. */
    const wordsOf = (name: string, count: number): string =>
      Array.from({ length: count }, (_, n) => `${name}x${n.toString(36)}`).join(' ');
    const parts = ({ id }: Issue): Promise<{ part: number; words: number }[]> =>
      many(
        stage.db,
        sql`
        select part, length(words) as words from issue_texts
        where issue_id = ${id} order by part`,
      );

    it('finds every comment, with words of the issue itself, and the issue once', async () => {
      const otherTeam = await openTeam(stage);
      const issue = await create({ title: 'endless', description: 'otters' }, otherTeam);
      for (let n = 0; n < 12; n += 1) await comment(issue, `walrus ${wordsOf(`round${n}`, 300)}`);
      const documents = await parts(issue);
      expect(documents.map(({ part }) => part)).toEqual([0, 1, 2, 3, 4, 5]);
      expect(Math.max(...documents.map(({ words }) => words))).toBeLessThan(800);
      for (const q of ['walrus', 'round0x1', 'endless round5x1', 'otters round11x0', 'otters']) {
        expect(await titles({ q }, otherTeam)).toEqual(['endless']);
      }
      await stage.as(otherTeam.board).updateIssue({ issueId: issue.id, title: 'later' });
      for (const q of ['later round0x1', 'later round11x1']) {
        expect(await titles({ q }, otherTeam)).toEqual(['later']);
      }
      expect(await titles({ q: 'endless' }, otherTeam)).toEqual([]);
    });

    it('loses no word of concurrent comments at the end of a part', async () => {
      const otherTeam = await openTeam(stage);
      const issue = await create({ title: 'crowded' }, otherTeam);
      await comment(issue, wordsOf('full', 600));
      const emitted = Array.from({ length: 12 }, (_, n) => `voice${n}`);
      await Promise.all(emitted.map((word) => comment(issue, word)));
      for (const q of emitted) expect(await titles({ q }, otherTeam)).toEqual(['crowded']);
      expect((await parts(issue)).length).toBe(2);
    });

    it('keeps all of very many parts', async () => {
      const otherTeam = await openTeam(stage);
      const issue = await create({ title: 'ancient' }, otherTeam);
      for (const name of ['first', 'old', 'young']) await comment(issue, wordsOf(name, 600));
      await none(
        stage.db,
        sql`
        update issue_texts set part = 64 where issue_id = ${issue.id} and part = 2`,
      );
      await comment(issue, 'newest');
      expect((await parts(issue)).map(({ part }) => part)).toEqual([0, 1, 64, 65]);
      for (const q of ['firstx1', 'oldx1', 'youngx1', 'newest', 'ancient newest']) {
        expect(await titles({ q }, otherTeam)).toEqual(['ancient']);
      }
    });
  });
});
