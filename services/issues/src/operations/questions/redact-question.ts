import {
  Refusal,
  requireAuthorOrBoard,
  type issues,
  type QuestionAnswer,
  redactionBy,
} from '@muster/contracts';
import { redactAnswers, type Handler } from '@muster/service-kit';
import { closeQuestion } from '../../changes/close-question.ts';
import { questionEvent } from '../../events.ts';
import { getQuestion } from '../../store/questions/questions.ts';
import {
  lockQuestion,
  redactEventsOfQuestion,
  saveRedactedQuestion,
} from '../../store/redaction/redacted-questions.ts';
import { showQuestion } from '../../views.ts';

/** Nobody can answer what nobody can read: a question that is open is withdrawn. */
export const redactQuestion: Handler<typeof issues, 'redactQuestion'> = async (
  { questionId, reason },
  context,
) => {
  const { db, scope, actor, now, emit } = context;
  const question = await lockQuestion(db, await getQuestion(db, scope, questionId));
  if (!question) throw new Refusal('question_not_found');
  requireAuthorOrBoard(actor, [question.askedByAgentId, question.closedByAgentId]);
  if (question.redacted !== null) return showQuestion(question);
  const left = await saveRedactedQuestion(db, question, redactionBy(actor, now, reason));
  await redactAnswers(db, question, [
    question.text,
    ...question.options,
    ...wordsOf(question.default),
    ...wordsOf(question.answer),
  ]);
  await redactEventsOfQuestion(db, question);
  if (left.state !== 'open') {
    emit('question.redacted', questionEvent(left));
    return showQuestion(left);
  }
  const withdrawn = await closeQuestion(left, { state: 'withdrawn', answer: null }, context);
  emit('question.redacted', questionEvent({ ...left, ...withdrawn, redacted: left.redacted }));
  return withdrawn;
};

const wordsOf = (answer: QuestionAnswer | null): string[] =>
  [answer].flat().filter((each) => typeof each === 'string');
