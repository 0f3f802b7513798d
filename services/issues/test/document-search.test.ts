/** Words of documents in searches: an issue is found by them, with the keys of the documents. */
import { DOCUMENT_MAX_BYTES, type Issue } from '@muster/contracts';
import { many, newId, sql } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stretchesOf } from '../src/domain/words/stretches.ts';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, type Team } from './team.ts';

let stage: IssuesStage;
let team: Team;
let issue: Issue;
beforeAll(async () => {
  stage = await openStage(issuesService);
});
afterAll(() => stage.close());
beforeEach(async () => {
  team = await openTeam(stage);
  issue = await stage.as(team.board).createIssue({ companyId: team.companyId, title: 'Paint' });
});

const write = (document: string, body: string, ifVersion?: number) =>
  stage.as(team.ann).writeIssueDocument({ issueId: issue.id, document, body, ifVersion });
const search = async (q: string, more: object = {}) => {
  const { companyId } = team;
  const rows = await stage.as(team.bob).listIssues({ companyId, q, view: 'compact', ...more });
  return rows.map(({ identifier, foundInDocuments }) => [identifier, foundInDocuments]);
};
const found = (...keys: string[]) => [[issue.identifier, keys.length > 0 ? keys : undefined]];
const partsOf = ({ id }: Issue) =>
  many<{ part: number; documentId: string | null }>(
    stage.db,
    sql`select part, document_id from issue_texts where issue_id = ${id} order by part limit 999`,
  );

describe('the words of a document', () => {
  it('find its issue with its key, whichever fields are asked for', async () => {
    await write('plan', '# Colours\n\nA vermilion door.');
    await write('report', 'The door is vermilion.');
    expect(await search('vermilion')).toEqual(found('plan', 'report'));
    expect(await search('vermilion', { sort: 'updated' })).toEqual(found('plan', 'report'));
    expect(await search('vermil')).toEqual(found('plan', 'report'));
    expect(await search('vermilion', { fields: ['identifier'] })).toEqual(found('plan', 'report'));
    expect(await search('"vermilion door"')).toEqual(found('plan'));
  });

  it('are combined with those of the issue itself, which name no document alone', async () => {
    await write('plan', 'A vermilion door.');
    expect(await search('paint vermilion')).toEqual(found('plan'));
    expect(await search('paint')).toEqual(found());
    await stage.as(team.ann).addComment({ issueId: issue.id, body: 'It is azure now.' });
    expect(await search('azure')).toEqual(found());
    expect(await search('ochre')).toEqual([]);
  });

  it('go with the version that has them, and with the document', async () => {
    await write('plan', 'A vermilion door.');
    await write('plan', 'An ochre door.', 1);
    expect(await search('vermilion')).toEqual([]);
    expect(await search('ochre')).toEqual(found('plan'));
    await stage.as(team.board).deleteIssueDocument({ issueId: issue.id, document: 'plan' });
    expect(await search('ochre')).toEqual([]);
    expect(await partsOf(issue)).toEqual([{ part: 0, documentId: null }]);
  });

  it('are found in all of a text of 512 KB', async () => {
    const line = (n: number) => `line ${n.toString(36)}x${n} of the text\n`;
    const lines = Array.from({ length: 20_000 }, (_, n) => line(n)).join('');
    const body = `${lines.slice(0, DOCUMENT_MAX_BYTES - 12)}\nvermilion\n`;
    await write('plan', body);
    expect(await search('vermilion')).toEqual(found('plan'));
    expect(await search('0x0')).toEqual(found('plan'));
    expect((await partsOf(issue)).length).toBeGreaterThan(8);
  });

  it('stay with another title, and with the words of a long thread', async () => {
    await write('plan', 'A vermilion door.');
    for (let n = 0; n < 3; n += 1) {
      const words = Array.from({ length: 600 }, (_, word) => `w${n}x${word}`).join(' ');
      // oxlint-disable-next-line no-await-in-loop -- comments of one thread
      await stage.as(team.ann).addComment({ issueId: issue.id, body: words });
    }
    await stage.as(team.board).updateIssue({ issueId: issue.id, title: 'Varnish' });
    expect(await search('varnish vermilion')).toEqual(found('plan'));
    expect(await search('paint vermilion')).toEqual([]);
    expect(await search('w2x17 varnish')).toEqual(found());
    await write('notes', 'Turquoise', undefined);
    expect(await search('turquoise varnish')).toEqual(found('notes'));
  });

  it('of a project and of another company find nothing', async () => {
    const { companyId } = team;
    const { id: projectId } = await stage
      .as(team.board)
      .createProject({ companyId, name: `Walls ${newId()}` });
    await stage.as(team.ann).writeProjectDocument({ projectId, document: 'plan', body: 'Magenta' });
    expect(await search('magenta')).toEqual([]);
    await write('plan', 'Magenta');
    const other = await openTeam(stage);
    const rows = await stage.as(other.bob).listIssues({ companyId: other.companyId, q: 'magenta' });
    expect(rows).toEqual([]);
  });
});

describe('stretches of a text', () => {
  it('end with lines, or with words, and lose nothing', () => {
    for (const unit of ['word\n', 'word ', 'x']) {
      const text = unit.repeat(200_000 / unit.length);
      const stretches = stretchesOf(text);
      expect(stretches.join('')).toBe(text);
      expect(Math.max(...stretches.map(({ length }) => length))).toBeLessThanOrEqual(60_000);
      if (unit !== 'x') expect(stretches.every((each) => each.startsWith('word'))).toBe(true);
    }
  });
});
