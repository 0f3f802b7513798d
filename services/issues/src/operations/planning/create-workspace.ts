import { Refusal, type issues } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { newWorkspace, primaryAfter } from '../../domain/workspace.ts';
import { workspaceEvent } from '../../events.ts';
import { insertWorkspace, lockWorkspaces, savePrimary } from '../../store/planning/workspaces.ts';

/** A project is answered with all its workspaces, so their number is bounded. */
const WORKSPACES_MAX = 100;

export const createWorkspace: Handler<typeof issues, 'createWorkspace'> = async (
  { projectId: ref, isPrimary: wants, ...request },
  { db, scope, now, emit },
) => {
  const project = await lockWorkspaces(db, scope, ref);
  const { companyId, projectId, workspaces } = project;
  if (workspaces.length >= WORKSPACES_MAX) throw new Refusal('too_many_workspaces');
  const key = { id: newId(), companyId, projectId, isPrimary: false };
  const made = newWorkspace(key, request, now);
  const primary = primaryAfter([...workspaces, made], { id: made.id, wants });
  await savePrimary(db, project, primary);
  const workspace = { ...made, isPrimary: primary === made.id };
  await insertWorkspace(db, workspace);
  emit('workspace.created', workspaceEvent(workspace));
  return workspace;
};
