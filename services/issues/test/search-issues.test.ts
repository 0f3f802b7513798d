/** Finding issues by words. */
import type { Issue } from '@muster/contracts';
import { header, many, newId, none, sql } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { people, type IssuesStage, type People } from './people.ts';

describe('search', () => {
  let stage: IssuesStage;
  let team: People;
  beforeAll(async () => {
    stage = await openStage(issuesService);
    team = await people(stage);
  });
  afterAll(() => stage.close());

  const create = (fields: object = {}, of: People = team): Promise<Issue> =>
    stage.as(of.board).createIssue({ companyId: of.companyId, title: 'Work', ...fields });
  const comment = ({ id }: Issue, body: string) =>
    stage.as(team.board).addComment({ issueId: id, body });
  const titles = async (query: object = {}, of: People = team) => {
    const rows = await stage.as(of.ann).listIssues({ companyId: of.companyId, ...query });
    return rows.map(({ title }) => title);
  };

  /** Asks as the gateway does: the cursor travels in a header. */
  async function page(query: object, of: People): Promise<{ titles: string[]; next?: string }> {
    const { rpc } = stage.service.runtime;
    const reply = await rpc({
      service: 'issues', operation: 'listIssues', actor: of.ann, requestId: newId(),
      deadlineMs: 5_000, body: JSON.stringify({ companyId: of.companyId, ...query }),
    });
    const body = JSON.parse(new TextDecoder().decode(reply.bytes)) as Issue[];
    const next = reply.headers?.get(header.nextCursor);
    return { titles: body.map(({ title }) => title), ...(next ? { next } : {}) };
  }

  it('finds words in titles, identifiers, descriptions and comments, in this order', async () => {
    const here = await people(stage);
    const talked = await create({ title: 'comment', priority: 'critical' }, here);
    await stage.as(here.ann).addComment({ issueId: talked.id, body: 'the walrus again' });
    await create({ title: 'description', description: 'A walrus.', priority: 'critical' }, here);
    const found = await create({ title: 'Walrus', priority: 'low' }, here);
    await create({ title: 'nothing' }, here);
    expect(await titles({ q: 'walrus' }, here)).toEqual(['Walrus', 'description', 'comment']);
    expect(await titles({ q: 'walr' }, here)).toEqual(['Walrus', 'description', 'comment']);
    expect(await titles({ q: found.identifier.toLowerCase() }, here)).toEqual(['Walrus']);
    expect(await titles({ q: '"walrus again"' }, here)).toEqual(['comment']);
    expect(await titles({ q: 'walrus -again' }, here)).toEqual(['Walrus', 'description']);
    expect(await titles({ q: 'walrus', priority: ['low'] }, here)).toEqual(['Walrus']);
    await stage.as(here.ann).updateIssue({ issueId: found.id, title: 'Seal' });
    expect(await titles({ q: 'walrus' }, here)).toEqual(['description', 'comment']);
    expect(await titles({ q: 'seal' }, here)).toEqual(['Seal']);
    expect(await titles({ q: 'walrus' })).toEqual([]);
    const first = await page({ q: 'walrus', limit: 1 }, here);
    const second = await page({ q: 'walrus', limit: 1, cursor: first.next }, here);
    expect([first.titles, second.titles]).toEqual([['description'], ['comment']]);
  });

  it.each([
    "a & | ! (", "'", '"', '-"a b"', '-(', ':*', '\\', '%', '<->', "''':*", '-', '!!', '🦭',
    '( )',
    'or or or', '"unclosed', 'a '.repeat(128), "x'y -z", '-"a" -"b c"',
    '-'.repeat(256), '- '.repeat(128), '-"'.repeat(128), '-"a'.repeat(85), 'or -'.repeat(64),
    'a or '.repeat(51), 'a -'.repeat(85), '"'.repeat(256), '-or '.repeat(64), '-\u00a0'.repeat(128),
  ])('answers the hostile query %j', async (q) => {
    expect(await titles({ q })).toEqual(expect.any(Array));
  });

  it('finds words in different places, ranked by the best that has them all', async () => {
    const here = await people(stage);
    const spread = await create({ title: 'otter spread', priority: 'critical' }, here);
    await comment(spread, 'the kelp is here');
    await create({ title: 'otter described', description: 'kelp', priority: 'high' }, here);
    await create({ title: 'kelp and otter', priority: 'low' }, here);
    expect(await titles({ q: 'otter kelp' }, here))
      .toEqual(['kelp and otter', 'otter described', 'otter spread']);
    expect(await titles({ q: `otter ${spread.identifier}` }, here)).toEqual(['otter spread']);
  });

  it('takes the last word for the beginning of one, unless a phrase ends with it', async () => {
    const here = await people(stage);
    await create({ title: 'release notes' }, here);
    expect(await titles({ q: 'release no' }, here)).toEqual(['release notes']);
    expect(await titles({ q: '"release no"' }, here)).toEqual([]);
    expect(await titles({ q: '"release notes"' }, here)).toEqual(['release notes']);
    expect(await titles({ q: 'rele notes' }, here)).toEqual([]);
  });

  it('ranks words that begin so, are left out or hold quotes like any other', async () => {
    const here = await people(stage);
    await create({ title: 'one', description: "the o'brien file" }, here);
    await create({ title: "O'Brien of the docks", priority: 'low' }, here);
    await create({ title: "O'Brien closed", priority: 'critical' }, here);
    for (const q of ["o'brien", "o'bri", '"o\'brien"', "O'Brien -closed", 'brien or docks']) {
      const found = (await titles({ q }, here)).filter((title) => title !== "O'Brien closed");
      expect(found).toEqual(["O'Brien of the docks", 'one']);
    }
    expect(await titles({ q: 'o -closed' }, here)).not.toContain("O'Brien closed");
  });

  it('keeps what comments say when the title changes', async () => {
    const here = await people(stage);
    const issue = await create({ title: 'before' }, here);
    await comment(issue, 'a heron');
    await stage.as(here.board).updateIssue({ issueId: issue.id, title: 'after', comment: 'ibis' });
    expect(await titles({ q: 'heron' }, here)).toEqual(['after']);
    expect(await titles({ q: 'ibis' }, here)).toEqual(['after']);
    expect(await titles({ q: 'before' }, here)).toEqual([]);
  });

  it('does not answer to the word that stands for a company', async () => {
    await create({ title: 'Here' });
    for (const q of [` ${team.companyId}`, `' ${team.companyId}'`, `" ${team.companyId}"`]) {
      expect(await titles({ q })).toEqual([]);
    }
  });

  describe('in a thread that never ends', () => {
    /** As many different words, each of them in no other comment of this name. */
    const wordsOf = (name: string, count: number): string =>
      Array.from({ length: count }, (_, n) => `${name}x${n.toString(36)}`).join(' ');
    const parts = ({ id }: Issue): Promise<{ part: number; words: number }[]> =>
      many(stage.db, sql`
        select part, length(words) as words from issue_texts
        where issue_id = ${id} order by part`);

    it('finds every comment, with words of the issue itself, and the issue once', async () => {
      const here = await people(stage);
      const issue = await create({ title: 'endless', description: 'otters' }, here);
      for (let n = 0; n < 12; n += 1) await comment(issue, `walrus ${wordsOf(`round${n}`, 300)}`);
      const documents = await parts(issue);
      expect(documents.map(({ part }) => part)).toEqual([0, 1, 2, 3, 4, 5]);
      expect(Math.max(...documents.map(({ words }) => words))).toBeLessThan(800);
      for (const q of ['walrus', 'round0x1', 'endless round5x1', 'otters round11x0', 'otters']) {
        expect(await titles({ q }, here)).toEqual(['endless']);
      }
      await stage.as(here.board).updateIssue({ issueId: issue.id, title: 'later' });
      for (const q of ['later round0x1', 'later round11x1']) {
        expect(await titles({ q }, here)).toEqual(['later']);
      }
      expect(await titles({ q: 'endless' }, here)).toEqual([]);
    });

    it('loses no word of comments that are written at once where a part is full', async () => {
      const here = await people(stage);
      const issue = await create({ title: 'crowded' }, here);
      await comment(issue, wordsOf('full', 600));
      const said = Array.from({ length: 12 }, (_, n) => `voice${n}`);
      await Promise.all(said.map((word) => comment(issue, word)));
      for (const q of said) expect(await titles({ q }, here)).toEqual(['crowded']);
      expect((await parts(issue)).length).toBe(2);
    });

    it('forgets the oldest of very many parts, and never the first', async () => {
      const here = await people(stage);
      const issue = await create({ title: 'ancient' }, here);
      for (const name of ['first', 'old', 'young']) await comment(issue, wordsOf(name, 600));
      await none(stage.db, sql`
        update issue_texts set part = 64 where issue_id = ${issue.id} and part = 2`);
      await comment(issue, 'newest');
      expect((await parts(issue)).map(({ part }) => part)).toEqual([0, 64, 65]);
      for (const q of ['firstx1', 'youngx1', 'newest', 'ancient newest']) {
        expect(await titles({ q }, here)).toEqual(['ancient']);
      }
      expect(await titles({ q: 'oldx1' }, here)).toEqual([]);
    });
  });
});
