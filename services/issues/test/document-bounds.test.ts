/** How long documents are, how many there are, and how many versions of them are kept. */
import {
  DOCUMENT_JSON_MAX_BYTES,
  DOCUMENT_MAX_BYTES,
  DOCUMENTS_MAX,
  DOCUMENTS_SHOWN,
  type Actor,
  type Issue,
} from '@muster/contracts';
import { none, sql } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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

const write = (body: string, more: object = {}, who: Actor = team.ann) =>
  stage.as(who).writeIssueDocument({ issueId: issue.id, document: 'plan', body, ...more });
const read = (more: object = {}) =>
  stage.as(team.bob).getIssueDocument({ issueId: issue.identifier, document: 'plan', ...more });
const list = () => stage.as(team.bob).listIssueDocuments({ issueId: issue.id });
const revisions = () =>
  stage.as(team.bob).listIssueDocumentRevisions({ issueId: issue.id, document: 'plan' });

describe('a document', () => {
  it('keeps fifty versions, and of long ones 4 MB', async () => {
    await write('0');
    for (let version = 1; version <= 52; version += 1) {
      // oxlint-disable-next-line no-await-in-loop -- each is made of the one before
      await write(`${version}`, { ifVersion: version });
    }
    const kept = await revisions();
    expect([kept.length, kept[0]?.version, kept.at(-1)?.version]).toEqual([50, 53, 4]);
    const long = 'x'.repeat(DOCUMENT_MAX_BYTES - 2);
    for (let version = 53; version < 64; version += 1) {
      // oxlint-disable-next-line no-await-in-loop -- each is made of the one before
      await write(`${long}${version}`, { ifVersion: version });
    }
    expect((await revisions()).map(({ version }) => version)).toEqual([
      64, 63, 62, 61, 60, 59, 58, 57, 56,
    ]);
    expect((await read()).bytes).toBe(DOCUMENT_MAX_BYTES);
  });

  it('has at most 512 KB of text that an answer can carry', async () => {
    const lines = 'word '.repeat(15).concat('\n').repeat(6_800);
    const escaped = `${'"'.repeat(195_000)}${'x'.repeat(DOCUMENT_MAX_BYTES - 195_000)}`;
    expect(JSON.stringify(escaped).length).toBeLessThanOrEqual(DOCUMENT_JSON_MAX_BYTES);
    for (const [index, body] of [lines, escaped, 'é'.repeat(DOCUMENT_MAX_BYTES / 2)].entries()) {
      // oxlint-disable-next-line no-await-in-loop -- each is a large request
      await write(body, { document: `large-${index}` });
      // oxlint-disable-next-line no-await-in-loop -- each is a large answer
      expect((await read({ document: `large-${index}` })).body).toBe(body);
    }
    for (const body of [
      'x'.repeat(DOCUMENT_MAX_BYTES + 1),
      'é'.repeat(262_145),
      '"'.repeat(400_000),
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- each is a large request
      await expect(write(body)).rejects.toEqual(refusedWith('invalid_input'));
    }
    for (const body of ['', ' \n', 'a\u0007', 'a\0', '\ud800']) {
      // oxlint-disable-next-line no-await-in-loop -- the first that is taken fails the test
      await expect(write(body)).rejects.toEqual(refusedWith('invalid_input'));
    }
  });

  it('is named in the context of a heartbeat by key, size and version, within a kilobyte of a hundred', async () => {
    const context = () => stage.as(team.ann).getHeartbeatContext({ issueId: issue.id });
    const without = await context();
    expect(without.documents).toBeUndefined();
    await write('# Plan\n\nTeapot.');
    expect((await context()).documents).toEqual({
      count: 1,
      items: [{ key: 'plan', version: 1, bytes: 15 }],
    });
    await none(
      stage.db,
      sql`
      with d as (
        insert into documents (id, company_id, issue_id, key, version, created_at)
        select uuidv7(), ${team.companyId}, ${issue.id}, repeat('k', 60) || n, 50, now()
        from generate_series(1001, 1099) n returning id, company_id
      )
      insert into document_versions (
        document_id, company_id, version, title, body, bytes, sha256, author_name, created_at
      ) select id, company_id, 50, 'Teapot', 'Teapot', 524288, 's', 'Ann', now() from d`,
    );
    const full = await context();
    expect(full.documents).toMatchObject({ count: 100, items: { length: DOCUMENTS_SHOWN } });
    expect(JSON.stringify(full)).not.toContain('eapot');
    const bytesOf = (answer: object): number => Buffer.byteLength(JSON.stringify(answer));
    expect(bytesOf(full) - bytesOf(without)).toBeLessThanOrEqual(1_200);
  });

  it('is one of a hundred', async () => {
    await none(
      stage.db,
      sql`
      with d as (
        insert into documents (id, company_id, issue_id, key, version, created_at)
        select uuidv7(), ${team.companyId}, ${issue.id}, 'k' || n, 1, now()
        from generate_series(1, ${DOCUMENTS_MAX}::integer) n returning id, company_id
      )
      insert into document_versions (
        document_id, company_id, version, title, body, bytes, sha256, author_name, created_at
      ) select id, company_id, 1, 't', 'b', 1, 's', 'Ann', now() from d`,
    );
    await expect(write('One')).rejects.toEqual(refusedWith('too_many_documents'));
    await write('Other', { document: 'k7', ifVersion: 1 });
    expect(await list()).toHaveLength(DOCUMENTS_MAX);
    await none(
      stage.db,
      sql`
      update document_versions v set bytes = 500000 from documents d
      where d.id = v.document_id and d.issue_id = ${issue.id}`,
    );
    const longer = 'x'.repeat(500_001);
    await expect(write(longer, { document: 'k7', ifVersion: 2 })).rejects.toEqual(
      refusedWith('documents_too_large'),
    );
    await write('Shorter', { document: 'k7', ifVersion: 2 });
  });
});
