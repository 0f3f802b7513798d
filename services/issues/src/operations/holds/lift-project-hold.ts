import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { announceBelow } from '../../bulk-effects/announce-holds.ts';
import { projectEvent } from '../../events.ts';
import { requireWritableCompany } from '../../store/companies.ts';
import { deleteHold } from '../../store/holds/holds.ts';
import { getProjectRow, lockProject } from '../../store/planning/projects.ts';

export const liftProjectHold: Handler<typeof issues, 'liftProjectHold'> = async (
  { projectId },
  context,
) => {
  const { db, scope, emit } = context;
  const companyId = await lockProject(db, scope, projectId);
  await requireWritableCompany(db, companyId);
  const target = { companyId, subjectId: projectId };
  if (await deleteHold(db, target)) {
    emit('project.hold_lifted', projectEvent(await getProjectRow(db, companyId, projectId)));
    await announceBelow(context, target);
  }
  return { projectId, hold: null };
};
