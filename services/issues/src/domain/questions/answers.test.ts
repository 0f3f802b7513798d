import type { QuestionAnswer, QuestionKind } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { requireAnswer, requireDeadline, requireOptions, requireOther } from './answers.ts';

const options = ['Red', 'Blue', 'Green'];
const refusedField = (field: string) =>
  expect.objectContaining({
    code: 'question_refused',
    details: expect.objectContaining({ field }),
  });
const answering = (kind: QuestionKind, answer: QuestionAnswer) => () =>
  requireAnswer(
    { kind, options: kind === 'choice' || kind === 'several' ? options : [] },
    answer,
    'answer',
  );

describe('a question', () => {
  it.each<[QuestionKind, readonly QuestionAnswer[], readonly QuestionAnswer[]]>([
    ['choice', ['Red', 'Green'], ['red', '', true, ['Red'], 'Yellow']],
    ['several', [[], ['Red'], ['Blue', 'Red']], ['Red', false, ['Red', 'Red'], ['Red', 'Yellow']]],
    ['text', ['Blue.', ' a '], ['', ' \n', true, ['Blue']]],
    ['confirm', [true, false], ['true', 'yes', [], '']],
  ])('of kind %s takes what answers it, and nothing else', (kind, taken, refused) => {
    for (const answer of taken) expect(answering(kind, answer)).not.toThrow();
    for (const answer of refused) expect(answering(kind, answer)).toThrow(refusedField('answer'));
  });

  it('has two different options or more where it has any', () => {
    for (const kind of ['choice', 'several'] as const) {
      expect(() => requireOptions({ kind, options })).not.toThrow();
      for (const few of [[], ['Red'], ['Red', 'Red']]) {
        expect(() => requireOptions({ kind, options: few })).toThrow(refusedField('options'));
      }
    }
    for (const kind of ['text', 'confirm'] as const) {
      expect(() => requireOptions({ kind, options: [] })).not.toThrow();
      expect(() => requireOptions({ kind, options })).toThrow(refusedField('options'));
    }
  });

  it('has a deadline in the future, and is asked of another', () => {
    const now = '2026-05-01T12:00:00.000Z';
    expect(() => requireDeadline('2026-05-01T12:00:00.001Z', now)).not.toThrow();
    expect(() => requireDeadline(undefined, now)).not.toThrow();
    for (const past of [now, '2026-05-01T11:59:59.999Z']) {
      expect(() => requireDeadline(past, now)).toThrow(refusedField('deadline'));
    }
    const [ann, max] = [
      { agentId: 'ann', userId: null },
      { agentId: null, userId: 'max' },
    ];
    expect(() => requireOther({ toAgentId: 'ann', toUserId: null }, ann)).toThrow(
      refusedField('to'),
    );
    expect(() => requireOther({ toAgentId: null, toUserId: 'max' }, max)).toThrow(
      refusedField('to'),
    );
    expect(() => requireOther({ toAgentId: null, toUserId: null }, max)).not.toThrow();
    expect(() => requireOther({ toAgentId: 'bob', toUserId: null }, ann)).not.toThrow();
  });
});
