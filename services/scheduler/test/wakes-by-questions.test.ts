/** A question wakes who is asked, and its answer who has asked: once, in a run that reads it. */
import { issues, type QuestionSnapshot } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anIssueStory, runAbout } from './issue-story.ts';
import { openScheduler, type Opened } from './open-scheduler.ts';

const STAYS = 'console.log("here"); setInterval(() => {}, 1000)';

describe('a question', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());

  const tell = (
    type: 'question.asked' | 'question.answered' | 'question.expired',
    payload: QuestionSnapshot,
  ) => opened.receive(issues, type, { companyId, entityId: payload.questionId, payload });

  it('wakes the agent that is asked, and then its asker with the answer', async () => {
    const [asker, asked] = [
      await opened.agent(companyId, STAYS),
      await opened.agent(companyId, STAYS),
    ];
    const { issueId } = anIssueStory(opened, companyId);
    const question: QuestionSnapshot = {
      questionId: newId(),
      issueId,
      identifier: 'ACM-1',
      title: 'Paint',
      kind: 'choice',
      state: 'open',
      text: 'Which colour?',
      options: ['Red', 'Blue'],
      deadline: null,
      toAgentId: asked.agentId,
      toUserId: null,
      askedByAgentId: asker.agentId,
      askedByUserId: null,
      answer: null,
      byDefault: false,
    };
    await tell('question.asked', question);
    const first = await runAbout(opened, companyId, {
      agentId: asked.agentId,
      issueId,
      status: 'running',
    });
    expect(first).toMatchObject({ reason: 'question_asked', source: 'mention' });
    expect(first.context['wakes']).toMatchObject([
      { payload: { question: { questionId: question.questionId, options: ['Red', 'Blue'] } } },
    ]);
    await tell('question.answered', { ...question, state: 'answered', answer: 'Red' });
    const next = await runAbout(opened, companyId, {
      agentId: asker.agentId,
      issueId,
      status: 'running',
    });
    expect(next.context['wakes']).toMatchObject([
      { reason: 'question_answered', payload: { question: { answer: 'Red', byDefault: false } } },
    ]);
    const board = opened.stage.as(boardActor());
    for (const { agentId } of [asker, asked]) {
      const { wakes } = await board.listWakeRecords({ agentId, companyId, issueId });
      expect(wakes).toHaveLength(1);
    }
    for (const { id: runId } of [first, next]) await board.cancelRun({ runId });
  });
});
