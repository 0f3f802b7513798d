/** Documents of issues, projects and companies: versions, parts, differences, and who writes them. */
import type { Actor, Issue } from '@muster/contracts';
import { many, newId, none, sql } from '@muster/service-kit';
import { agentActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oldDocuments } from '../src/store/documents/old-documents.ts';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

let stage: IssuesStage;
let team: Team;
let issue: Issue;
beforeAll(async () => {
  stage = await openStage(issuesService);
  team = await openTeam(stage);
});
afterAll(() => stage.close());
beforeEach(async () => {
  issue = await stage
    .as(team.board)
    .createIssue({ companyId: team.companyId, title: 'Paint', assigneeAgentId: team.ann.id });
});

const AT_ONCE = 20;
const write = (body: string, more: object = {}, who: Actor = team.ann) =>
  stage.as(who).writeIssueDocument({ issueId: issue.id, document: 'plan', body, ...more });
const read = (more: object = {}) =>
  stage.as(team.bob).getIssueDocument({ issueId: issue.identifier, document: 'plan', ...more });
const list = () => stage.as(team.bob).listIssueDocuments({ issueId: issue.id });
const revisions = () =>
  stage.as(team.bob).listIssueDocumentRevisions({ issueId: issue.id, document: 'plan' });
const eventsOf = async (id: string) =>
  (await stage.emitted()).filter(({ entityId }) => entityId === id);

describe('a document', () => {
  it('is written, read and listed, with who has written it and in which run', async () => {
    const runId = newId();
    const ann = agentActor(team.companyId, { id: team.ann.id, name: team.ann.name, runId });
    const written = await write('# The plan\n\nPaint it *red*.\n', { note: 'First' }, ann);
    expect(written).toMatchObject({
      companyId: team.companyId,
      issueId: issue.id,
      projectId: null,
      key: 'plan',
      title: 'The plan',
      version: 1,
      bytes: 28,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      note: 'First',
      authorAgentId: team.ann.id,
      authorUserId: null,
      authorName: 'Ann Lee',
      runId,
    });
    expect(await list()).toEqual([written]);
    expect(await read()).toEqual({
      ...written,
      body: '# The plan\n\nPaint it *red*.\n',
      fromLine: 1,
      toLine: 3,
      lineCount: 3,
    });
    expect(await eventsOf(written.id)).toMatchObject([
      { type: 'document.written', entityType: 'document', runId, actorId: team.ann.id },
    ]);
  });

  it('says in its events how long it is and what its hash is, and none of its words', async () => {
    const { id, sha256 } = await write('# Teapot\n\nTeapot.', { note: 'Teapot' });
    await stage.as(team.board).deleteIssueDocument({ issueId: issue.id, document: 'plan' });
    const events = await eventsOf(id);
    expect(events.map(({ type, payload }) => [type, payload])).toEqual(
      ['document.written', 'document.deleted'].map((type) => [
        type,
        {
          documentId: id,
          issueId: issue.id,
          projectId: null,
          identifier: issue.identifier,
          key: 'plan',
          version: 1,
          bytes: 17,
          sha256,
        },
      ]),
    );
    expect(JSON.stringify(events)).not.toContain('eapot');
  });

  it('is overwritten only by who names the version that is there, and says which', async () => {
    await write('One');
    const present = { version: 1, authorName: 'Ann Lee', updatedAt: expect.any(String) };
    const details = { details: present };
    await expect(write('Two')).rejects.toEqual(
      refusedWith('document_exists', { status: 409, ...details }),
    );
    for (const ifVersion of [0, 2]) {
      await expect(write('Two', { ifVersion })).rejects.toEqual(
        refusedWith('version_mismatch', { status: 412, ...details }),
      );
    }
    expect(await write('Two', { ifVersion: 1 }, team.bob)).toMatchObject({
      version: 2,
      authorName: 'Bob',
    });
    await expect(write('New', { document: 'other', ifVersion: 1 })).rejects.toEqual(
      refusedWith('version_mismatch', { details: { version: 0 } }),
    );
    await write('New', { document: 'other', ifVersion: 0 });
  });

  it('gets one version of twenty that are made of the same one at once', async () => {
    await write('One');
    const made = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, (_, n) => write(`Version ${n}`, { ifVersion: 1 })),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await revisions()).map(({ version }) => version)).toEqual([2, 1]);
  });

  it('has no further version of the same text', async () => {
    const written = await write('One');
    expect(await write('One', { ifVersion: 1, note: 'Again' })).toEqual(written);
    expect(await write('One')).toEqual(written);
    await expect(write('One', { ifVersion: 2 })).rejects.toEqual(refusedWith('version_mismatch'));
    expect(await eventsOf(written.id)).toHaveLength(1);
  });

  it('is read by lines, by section and by version, or the refusal says what there is', async () => {
    await write('# A\none\n## B\ntwo\n# C\nthree');
    await write('# A\nother', { ifVersion: 1 });
    const part = async (more: object) => {
      const { body, fromLine, toLine, lineCount } = await read({ version: 1, ...more });
      return [body, fromLine, toLine, lineCount];
    };
    expect(await part({ fromLine: 2, lines: 2 })).toEqual(['one\n## B', 2, 3, 6]);
    expect(await part({ fromLine: 5 })).toEqual(['# C\nthree', 5, 6, 6]);
    expect(await part({ fromLine: 9, lines: 2 })).toEqual(['', 9, 8, 6]);
    expect(await part({ section: 'a' })).toEqual(['# A\none\n## B\ntwo', 1, 4, 6]);
    expect(await part({ section: 'a', fromLine: 2, lines: 2 })).toEqual(['one\n## B', 2, 3, 6]);
    expect(await part({ section: 'a', fromLine: 4, lines: 9 })).toEqual(['two', 4, 4, 6]);
    expect(await read()).toMatchObject({ version: 2, body: '# A\nother' });
    await expect(read({ section: 'D' })).rejects.toEqual(
      refusedWith('section_not_found', { details: { headings: ['A'] } }),
    );
    await expect(read({ version: 3 })).rejects.toEqual(refusedWith('revision_not_found'));
    await expect(read({ document: 'none' })).rejects.toEqual(refusedWith('document_not_found'));
  });

  it('shows what has changed between two of its versions', async () => {
    const { id: documentId } = await write('a\nb\n');
    await write('a\nc\n', { ifVersion: 1 });
    await write('a\nc\nd\n', { ifVersion: 2 });
    const compare = (more: object) =>
      stage.as(team.bob).compareIssueDocument({ issueId: issue.id, document: 'plan', ...more });
    expect(await compare({})).toEqual({
      documentId,
      from: 2,
      to: 3,
      added: 1,
      removed: 0,
      diff: '@@ -1,2 +1,3 @@\n a\n c\n+d\n',
      truncated: false,
    });
    expect(await compare({ from: 1, to: 3 })).toMatchObject({ added: 2, removed: 1 });
    expect(await compare({ to: 1 })).toMatchObject({ from: 1, to: 1, diff: '' });
    await expect(compare({ from: 7 })).rejects.toEqual(refusedWith('revision_not_found'));
  });

  it.each(['Plan', 'a--b', '-a', 'a/b', 'ä', '..', 'x'.repeat(65)])(
    'has no key like %j',
    async (document) => {
      await expect(write('One', { document })).rejects.toEqual(refusedWith('invalid_input'));
      await expect(read({ document })).rejects.toEqual(refusedWith('document_not_found'));
    },
  );

  it('is deleted by the board, and its key begins with a further version', async () => {
    const { id } = await write('One');
    await write('Two', { ifVersion: 1 });
    const remove = (more: object = {}, who: Actor = team.board) =>
      stage.as(who).deleteIssueDocument({ issueId: issue.id, document: 'plan', ...more });
    await expect(remove({}, team.ceo)).rejects.toEqual(refusedWith('board_only'));
    await expect(remove({ ifVersion: 1 })).rejects.toEqual(refusedWith('version_mismatch'));
    expect(await remove({ ifVersion: 2 })).toMatchObject({ id, version: 2 });
    await expect(read()).rejects.toEqual(refusedWith('document_not_found'));
    await expect(revisions()).rejects.toEqual(refusedWith('document_not_found'));
    await expect(remove()).rejects.toEqual(refusedWith('document_not_found'));
    expect(await list()).toEqual([]);
    const anew = await write('Anew');
    expect([anew.version, anew.id === id]).toEqual([3, false]);
    expect((await revisions()).map(({ version }) => version)).toEqual([3]);
    await none(
      stage.db,
      sql`update documents set deleted_at = now() - interval '31 days' where id = ${id}`,
    );
    await none(
      stage.db,
      sql`delete from documents where deleted_at < ${oldDocuments().below} and id = ${id}`,
    );
    const left = await many(
      stage.db,
      sql`select version from document_versions where document_id = ${id} limit 1`,
    );
    expect(left).toEqual([]);
  });
});

describe('documents of a project and of a company', () => {
  it('are apart from those of others under the same key', async () => {
    const { companyId } = team;
    const { id: projectId } = await stage
      .as(team.board)
      .createProject({ companyId, name: `Walls ${newId()}` });
    await write('Of the issue');
    const ann = stage.as(team.ann);
    const ofProject = await ann.writeProjectDocument({
      projectId,
      document: 'plan',
      body: 'Walls',
    });
    expect(ofProject).toMatchObject({ issueId: null, projectId, title: 'plan' });
    const body = 'Of the company';
    const ofCompany = { companyId, document: 'plan', body };
    await expect(ann.writeCompanyDocument(ofCompany)).rejects.toEqual(refusedWith('ceo_only'));
    expect(await stage.as(team.ceo).writeCompanyDocument(ofCompany)).toMatchObject({
      issueId: null,
      projectId: null,
      version: 1,
    });
    expect(await ann.listProjectDocuments({ projectId })).toEqual([ofProject]);
    expect(await ann.getCompanyDocument({ companyId, document: 'plan' })).toMatchObject({ body });
    expect(await read()).toMatchObject({ body: 'Of the issue' });
    const board = stage.as(team.board);
    await board.writeCompanyDocument({ ...ofCompany, body: 'Two', ifVersion: 1 });
    await board.deleteCompanyDocument({ companyId, document: 'plan' });
    await board.deleteProjectDocument({ projectId, document: 'plan' });
    expect(await ann.listCompanyDocuments({ companyId })).toEqual([]);
    expect(await read()).toMatchObject({ version: 1 });
  });

  it('are written by nobody in an archived company, and by a paused agent on its own issue', async () => {
    const paused = { ...team.ann, paused: 'agent' as const };
    await write('One', {}, paused);
    const others = { ...team.bob, paused: 'agent' as const };
    await expect(write('Two', { ifVersion: 1 }, others)).rejects.toEqual(
      refusedWith('agent_paused'),
    );
    const gone = await openTeam(stage);
    const { id: issueId } = await stage
      .as(gone.board)
      .createIssue({ companyId: gone.companyId, title: 'Old' });
    await stage.given.company({ ...gone.company, status: 'archived', version: 9 });
    await expect(
      stage.as(gone.board).writeIssueDocument({ issueId, document: 'plan', body: 'One' }),
    ).rejects.toEqual(refusedWith('company_archived'));
  });
});
