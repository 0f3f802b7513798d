import { REDACTED_TEXT, type AgentActor } from '@muster/contracts';
import { many, newId, sql } from '@muster/service-kit';
import { agentActor, boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalsService } from '../src/service.ts';
import { givenHire, type ApprovalsStage } from './requests.ts';

const board = boardActor({ name: 'Grace' });
let stage: ApprovalsStage;
let companyId: string;
let ada: AgentActor;
beforeAll(async () => {
  stage = await openStage(approvalsService);
  ({ companyId } = await stage.given.company());
  const { agentId } = await stage.given.agent(companyId);
  ada = agentActor(companyId, { id: agentId, name: 'Ada' });
});
afterAll(() => stage.close());

let count = 0;
const newSecret = (): string => `hunter${(count += 1)}hush`;
const inRun = (agent: AgentActor): AgentActor => ({ ...agent, runId: newId() });
const refusedWith = (code: string) => expect.objectContaining({ code }) as Error;

async function tablesWith(text: string): Promise<string[]> {
  const dumps = await many<{ name: string; rows: string }>(
    stage.db,
    sql`
    select tablename as name,
      query_to_xml(format('select * from %I', tablename), true, false, '')::text as rows
    from pg_tables where schemaname = current_schema() order by tablename limit 500`,
  );
  return dumps.filter(({ rows }) => rows.includes(text)).map(({ name }) => name);
}

const ask = (secret: string) =>
  stage.as(inRun(ada)).createApproval({
    companyId,
    type: 'request_board_approval',
    payload: { title: secret, steps: [{ about: ada.id, text: `Use ${secret}`, cents: 42 }] },
  });

describe('redactApproval', () => {
  it('leaves no table with a word of the request or of its decisions', async () => {
    const secret = newSecret();
    const { id: approvalId } = await ask(secret);
    const as = stage.as(board);
    await as.requestRevision({ approvalId, decisionNote: `Without ${secret}` });
    const answer = { approvalId, payload: { title: `Still ${secret}`, amount: 1 } };
    await stage.as(inRun(ada)).resubmitApproval(answer);
    await as.rejectApproval({ approvalId, decisionNote: `Not with ${secret}` });
    expect(await tablesWith(secret)).toEqual(['approvals', 'events', 'requests']);
    const left = await as.redactApproval({ approvalId, reason: 'A key.' });
    expect(left).toMatchObject({
      status: 'rejected',
      payload: { title: REDACTED_TEXT, amount: 1 },
      decisionNote: REDACTED_TEXT,
      redacted: { byName: 'Grace', byUserId: board.id, reason: 'A key.' },
    });
    // The payload of the request was replaced by its resubmission; its answer is stored.
    expect(await tablesWith(secret)).toEqual([]);
    expect(await as.getApproval({ approvalId })).toEqual(left);
    expect(await as.redactApproval({ approvalId })).toEqual(left);
    expect((await stage.emitted('approval.redacted')).at(-1)).toMatchObject({
      entityId: approvalId,
      payload: { decisionNote: REDACTED_TEXT },
    });
  });

  it('cancels a request that is open, and keeps its ids and numbers', async () => {
    const secret = newSecret();
    const { id: approvalId } = await ask(secret);
    const left = await stage.as(inRun(ada)).redactApproval({ approvalId });
    expect(left).toMatchObject({
      status: 'cancelled',
      payload: {
        title: REDACTED_TEXT,
        steps: [{ about: ada.id, text: REDACTED_TEXT, cents: 42 }],
      },
    });
    expect(await tablesWith(secret)).toEqual([]);
  });

  it('takes only the words of the decision of a hire, which stays what it is', async () => {
    const secret = newSecret();
    const { approvalId } = await givenHire(stage, companyId);
    const as = stage.as(board);
    for (const decisionNote of [`Without ${secret}`, null]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      if (decisionNote !== null) await as.requestRevision({ approvalId, decisionNote });
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { payload, status } = await as.redactApproval({ approvalId });
      expect(status).toBe('revision_requested');
      expect(JSON.stringify(payload)).not.toContain(REDACTED_TEXT);
    }
    expect(await tablesWith(secret)).toEqual([]);
    await as.cancelApproval({ approvalId });
  });

  it('is for the board and a live run of the agent that has asked', async () => {
    const { id: approvalId } = await ask(newSecret());
    const byKey = { ...inRun(ada), keyId: newId() };
    for (const who of [ada, byKey, agentActor(companyId, { runId: newId() })]) {
      const refused = stage.as(who).redactApproval({ approvalId });
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await expect(refused).rejects.toEqual(refusedWith('not_the_author'));
    }
    const foreign = stage.as(agentActor(newId())).redactApproval({ approvalId });
    await expect(foreign).rejects.toEqual(refusedWith('approval_not_found'));
  });
});

describe('redactApprovalComment', () => {
  it('leaves no table with a word of the comment, and the others as they are', async () => {
    const [secret, kept] = [newSecret(), newSecret()];
    const { id: approvalId } = await ask('A title');
    const as = stage.as(inRun(ada));
    const { id: commentId } = await as.addApprovalComment({ approvalId, body: `Key: ${secret}` });
    await as.addApprovalComment({ approvalId, body: kept });
    expect(await tablesWith(secret)).toEqual(['approval_comments', 'events', 'requests']);
    const byKey = stage.as({ ...inRun(ada), keyId: newId() });
    const refused = byKey.redactApprovalComment({ approvalId, commentId });
    await expect(refused).rejects.toEqual(refusedWith('not_the_author'));
    const left = await as.redactApprovalComment({ approvalId, commentId, reason: 'A key.' });
    expect(left).toMatchObject({ body: REDACTED_TEXT, redacted: { byAgentId: ada.id } });
    expect(await tablesWith(secret)).toEqual([]);
    const comments = await stage.as(board).listApprovalComments({ approvalId });
    expect(comments).toMatchObject([left, { body: kept }]);
    expect(await as.redactApprovalComment({ approvalId, commentId })).toEqual(left);
    const other = await ask('Another');
    const misplaced = as.redactApprovalComment({ approvalId: other.id, commentId });
    await expect(misplaced).rejects.toEqual(refusedWith('comment_not_found'));
  });
});
