/** One row, one outcome: whoever comes second is told how the question has ended. */
import { Refusal, type Question, type QuestionAnswer, type issues } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { authorOf } from '../domain/author.ts';
import { questionEvent } from '../events.ts';
import * as store from '../store/questions/questions.ts';
import { showQuestion } from '../views.ts';

interface Outcome {
  readonly state: 'answered' | 'withdrawn';
  readonly answer: QuestionAnswer | null;
}

export async function closeQuestion(
  question: Question,
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
export function requireOpen(question: Question): void {
  if (question.state !== 'open') throw closedAlready(question);
}

const closedAlready = ({ state, answer, byDefault, closedByName, closedAt }: Question): Refusal =>
  new Refusal('question_closed', { state, answer, byDefault, closedByName, closedAt });
