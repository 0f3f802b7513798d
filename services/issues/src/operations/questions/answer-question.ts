import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { requireAnswer } from '../../domain/questions/answers.ts';
import { requireMayAnswer } from '../../domain/questions/question-rights.ts';
import { requireWritableCompany } from '../../store/companies.ts';
import { getQuestion } from '../../store/questions/questions.ts';
import { closeQuestion, requireOpen } from '../../changes/close-question.ts';

/** An answer counts as long as the question has not expired, also in the seconds after its deadline. */
export const answerQuestion: Handler<typeof issues, 'answerQuestion'> = async (
  { questionId, answer },
  context,
) => {
  const { db, scope, actor } = context;
  const question = await getQuestion(db, scope, questionId);
  await requireWritableCompany(db, question.companyId);
  requireMayAnswer(question, actor);
  requireOpen(question);
  requireAnswer(question, answer, 'answer');
  return closeQuestion(question, { state: 'answered', answer }, context);
};
