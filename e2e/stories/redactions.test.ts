/**
 * A secret gets into words of each kind, is found wherever a kind copies it, and is redacted by a live run of
 * its author. Then every table of every schema, every file beside the databases and every log is searched.
 * What a backup of the databases has from then on is their rows.
 */
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { approvals, gateway, issues, scheduler } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { beforeAll, expect, it } from 'vitest';
import { newCanaries } from '../checks/canaries.ts';
import { addIssue, createCompany } from '../fixtures/builders.ts';
import { startLiveRun } from '../fixtures/live-run.ts';
import type { Caller } from '../world/http-client.ts';
import { useSql } from '../world/sql.ts';
import { useWorld } from '../world/use-world.ts';

const world = useWorld({ settings: { LOG_LEVEL: 'debug' } });
const sql = useSql(world);

interface Author {
  readonly companyId: string;
  readonly issueId: string;
  readonly agentId: string;
  /** With the token of a live run. */
  readonly run: Caller;
}

/** Where a text stands: tables in any case, and files of the stores and logs. */
async function placesOf(text: string): Promise<string[]> {
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
  const { folder } = world();
  const files = globSync(['data/**/*.log', 'data/files/**'], { cwd: folder });
  const [isIn, inLogs] = [newCanaries(), files.filter((path) => path.endsWith('.log'))];
  isIn.watch('it', text);
  expect(inLogs.length).toBeGreaterThan(6);
  const leaks = files.filter((path) => {
    const at = join(folder, path);
    return statSync(at).isFile() && isIn.foundIn(readFileSync(at, 'latin1')).length > 0;
  });
  return [...found, ...leaks.map((path) => (path.startsWith('data/files/') ? 'a file' : path))];
}

type Written = readonly [path: string, body?: object, by?: Caller];

interface Kind {
  readonly places: readonly string[];
  /** @returns the path of what has the words, and who redacts it if another run has written it */
  write(author: Author, secret: string): Promise<Written>;
}

const kinds: Readonly<Record<string, Kind>> = {
  'a comment': {
    places: ['issues.comments', 'issues.issue_texts', 'issues.requests'],
    async write({ run, issueId }, secret) {
      const { id } = await run.call(issues, 'addComment', { issueId, body: `The key: ${secret}` });
      return [`/api/issues/${issueId}/comments/${id}`];
    },
  },
  'a comment that came with a change': {
    places: ['issues.comments', 'issues.issue_texts', 'issues.requests'],
    async write({ run, issueId }, secret) {
      const comment = `The password is ${secret}, @${secret}.`;
      await run.call(issues, 'updateIssue', { issueId, comment });
      const [newest] = await run.call(issues, 'listComments', { issueId, order: 'desc' });
      return [`/api/issues/${issueId}/comments/${newest?.id}`];
    },
  },
  'a version of a document': {
    places: ['issues.document_versions', 'issues.issue_texts', 'issues.requests'],
    async write({ run, issueId }, secret) {
      const body = `# About ${secret}\n\n${secret}\n`;
      await run.call(issues, 'writeIssueDocument', { issueId, document: 'plan', body });
      return [`/api/issues/${issueId}/documents/plan`, { version: 1 }];
    },
  },
  'a file': {
    places: ['issues.events', 'issues.files', 'issues.requests', 'a file'],
    async write({ run, issueId }, secret) {
      const path = `/api/issues/${issueId}/files?name=${secret}.txt`;
      const added = await run.post(path, { about: secret });
      return [`/api/files/${(added.body as { id: string }).id}`];
    },
  },
  'a question with its answer': {
    places: ['issues.events', 'issues.questions', 'issues.requests', 'scheduler.wakeups'],
    async write({ run, issueId, agentId }, secret) {
      const text = `Is it ${secret}?`;
      const asked = { issueId, to: 'board', kind: 'text', text } as const;
      const { id: questionId } = await run.call(issues, 'askQuestion', asked);
      const { board } = world();
      await board.call(issues, 'answerQuestion', { questionId, answer: `No, ${secret}2.` });
      await carriedBy(agentId, 'question_answered');
      return [`/api/questions/${questionId}`];
    },
  },
  'a wait with its signal': {
    places: ['issues.events', 'issues.waits', 'scheduler.wakeups'],
    async write({ run, issueId, agentId }, secret) {
      const asked = { signal: true, note: `Try ${secret} then` };
      const { body } = await run.post(`/api/issues/${issueId}/waits`, asked);
      const { id, signalUrl } = body as { id: string; signalUrl: string };
      await world().api.as().post(new URL(signalUrl).pathname, { brought: secret });
      await carriedBy(agentId, 'wait_ended');
      return [`/api/issues/${issueId}/waits/${id}`];
    },
  },
  'the words of an approval': {
    places: ['approvals.approvals', 'approvals.events', 'approvals.requests', 'scheduler.wakeups'],
    async write({ run, companyId, agentId }, secret) {
      const { id: approvalId } = await run.call(approvals, 'createApproval', {
        companyId,
        type: 'request_board_approval',
        payload: { title: `May I use ${secret}?` },
      });
      const decided = { approvalId, decisionNote: `Not with ${secret}.` };
      await world().board.call(approvals, 'rejectApproval', decided);
      await carriedBy(agentId, 'approval_rejected');
      return [`/api/approvals/${approvalId}`];
    },
  },
  'a comment on an approval': {
    places: ['approvals.approval_comments', 'approvals.events', 'approvals.requests'],
    async write({ run, companyId }, secret) {
      const { id: approvalId } = await run.call(approvals, 'createApproval', {
        companyId,
        type: 'request_board_approval',
        payload: { title: 'May I?' },
      });
      const body = `The key is ${secret}.`;
      const { id } = await run.call(approvals, 'addApprovalComment', { approvalId, body });
      return [`/api/approvals/${approvalId}/comments/${id}`];
    },
  },
  'lines of the log of a run': {
    places: ['scheduler.run_log', 'scheduler.runs'],
    async write({ companyId }, secret) {
      const { folder, api, board } = world();
      mkdirSync(join(folder, 'live-runs', 'printing'), { recursive: true });
      writeFileSync(join(folder, 'live-runs', 'printing', 'key'), `The key is ${secret}\n`);
      const { runId, token } = await startLiveRun(world(), companyId, 'printing', 'cat key');
      const text = await until('the output', async () => {
        const log = await board.call(scheduler, 'getRunLog', { runId });
        return log.text.includes(secret) ? log.text : undefined;
      });
      const from = text.indexOf(secret);
      const path = `/api/heartbeat-runs/${runId}/log`;
      return [path, { from, to: from + 1 }, api.as(token)];
    },
  },
};

/** The agent is to hear of it: a wake-up has the words, too. */
const carriedBy = (agentId: string, reason: string) =>
  until(`a wake-up by ${reason}`, async () => {
    const wakes = sql.rows(`select from scheduler.wakeups where agent_id = $1 and reason = $2`, [
      agentId,
      reason,
    ]);
    return (await wakes).length > 0 || undefined;
  });

const canaries = newCanaries();
const author = {} as {
  companyId: string;
  issueId: string;
  agentId: string;
  run: Caller;
  key: Caller;
};
beforeAll(async () => {
  const { board, api } = world();
  const { id: companyId } = await createCompany(board);
  const { agentId, token } = await startLiveRun(world(), companyId, 'author');
  const { id: issueId } = await addIssue(board, companyId, { assigneeAgentId: agentId });
  const key = await board.call(gateway, 'createAgentKey', { agentId, name: 'standing' });
  Object.assign(author, {
    companyId,
    issueId,
    agentId,
    run: api.as(token),
    key: api.as(key.token),
  });
});

it.each(Object.entries(kinds))('leaves nothing of %s', async (_, { write, places }) => {
  const secret = canaries.plant('secret').replaceAll('-', '');
  const [path, body = {}, by = author.run] = await write(author, secret);
  expect(await placesOf(secret)).toEqual(places);
  const byKey = await author.key.post(`${path}/redact`, body);
  expect(byKey).toMatchObject({ status: 403, body: { code: 'not_the_author' } });
  const { status, body: left } = await by.post(`${path}/redact`, { ...body, reason: 'A key.' });
  expect(status).toBe(200);
  expect(JSON.stringify(left)).toContain('"reason":"A key."');
  await until('the copies in other services', async () =>
    (await placesOf(secret)).length === 0 ? true : undefined,
  );
});

it('leaves the words of others where they are, and says in a context what was taken away', async () => {
  const { run, issueId } = author;
  const kept = canaries.plant('kept').replaceAll('-', '');
  await run.call(issues, 'addComment', { issueId, body: `This stays: ${kept}` });
  const { id } = await run.call(issues, 'addComment', { issueId, body: 'This goes.' });
  await run.post(`/api/issues/${issueId}/comments/${id}/redact`, {});
  expect(await placesOf(kept)).toEqual(kinds['a comment']?.places);
  const { body } = await run.get(`/api/issues/${issueId}/heartbeat-context?comments=5`);
  const context = JSON.stringify(body);
  expect(context).toContain(kept);
  expect(context).toContain('"redacted":{"at":');
  expect(context).not.toContain('This goes.');
});
