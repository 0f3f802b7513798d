/** Lines of the output of a run are taken away, and so is what wake-ups and runs repeat of redacted words. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { approvals, issues, type QuestionSnapshot } from '@muster/contracts';
import { many, newId, none, sql } from '@muster/service-kit';
import { agentActor, anIssue, boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anIssueStory, runAbout } from './issue-story.ts';
import { eventually, openScheduler, type Opened } from './open-scheduler.ts';

const SECRET = 'hunter-42-hush';
const STAYS = 'console.log("here"); setInterval(() => {}, 1000)';
const PRINTS = `console.log('first');
  console.error('the error is ${SECRET}');
  console.log('the key is ${SECRET}');`;

let opened: Opened;
let companyId: string;
beforeAll(async () => {
  opened = await openScheduler();
  ({ companyId } = await opened.company());
});
afterAll(() => opened.close());
const board = () => opened.stage.as(boardActor({ name: 'Grace' }));
const refusedWith = (code: string) => expect.objectContaining({ code }) as Error;

/** The tables of the service in which a text stands. */
async function tablesWith(text: string): Promise<string[]> {
  const dumps = await many<{ name: string; rows: string }>(
    opened.stage.db,
    sql`
    select tablename as name,
      query_to_xml(format('select * from %I', tablename), true, false, '')::text as rows
    from pg_tables where schemaname = current_schema() order by tablename limit 500`,
  );
  return dumps.filter(({ rows }) => rows.includes(text)).map(({ name }) => name);
}

describe('redactRunLog', () => {
  it('takes lines from the log, the error and the summary, and leaves places as they are', async () => {
    const { agentId } = await opened.agent(companyId, `${PRINTS}\nprocess.exitCode = 1;`);
    const { id: runId } = await opened.wake(agentId);
    const { logBytes, error } = await opened.finished(runId);
    expect(error).toContain(SECRET);
    const { text: whole } = await board().getRunLog({ runId });
    expect(await tablesWith(SECRET)).toEqual(['roster', 'run_log', 'runs']);
    const last = whole.lastIndexOf(SECRET);
    const span = { from: whole.indexOf(SECRET), to: last + 1 };
    const left = await board().redactRunLog({ runId, ...span, reason: 'A key.' });
    expect(await tablesWith(SECRET)).toEqual([]);
    const { text, redactions, nextOffset } = await board().getRunLog({ runId });
    expect(text).toHaveLength(whole.length);
    expect(nextOffset).toBe(logBytes);
    const lines = text.trimEnd().split('\n');
    expect(lines.filter((line) => /^\*+$/.test(line))).toHaveLength(2);
    expect(redactions).toEqual([left]);
    expect(left).toMatchObject({
      from: whole.lastIndexOf('\n', span.from) + 1,
      redacted: { byName: 'Grace', byAgentId: null, reason: 'A key.' },
    });
    const run = await board().getRun({ runId });
    expect(run).toMatchObject({ error: '[redacted]' });
    expect((await opened.stage.emitted('run.log_redacted')).at(-1)).toMatchObject({
      entityId: runId,
      payload: { agentId, from: left.from, to: left.to },
    });
  });

  it('takes lines of a live run by that run, whose end does not repeat them', async () => {
    const waits = `const look = setInterval(() => {
      if (!require('fs').existsSync('go')) return;
      clearInterval(look);
      process.exitCode = 1;
    }, 10);`;
    const { agentId } = await opened.agent(companyId, `${PRINTS}\n${waits}`);
    const { id: runId } = await opened.wake(agentId);
    const self = agentActor(companyId, { id: agentId, runId });
    const { text } = await eventually(async () => {
      const log = await board().getRunLog({ runId });
      return log.text.split(SECRET).length > 2 ? log : undefined;
    });
    const asked = { runId, from: text.indexOf(SECRET), to: text.lastIndexOf(SECRET) + 1 };
    for (const who of [
      agentActor(companyId, { id: agentId }),
      { ...self, keyId: newId() },
      agentActor(companyId, { id: newId(), runId: newId() }),
    ]) {
      const refused = opened.stage.as(who).redactRunLog(asked);
      await expect(refused).rejects.toEqual(refusedWith('not_the_author'));
    }
    await opened.stage.as(self).redactRunLog(asked);
    writeFileSync(join(opened.runner.workspaceOf(agentId), 'go'), '');
    expect(await opened.finished(runId)).toMatchObject({ status: 'failed', error: '[redacted]' });
    expect(await tablesWith(SECRET)).toEqual([]);
  });

  it('refuses a place where the output has nothing, and a run of another company', async () => {
    const { agentId } = await opened.agent(companyId, `console.log('x')`);
    const { id: runId } = await opened.wake(agentId);
    await opened.finished(runId);
    const nothing = board().redactRunLog({ runId, from: 100_000, to: 100_001 });
    await expect(nothing).rejects.toEqual(refusedWith('invalid_input'));
    const stranger = opened.stage.as(agentActor(newId(), { runId: newId() }));
    const foreign = stranger.redactRunLog({ runId, from: 0, to: 1 });
    await expect(foreign).rejects.toEqual(refusedWith('run_not_found'));
  });
});

/** Wakes the agent by words with the secret; the event says then that they were redacted. */
const causes = {
  async question(agentId: string, issueId: string) {
    const question: QuestionSnapshot = {
      questionId: newId(),
      issueId,
      identifier: 'ACM-1',
      title: 'Paint',
      kind: 'choice',
      state: 'open',
      text: `Is it ${SECRET}?`,
      options: [SECRET, 'no'],
      deadline: null,
      toAgentId: agentId,
      toUserId: null,
      askedByAgentId: null,
      askedByUserId: newId(),
      answer: null,
      byDefault: false,
    };
    const about = { companyId, entityId: question.questionId };
    await opened.receive(issues, 'question.asked', { ...about, payload: question });
    return () => opened.receive(issues, 'question.redacted', { ...about, payload: question });
  },
  async wait(agentId: string, issueId: string) {
    const waitId = newId();
    const about = { companyId, entityId: issueId };
    const issue = anIssue({ issueId });
    const wait = {
      waitId,
      agentId,
      note: `Try ${SECRET}`,
      until: null,
      deadline: null,
      onDeadline: 'wake' as const,
      signal: true,
      cause: 'signal' as const,
      received: `Take ${SECRET}`,
      moved: false,
    };
    await opened.receive(issues, 'issue.wait_ended', { ...about, payload: { ...issue, wait } });
    const payload = { ...issue, waitId, agentId };
    return () => opened.receive(issues, 'issue.wait_redacted', { ...about, payload });
  },
  decision: (agentId: string, issueId: string) => decide(agentId, issueId, false),
  'comment on an approval': (agentId: string, issueId: string) => decide(agentId, issueId, true),
};

async function decide(agentId: string, issueId: string, isComment: boolean) {
  const payload = {
    approvalId: newId(),
    type: 'request_board_approval' as const,
    status: isComment ? ('pending' as const) : ('rejected' as const),
    requestedByAgentId: agentId,
    requestedByUserId: null,
    agentId: null,
    issueIds: [issueId],
    decisionNote: isComment ? null : `Not with ${SECRET}`,
    revision: 1,
    version: 2,
  };
  const about = { companyId, entityId: payload.approvalId };
  const commentId = newId();
  if (isComment) {
    const comment = { ...payload, commentId, excerpt: `Use ${SECRET}`, byBoard: true };
    await opened.receive(approvals, 'approval.commented', { ...about, payload: comment });
    const redacted = { ...payload, commentId };
    return () =>
      opened.receive(approvals, 'approval.comment_redacted', { ...about, payload: redacted });
  }
  await opened.receive(approvals, 'approval.rejected', { ...about, payload });
  const left = { ...payload, decisionNote: '[redacted]' };
  return () => opened.receive(approvals, 'approval.redacted', { ...about, payload: left });
}

describe('what wakes an agent', () => {
  it.each(Object.entries(causes))('loses the words of a redacted %s', async (_, cause) => {
    const { agentId } = await opened.agent(companyId, STAYS);
    const { issueId } = anIssueStory(opened, companyId);
    const redact = await cause(agentId, issueId);
    const run = await runAbout(opened, companyId, { agentId, issueId, status: 'running' });
    expect(JSON.stringify(run.context)).toContain(SECRET);
    expect(await tablesWith(SECRET)).toEqual(['runs', 'wakeups']);
    const cancelled = await board().cancelRun({ runId: run.id });
    expect(JSON.stringify(cancelled.context)).toContain(SECRET);
    expect(await tablesWith(SECRET)).toEqual(['requests', 'runs', 'wakeups']);
    await redact();
    expect(await tablesWith(SECRET)).toEqual([]);
  });

  it('loses the words in an event that could not be applied', async () => {
    const { agentId } = await opened.agent(companyId, STAYS);
    const { issueId } = anIssueStory(opened, companyId);
    const redact = await causes.question(agentId, issueId);
    const run = await runAbout(opened, companyId, { agentId, issueId, status: 'running' });
    await board().cancelRun({ runId: run.id });
    const [wake] = run.context['wakes'] as { payload: { question: { questionId: string } } }[];
    const entityId = wake?.payload.question.questionId;
    const event = JSON.stringify({ entityId, type: 'question.asked', payload: { text: SECRET } });
    await none(
      opened.stage.db,
      sql`
      insert into dead_letters (producer, company_id, seq, event, attempts, error)
      values ('issues', ${companyId}, 1, ${event}::jsonb, 15, 'a fault')`,
    );
    expect(await tablesWith(SECRET)).toContain('dead_letters');
    await redact();
    expect(await tablesWith(SECRET)).toEqual([]);
  });

  it('loses the name of a redacted file that a run has handed over', async () => {
    const { agentId } = await opened.agent(companyId, STAYS);
    const { id: runId } = await opened.wake(agentId);
    const fileId = newId();
    await eventually(async () => (await opened.stage.emitted('run.queued')).at(-1));
    const file = { fileId, name: `${SECRET}.txt`, bytes: 1 };
    const attached = JSON.stringify([{ fileId: newId(), name: 'other', bytes: 1 }, file]);
    await none(
      opened.stage.db,
      sql`
      update events set type = 'run.outputs_attached',
        payload = jsonb_build_object('attached', ${attached}::jsonb)
      where company_id = ${companyId} and type = 'run.queued' and entity_id = ${runId}`,
    );
    const payload = {
      fileId,
      issueId: newId(),
      identifier: 'ACM-1',
      name: '[redacted]',
      type: 'text/plain',
      bytes: 0,
      sha256: 'a'.repeat(64),
    };
    expect(await tablesWith(SECRET)).toEqual(['events']);
    await opened.receive(issues, 'file.redacted', { companyId, entityId: fileId, payload });
    expect(await tablesWith(SECRET)).toEqual([]);
    await board().cancelRun({ runId });
  });
});
