import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { requireMayWithdraw } from '../../domain/questions/question-rights.ts';
import { requireWritableCompany } from '../../store/companies.ts';
import { getQuestion } from '../../store/questions/questions.ts';
import { closeQuestion, requireOpen } from '../../changes/close-question.ts';

export const withdrawQuestion: Handler<typeof issues, 'withdrawQuestion'> = async (
  { questionId },
  context,
) => {
  const { db, scope, actor } = context;
  const question = await getQuestion(db, scope, questionId);
  await requireWritableCompany(db, question.companyId);
  requireMayWithdraw(question, actor);
  requireOpen(question);
  return closeQuestion(question, { state: 'withdrawn', answer: null }, context);
};
