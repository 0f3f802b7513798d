/** Files of issues as the service knows them: admitted, whole, listed, deleted, and left to the sweep. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FILES_MAX, type Actor, type Issue } from '@muster/contracts';
import { folderStore } from '@muster/file-store';
import { header, many, none, sql } from '@muster/service-kit';
import { agentActor, openStage, until } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

let stage: IssuesStage;
let team: Team;
let folder: string;
let issue: Issue;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
  stage = await openStage(issuesService, {
    env: {
      TIMES_SWEEP_SECONDS: '0.2',
      FILE_STORE_FOLDER: folder,
      FILE_MAX_MB: '2',
      COMPANY_FILES_MB: '5',
      COMPANY_FILES_MONTH_MB: '8',
    },
  });
});
afterAll(async () => {
  await stage.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  team = await openTeam(stage);
  issue = await stage
    .as(team.board)
    .createIssue({ companyId: team.companyId, title: 'Paint', assigneeAgentId: team.ann.id });
});

const MB = 1_048_576;
const SHA = 'a'.repeat(64);
const AT_ONCE = 20;
const given = { name: 'report.pdf', type: 'application/pdf' };
const admit = (bytes = 10, more: object = {}, who: Actor = team.ann) =>
  stage
    .as(who)
    .admitFile({ companyId: team.companyId, issueId: issue.identifier, bytes, ...given, ...more });
const complete = (fileId: string, who: Actor = team.ann) =>
  stage
    .as(who)
    .completeFile({ companyId: team.companyId, issueId: issue.id, fileId, ...given, sha256: SHA });
const drop = (fileId: string) => stage.as(team.ann).dropFile({ companyId: team.companyId, fileId });
const add = async (bytes?: number, more?: object) => complete((await admit(bytes, more)).fileId);
const list = () => stage.as(team.bob).listIssueFiles({ issueId: issue.id });
const rows = () => many(stage.db, sql`select id from files where issue_id = ${issue.id}`);
const age = (fileId: string, hours: number) =>
  none(
    stage.db,
    sql`update files set left_at = left_at - make_interval(hours => ${hours}) where id = ${fileId}`,
  );

describe('a file', () => {
  it('is there when its bytes are, with who has added it and in which run', async () => {
    const runId = randomUUID();
    const ann = agentActor(team.companyId, { id: team.ann.id, name: team.ann.name, runId });
    const { fileId } = await admit(10, {}, ann);
    expect(await list()).toEqual([]);
    await expect(stage.as(team.bob).getFile({ fileId })).rejects.toEqual(
      refusedWith('file_not_found'),
    );
    const file = await complete(fileId, ann);
    expect(file).toMatchObject({
      id: fileId,
      companyId: team.companyId,
      issueId: issue.id,
      documentKey: null,
      ...given,
      bytes: 10,
      sha256: SHA,
      authorAgentId: team.ann.id,
      authorUserId: null,
      runId,
    });
    expect(await list()).toEqual([file]);
    expect(await stage.as(team.bob).getFile({ fileId })).toEqual(file);
    const events = (await stage.emitted()).filter(({ entityId }) => entityId === fileId);
    expect(events.map(({ type }) => type)).toEqual(['file.added']);
    expect(events[0]?.payload).toMatchObject({ fileId, sha256: SHA, identifier: issue.identifier });
  });

  it('is deleted once, by the board', async () => {
    const { id: fileId } = await add();
    await expect(stage.as(team.ann).deleteFile({ fileId })).rejects.toEqual(
      refusedWith('board_only'),
    );
    const deleting = Array.from({ length: 4 }, () =>
      stage
        .as(team.board)
        .deleteFile({ fileId })
        .then(
          () => 'deleted',
          ({ code }: { code: string }) => code,
        ),
    );
    const outcomes = await Promise.all(deleting);
    expect(outcomes.toSorted()).toEqual(['deleted', ...Array(3).fill('file_not_found')]);
    expect(await list()).toEqual([]);
  });

  it('goes with the document that it belongs to', async () => {
    const plan = { issueId: issue.id, document: 'plan' };
    await expect(admit(10, { document: 'plan' })).rejects.toEqual(
      refusedWith('document_not_found'),
    );
    await stage.as(team.ann).writeIssueDocument({ ...plan, body: 'Red.' });
    const file = await add(10, { document: 'plan' });
    const other = await add();
    expect(file).toMatchObject({ documentKey: 'plan' });
    await stage.as(team.board).deleteIssueDocument(plan);
    expect(await list()).toEqual([other]);
  });

  it('is listed in pages, newest first', async () => {
    const added = [await add(), await add(), await add()];
    const ids = (files: readonly { id: string }[]) => files.map(({ id }) => id);
    const page = async (more: object) => {
      const reply = await stage.service.runtime.rpc({
        service: 'issues',
        operation: 'listIssueFiles',
        actor: team.bob,
        requestId: randomUUID(),
        deadlineMs: 10_000,
        body: JSON.stringify({ issueId: issue.id, limit: 2, ...more }),
      });
      const items = JSON.parse(new TextDecoder().decode(reply.bytes)) as { id: string }[];
      return { items, next: reply.headers?.get(header.nextCursor) };
    };
    const first = await page({});
    const second = await page({ cursor: first.next });
    expect([...ids(first.items), ...ids(second.items)]).toEqual(ids(added).toReversed());
  });

  it.each([
    '',
    '.',
    '..',
    'a/b',
    'a\\b',
    '../x',
    'a\u0000b',
    'a\nb',
    'a\u202Egpj.exe',
    'x'.repeat(201),
  ])('has no name like %j', async (name) => {
    await expect(admit(10, { name })).rejects.toEqual(refusedWith('invalid_input'));
  });

  it.each(['text', 'text/html; charset=utf-8', 'a/b\r\nx: y', '/', `a/${'b'.repeat(200)}`])(
    'has no type like %j',
    async (type) => {
      await expect(admit(10, { type })).rejects.toEqual(refusedWith('invalid_input'));
    },
  );
});

describe('a company', () => {
  it('adds no file that is too large, and none above its quotas', async () => {
    await expect(admit(2 * MB + 1)).rejects.toEqual(refusedWith('file_too_large'));
    await add(2 * MB);
    const { id: fileId } = await add(2 * MB);
    await expect(admit(2 * MB)).rejects.toEqual(refusedWith('file_quota_reached'));
    await add(MB);
    await stage.as(team.board).deleteFile({ fileId });
    await expect(admit(1)).rejects.toEqual(refusedWith('file_quota_reached'));
  });

  it('has no more files of an issue than it may', async () => {
    await none(
      stage.db,
      sql`
      insert into files (
        id, company_id, issue_id, name, type, bytes, sha256, author_name, created_at
      ) select gen_random_uuid(), ${team.companyId}, ${issue.id}, 'x', 'a/b', 0, ${SHA}, 'Ann', now()
      from generate_series(1, ${FILES_MAX})`,
    );
    await expect(admit()).rejects.toEqual(refusedWith('too_many_files'));
    expect((await rows()).length).toBe(FILES_MAX);
  });

  it('never exceeds them, however many files come at once', async () => {
    const admitted = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => admit(MB)));
    expect(admitted.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  it('gets back what has not come, once', async () => {
    const { fileId } = await admit(2 * MB);
    expect(await drop(fileId)).toEqual({ dropped: true });
    expect(await drop(fileId)).toEqual({ dropped: false });
    await expect(complete(fileId)).rejects.toEqual(refusedWith('file_not_found'));
    for (let count = 0; count < 5; count += 1) await drop((await admit(2 * MB)).fileId);
    await add(2 * MB);
  });

  it('keeps a file that is whole when it is given up by mistake', async () => {
    const { id } = await add();
    expect(await drop(id)).toEqual({ dropped: false });
    expect(await list()).toHaveLength(1);
  });

  it('sees nothing of another', async () => {
    const { id: fileId } = await add();
    const { fileId: coming } = await admit();
    const other = await openTeam(stage);
    const { companyId } = other;
    const stranger = stage.as(other.ann);
    await expect(stranger.getFile({ fileId })).rejects.toEqual(refusedWith('file_not_found'));
    await expect(stranger.listIssueFiles({ issueId: issue.id })).rejects.toEqual(
      refusedWith('issue_not_found'),
    );
    await expect(
      stranger.admitFile({ companyId, issueId: issue.id, bytes: 1, ...given }),
    ).rejects.toEqual(refusedWith('issue_not_found'));
    const input = { companyId, issueId: issue.id, fileId: coming, ...given, sha256: SHA };
    await expect(stranger.completeFile(input)).rejects.toEqual(refusedWith('file_not_found'));
    expect(await stranger.dropFile({ companyId, fileId: coming })).toEqual({ dropped: false });
  });

  it('lets who has it in hand add a file while it is paused, and nobody else', async () => {
    const paused = (name: 'ann' | 'bob') => ({ ...team[name], paused: 'agent' }) as const;
    await complete((await admit(10, {}, paused('ann'))).fileId);
    await expect(admit(10, {}, paused('bob'))).rejects.toEqual(refusedWith('agent_paused'));
  });
});

describe('what nothing refers to', () => {
  const put = async (fileId: string) =>
    folderStore(folder).put(
      { companyId: team.companyId, fileId },
      Readable.from([Buffer.alloc(10)]),
      10,
    );
  const entries = async () => {
    const all = await readdir(join(folder, team.companyId), { recursive: true });
    return all.filter((path) => path.endsWith('content'));
  };

  it('is deleted after a day, and what is referred to is not', async () => {
    const whole = await add();
    await put(whole.id);
    const { id: deleted } = await add();
    await put(deleted);
    await stage.as(team.board).deleteFile({ fileId: deleted });
    const { fileId: broken } = await admit();
    await put(broken);
    const { fileId: coming } = await admit();
    await age(deleted, 25);
    await age(broken, 25);
    await until('both are gone', async () => (await rows()).length === 2 || undefined);
    expect(await entries()).toHaveLength(1);
    expect(await list()).toEqual([whole]);
    await complete(coming);
  });

  it('is no file any more when its time is over', async () => {
    const { fileId } = await admit();
    await age(fileId, 3);
    await expect(complete(fileId)).rejects.toEqual(refusedWith('file_not_found'));
  });
});
