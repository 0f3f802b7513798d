/** Questions whose deadline has passed: the default is the answer, and who has asked is woken. */
import type { issues } from '@muster/contracts';
import { openRotation, type Context, type Rotation, type Runtime } from '@muster/service-kit';
import { questionEvent } from '../events.ts';
import {
  expireQuestions,
  listDueQuestions,
  type DueQuestion,
} from '../store/questions/questions.ts';

type SweepContext = Context<typeof issues>;

/** Questions of one statement, and of one transaction at most; a pass goes through all that are due. */
const QUESTIONS_PER_PAGE = 200;

export const expiringQuestions = (
  runtime: Runtime,
  clock = () => new Date().toISOString(),
): Rotation =>
  openRotation<DueQuestion>({
    name: 'questions past their deadline',
    log: runtime.log,
    limit: QUESTIONS_PER_PAGE,
    list: (after, limit) => listDueQuestions(runtime.db, clock(), after, limit),
    work: (due, eachCompany) =>
      eachCompany(due, (companyId, questions) =>
        runtime.write(async (context) => {
          const { db, emit } = context as unknown as SweepContext;
          const ids = questions.map(({ id }) => id);
          for (const expired of await expireQuestions(db, companyId, ids, clock())) {
            emit('question.expired', questionEvent(expired));
          }
        }),
      ),
  });
