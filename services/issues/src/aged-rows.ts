/** What issues keeps for a time only; issues and comments stay. */
import { byAge, type AgedRows } from '@muster/service-kit';
import type { IssuesConfig } from './config.ts';
import { oldQuestions } from './store/questions/old-questions.ts';

export const agedRows: readonly AgedRows<IssuesConfig>[] = [
  byAge('questions', ({ RETENTION_QUESTIONS_DAYS }: IssuesConfig) =>
    oldQuestions(RETENTION_QUESTIONS_DAYS),
  ),
];
