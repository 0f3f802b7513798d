import { Refusal, type issues } from '@muster/contracts';
import type { Db, Handler } from '@muster/service-kit';
import { fireRoutine } from '../../creation/fire-routine.ts';
import { ofTemplate } from '../../creation/routine-template.ts';
import { valuesOf } from '../../domain/routines/variables.ts';
import { requireWritableCompany } from '../../store/companies.ts';
import { findFiringAt } from '../../store/routines/firings.ts';
import {
  getNow,
  lockRoutine,
  saveProgress,
  type RoutineRow,
} from '../../store/routines/routines.ts';
import { createChildren } from '../issues/create-children.ts';
import { createIssue } from '../issues/create-issue.ts';
import { updateIssue } from '../issues/update-issue.ts';
import { requireRoutine } from './show-routine.ts';

const makers = { createIssue, createChildren, updateIssue };

export const runRoutine: Handler<typeof issues, 'runRoutine'> = async (
  { routineId, variables: values },
  context,
) => {
  const { db, scope } = context;
  const routine = requireRoutine(await lockRoutine(db, scope, routineId));
  await requireWritableCompany(db, routine.companyId);
  valuesOf(routine.variables, values);
  const moment = { moment: await freeMoment(db, routine), cause: 'hand' as const, values };
  const fired = await ofTemplate(() => fireRoutine(routine, moment, context, makers));
  await saveProgress(db, fired.routine);
  const { companyId: _, variables: __, ...firing } = fired.firing;
  return firing;
};

/** Now, or the next millisecond that has no firing yet: a moment has one. */
async function freeMoment(db: Db, routine: RoutineRow): Promise<string> {
  const now = Date.parse(await getNow(db));
  for (let later = 0; later < 100; later += 1) {
    const moment = new Date(now + later).toISOString();
    // oxlint-disable-next-line no-await-in-loop -- the first free one
    if (!(await findFiringAt(db, routine, moment))) return moment;
  }
  throw new Refusal('unavailable');
}
