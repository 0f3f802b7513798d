import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { announceBelow } from '../../bulk-effects/announce-holds.ts';
import { authorOf } from '../../domain/author.ts';
import { projectEvent } from '../../events.ts';
import { requireWritableCompany } from '../../store/companies.ts';
import { saveHold } from '../../store/holds/holds.ts';
import { getProjectRow, lockProject } from '../../store/planning/projects.ts';

export const holdProject: Handler<typeof issues, 'holdProject'> = async (
  { projectId, reason, cancelRuns = null },
  context,
) => {
  const { db, scope, actor, runId, now, emit } = context;
  const companyId = await lockProject(db, scope, projectId);
  await requireWritableCompany(db, companyId);
  const target = { companyId, subjectId: projectId };
  const heldByUserId = authorOf(actor, runId).userId;
  await saveHold(db, { ...target, kind: 'project', reason, cancelRuns, heldByUserId }, now);
  const project = await getProjectRow(db, companyId, projectId);
  const event = projectEvent(project);
  emit('project.held', { ...event, payload: { ...event.payload, reason } });
  await announceBelow(context, target);
  return { projectId, hold: project.hold ?? null };
};
