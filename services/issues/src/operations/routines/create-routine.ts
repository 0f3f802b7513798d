import { Refusal, ROUTINES_MAX, type issues } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { requireTemplate } from '../../creation/routine-template.ts';
import { authorOf } from '../../domain/author.ts';
import { anchored, nextAfter } from '../../domain/routines/due.ts';
import { requireVariables } from '../../domain/routines/variables.ts';
import { routineEvent } from '../../events.ts';
import { requireWritableCompany } from '../../store/companies.ts';
import {
  countRoutines,
  getNow,
  insertRoutine,
  type RoutineRow,
} from '../../store/routines/routines.ts';
import { showRoutine } from './show-routine.ts';

export const createRoutine: Handler<typeof issues, 'createRoutine'> = async (
  { companyId, status, clock: asked, ...fields },
  context,
) => {
  const { db, actor, runId, emit } = context;
  const { agentId } = authorOf(actor, runId);
  await requireWritableCompany(db, companyId);
  requireVariables({ ...fields, clock: asked });
  await requireTemplate(fields.template, companyId, context);
  if ((await countRoutines(db, companyId, ROUTINES_MAX)) >= ROUTINES_MAX) {
    throw new Refusal('too_many_routines', { routinesMax: ROUTINES_MAX });
  }
  const now = await getNow(db);
  const clock = anchored(asked, now);
  const state = agentId === null ? status : 'proposed';
  const isActive = state === 'active';
  const routine: RoutineRow = {
    id: newId(),
    companyId,
    ...fields,
    clock,
    status: state,
    pauseReason: state === 'paused' ? 'manual' : null,
    nextFireAt: isActive ? nextAfter(clock, now) : null,
    fired: 0,
    failuresInRow: 0,
    lastIssueId: null,
    proposedByAgentId: agentId,
    activatedByUserId: isActive ? actor.id : null,
    exhaustedMonth: null,
    activatedByName: isActive ? actor.name : null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  await insertRoutine(db, routine);
  emit('routine.created', routineEvent(routine));
  return showRoutine(routine, 0, now);
};
