import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import * as store from '../../store/questions/questions.ts';

export const getQuestion: Handler<typeof issues, 'getQuestion'> = ({ questionId }, { db, scope }) =>
  store.getQuestion(db, scope, questionId);
