/** Redaction of versions of documents, files, questions and waits: no table has a word afterwards. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { REDACTED_TEXT, type AgentActor } from '@muster/contracts';
import { folderStore } from '@muster/file-store';
import { many, newId, none, sql } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

let stage: IssuesStage;
let team: Team;
let folder: string;
let issueId: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redacted-files-'));
  stage = await openStage(issuesService, { env: { FILE_STORE_FOLDER: folder } });
  team = await openTeam(stage);
  const issue = await stage
    .as(team.board)
    .createIssue({ companyId: team.companyId, title: 'Work', assigneeAgentId: team.ann.id });
  issueId = issue.id;
});
afterAll(async () => {
  await stage.close();
  await rm(folder, { recursive: true });
});

let count = 0;
const newSecret = (): string => `hunter${(count += 1)}hush`;
const inRun = (agent: AgentActor): AgentActor => ({ ...agent, runId: newId() });
const byKey = (agent: AgentActor): AgentActor => ({ ...inRun(agent), keyId: newId() });

/** The tables of the service in which a text stands, in any case. */
async function tablesWith(text: string): Promise<string[]> {
  const dumps = await many<{ name: string; rows: string }>(
    stage.db,
    sql`
    select tablename as name,
      query_to_xml(format('select * from %I', tablename), true, false, '')::text as rows
    from pg_tables where schemaname = current_schema() order by tablename limit 500`,
  );
  return dumps.filter(({ rows }) => rows.toLowerCase().includes(text)).map(({ name }) => name);
}

const found = async (q: string): Promise<unknown[]> =>
  (await stage.as(team.board).listIssues({ companyId: team.companyId, q })).map(({ id }) => id);

const documentOf = async (secret: string) => {
  const document = newSecret();
  const as = stage.as(inRun(team.ann));
  const body = `# Title ${secret}\n\nThe key is ${secret}.\n`;
  await as.writeIssueDocument({ issueId, document, body, note: `With ${secret}` });
  return (who: AgentActor | Team['board']) =>
    stage.as(who).redactIssueDocument({ issueId, document, version: 1, reason: 'A key.' });
};

const fileOf = async (secret: string) => {
  const { companyId, ann } = team;
  const as = stage.as(inRun(ann));
  const given = { companyId, issueId, name: `${secret}.txt`, type: 'text/plain' };
  const key = await as.admitFile({ ...given, bytes: secret.length });
  await folderStore(folder).put(key, Readable.from([secret]), secret.length);
  const sha256 = createHash('sha256').update(secret).digest('hex');
  const { fileId } = key;
  await as.completeFile({ ...given, fileId, sha256 });
  return (who: AgentActor | Team['board']) =>
    stage.as(who).redactFile({ fileId, reason: 'A key.' });
};

const questionOf = async (secret: string) => {
  const asked = await stage.as(inRun(team.ann)).askQuestion({
    issueId,
    to: 'board',
    kind: 'choice',
    text: `Is it ${secret}?`,
    options: [secret, `no ${secret}`],
    default: secret,
    deadline: '2999-01-01T00:00:00.000Z',
  });
  const answering = { questionId: asked.id, answer: `no ${secret}` };
  await stage.as(team.board).answerQuestion(answering);
  const late = stage.as(team.board).answerQuestion(answering);
  await expect(late).rejects.toEqual(refusedWith('question_closed'));
  return (who: AgentActor | Team['board']) =>
    stage.as(who).redactQuestion({ questionId: asked.id, reason: 'A key.' });
};

const waitOf = async (secret: string) => {
  const { id } = await stage.as(inRun(team.ann)).startWait({
    companyId: team.companyId,
    issueId,
    key: newId(),
    note: `Try ${secret} then`,
  });
  const [wait] = await stage.as(team.board).listWaits({ issueId });
  const ending = { companyId: team.companyId, key: wait?.key ?? '', received: `Take ${secret}` };
  await stage.as(team.board).endWaitsByKey(ending);
  return (who: AgentActor | Team['board']) =>
    stage.as(who).redactWait({ issueId, waitId: id, reason: 'A key.' });
};

const kinds = [
  ['a version of a document', documentOf, ['document_versions', 'issue_texts', 'requests']],
  ['a file', fileOf, ['events', 'files', 'requests']],
  ['a question with its answer', questionOf, ['events', 'questions', 'requests']],
  ['a wait with its signal', waitOf, ['events', 'requests', 'waits']],
] as const;

describe.each(kinds)('redaction of %s', (_, write, tables) => {
  it('leaves no table with a word of it, and says who has redacted it, when and why', async () => {
    const secret = newSecret();
    const redact = await write(secret);
    expect(await tablesWith(secret)).toEqual(tables);
    const left = await redact(team.board);
    expect(left.redacted).toEqual({
      at: expect.any(String),
      byAgentId: null,
      byUserId: team.board.id,
      byName: team.board.name,
      reason: 'A key.',
    });
    expect(await tablesWith(secret)).toEqual([]);
    expect(await found(secret)).toEqual([]);
    expect(await redact(team.board)).toEqual(left);
  });

  it('is for the board and a live run of the author, and for no key that names one', async () => {
    const redact = await write(newSecret());
    for (const who of [team.ann, byKey(team.ann), inRun(team.bob), inRun(team.manager)]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await expect(redact(who)).rejects.toEqual(refusedWith('not_the_author'));
    }
    const { redacted } = await redact(inRun(team.ann));
    expect(redacted).toMatchObject({ byAgentId: team.ann.id, byUserId: null });
  });
});

describe('redactIssueDocument', () => {
  it('takes one version, and leaves the others with their words', async () => {
    const [secret, kept] = [newSecret(), newSecret()];
    const board = stage.as(team.board);
    const at = { issueId, document: newSecret() };
    await board.writeIssueDocument({ ...at, body: secret });
    await board.writeIssueDocument({ ...at, body: kept, ifVersion: 1 });
    await board.redactIssueDocument({ ...at, version: 1 });
    expect(await tablesWith(secret)).toEqual([]);
    expect(await found(kept)).toEqual([issueId]);
    const versions = await board.listIssueDocumentRevisions(at);
    expect(versions.map(({ redacted }) => redacted?.byName)).toEqual([undefined, team.board.name]);
    expect(await board.getIssueDocument({ ...at, version: 1 })).toMatchObject({
      body: REDACTED_TEXT,
      note: null,
      redacted: { byUserId: team.board.id },
    });
    expect(await board.getIssueDocument(at)).not.toHaveProperty('redacted');
    const gone = board.redactIssueDocument({ ...at, version: 3 });
    await expect(gone).rejects.toEqual(refusedWith('revision_not_found'));
    expect((await stage.emitted('document.redacted')).at(-1)).toMatchObject({
      payload: { key: at.document, version: 1 },
    });
  });

  it.each(['project', 'company'])('takes a version of a document of a %s', async (owner) => {
    const secret = newSecret();
    const board = stage.as(team.board);
    const { companyId } = team;
    const at = { document: newSecret(), version: 1 };
    if (owner === 'project') {
      const { id: projectId } = await board.createProject({ companyId, name: newSecret() });
      await board.writeProjectDocument({ projectId, document: at.document, body: secret });
      await board.redactProjectDocument({ projectId, ...at });
    } else {
      await board.writeCompanyDocument({ companyId, document: at.document, body: secret });
      await board.redactCompanyDocument({ companyId, ...at });
    }
    expect(await tablesWith(secret)).toEqual([]);
  });
});

describe('redactFile', () => {
  it('has taken the bytes from the store when it is answered, and leaves a tombstone in the list', async () => {
    const redact = await fileOf(newSecret());
    const { id } = await redact(inRun(team.ann));
    const stored = await readdir(folder, { recursive: true });
    expect(stored.filter((path) => path.includes(id))).toEqual([]);
    const listed = await stage.as(team.bob).listIssueFiles({ issueId });
    expect(listed.find((file) => file.id === id)).toMatchObject({
      name: REDACTED_TEXT,
      bytes: 0,
      redacted: { byAgentId: team.ann.id },
    });
  });

  it('changes nothing while no store is configured', async () => {
    const bare = await openStage(issuesService);
    const { companyId, ann, board } = await openTeam(bare);
    const { id } = await bare.as(board).createIssue({ companyId, title: 'Work' });
    const given = { companyId, issueId: id, name: 'a.txt', type: 'text/plain' };
    const { fileId } = await bare.as(ann).admitFile({ ...given, bytes: 1 });
    await bare.as(ann).completeFile({ ...given, fileId, sha256: 'a'.repeat(64) });
    const redacted = bare.as(board).redactFile({ fileId });
    await expect(redacted).rejects.toEqual(refusedWith('file_store_unavailable'));
    expect(await bare.as(board).getFile({ fileId })).toMatchObject({ name: 'a.txt' });
    await bare.close();
  });
});

describe('redactQuestion', () => {
  it('withdraws a question that is open, which nobody could answer', async () => {
    const ask = { issueId, to: 'board', kind: 'text', text: newSecret() } as const;
    const { id: questionId } = await stage.as(inRun(team.ann)).askQuestion(ask);
    const left = await stage.as(team.board).redactQuestion({ questionId });
    expect(left).toMatchObject({ state: 'withdrawn', text: REDACTED_TEXT, answer: null });
    expect(await stage.as(team.board).getQuestion({ questionId })).toEqual(left);
    for (const type of ['question.withdrawn', 'question.redacted'] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const [event] = (await stage.emitted(type)).slice(-1);
      expect(event).toMatchObject({ payload: { text: REDACTED_TEXT, state: 'withdrawn' } });
    }
    expect(await tablesWith(ask.text)).toEqual([]);
  });
});

describe('redactWait', () => {
  it('lets a wait that is open go on', async () => {
    const ann = stage.as(inRun(team.ann));
    const asked = { companyId: team.companyId, issueId, after: 3_600, note: newSecret() };
    const { id: waitId } = await ann.startWait(asked);
    await ann.redactWait({ issueId, waitId });
    await none(stage.db, sql`update waits set until = now() where id = ${waitId}`);
    const waits = await stage.as(team.board).listWaits({ issueId });
    expect(waits.find(({ id }) => id === waitId)).toMatchObject({
      note: REDACTED_TEXT,
      received: null,
      cause: null,
    });
    expect((await stage.emitted('issue.wait_redacted')).at(-1)).toMatchObject({
      payload: { waitId, agentId: team.ann.id },
    });
  });
});
