/** One row, one outcome: whoever comes second is told how the question has ended. */
import { Refusal, type Question, type QuestionAnswer, type issues } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { authorOf } from '../domain/author.ts';
import { questionEvent } from '../events.ts';
import * as store from '../store/questions/questions.ts';
import type { StoredQuestion } from '../store/questions/questions.ts';
import { showQuestion } from '../views.ts';

interface Outcome {
  readonly state: 'answered' | 'withdrawn';
  readonly answer: QuestionAnswer | null;
}

export async function closeQuestion(
  question: StoredQuestion,
  { state, answer }: Outcome,
  { db, actor, runId, now, scope, emit }: Context<typeof issues>,
): Promise<Question> {
  const author = authorOf(actor, runId);
  const closed = await store.closeQuestion(db, question, {
    state,
    answer,
    byAgentId: author.agentId,
    byUserId: author.userId,
    byName: actor.name,
    at: now,
  });
  if (!closed) throw closedAlready(await store.getQuestion(db, scope, question.id));
  emit(`question.${state}`, questionEvent(closed));
  return showQuestion(closed);
}

/** Before what is answered is looked at: it does not matter any more. */
export function requireOpen(question: StoredQuestion): void {
  if (question.state !== 'open') throw closedAlready(question);
}

/** Its id is by what a stored refusal is found when the answer is redacted. */
const closedAlready = ({ id, answer, ...question }: StoredQuestion): Refusal => {
  const { state, byDefault, closedByName, closedAt } = question;
  const details = { questionId: id, state, answer, byDefault, closedByName, closedAt };
  return new Refusal('question_closed', details);
};
