import { describe, expect, it } from 'vitest';
import { wakesOf, type WakingEvent } from './wakes.ts';

const [ada, bob] = ['ada', 'bob'];
const by = (agentId: string) => ({ actorType: 'agent', actorId: agentId }) as const;
const byBoard = { actorType: 'user', actorId: 'board' } as const;
const byTime = { actorType: 'system', actorId: null } as const;

const question = {
  questionId: 'question',
  issueId: 'issue',
  kind: 'choice',
  state: 'open',
  text: 'Which one?',
  options: ['Red', 'Blue'],
  deadline: null,
  toAgentId: bob,
  toUserId: null,
  askedByAgentId: ada,
  askedByUserId: null,
  answer: null,
  byDefault: false,
};
const wakes = (type: string, more: object, author: object) =>
  wakesOf({
    ...author,
    type: `question.${type}`,
    payload: { ...question, ...more },
  } as WakingEvent);

describe('an overdue issue', () => {
  it('wakes the agent that its event names, and nobody where it names none', () => {
    const overdue = (type: string, wakesAgentId: string | null) =>
      wakesOf({
        ...byTime,
        type: `issue.${type}`,
        payload: { issueId: 'issue', dueAt: '2026-05-01T12:00:00.000Z', wakesAgentId },
      } as unknown as WakingEvent);
    expect(overdue('overdue', ada)).toMatchObject([{ agentId: ada, reason: 'issue_overdue' }]);
    expect(overdue('overdue_escalated', bob)).toMatchObject([
      { agentId: bob, reason: 'issue_overdue_escalated', payload: { dueAt: expect.any(String) } },
    ]);
    expect(overdue('overdue', null)).toEqual([]);
  });
});

describe('a question', () => {
  it('wakes the agent that is asked, and then the one that has asked, with the answer', () => {
    expect(wakes('asked', {}, by(ada))).toMatchObject([
      {
        agentId: bob,
        source: 'mention',
        reason: 'question_asked',
        issueId: 'issue',
        payload: { question: { questionId: 'question', options: ['Red', 'Blue'] } },
      },
    ]);
    expect(wakes('answered', { answer: 'Red' }, by(bob))).toMatchObject([
      { agentId: ada, reason: 'question_answered', payload: { question: { answer: 'Red' } } },
    ]);
    expect(wakes('expired', { answer: 'Blue', byDefault: true }, byTime)).toMatchObject([
      { agentId: ada, reason: 'question_expired', payload: { question: { byDefault: true } } },
    ]);
    expect(wakes('answered', { toAgentId: null, answer: 'Red' }, byBoard)).toHaveLength(1);
  });

  it('wakes no person', () => {
    expect(wakes('asked', { toAgentId: null }, by(ada))).toEqual([]);
    expect(wakes('answered', { askedByAgentId: null }, by(bob))).toEqual([]);
    expect(wakes('expired', { askedByAgentId: null }, byTime)).toEqual([]);
  });

  it('tells the beginning of a long text', () => {
    const [wake] = wakes('answered', { kind: 'text', answer: 'a'.repeat(4_000) }, byBoard);
    expect(JSON.stringify(wake?.payload).length).toBeLessThan(2_500);
  });
});
