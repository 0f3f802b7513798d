import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { showStoredQuestion } from '../../views.ts';
import * as store from '../../store/questions/questions.ts';

export const getQuestion: Handler<typeof issues, 'getQuestion'> = async (
  { questionId },
  { db, scope },
) => showStoredQuestion(await store.getQuestion(db, scope, questionId));
