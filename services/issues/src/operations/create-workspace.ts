import { Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { primaryAfter } from '../domain/workspace.ts';
import { insertWorkspace } from '../store/projects.ts';
import { newWorkspace } from './new-workspace.ts';
import { electPrimary, lockWorkspaces } from './project-workspaces.ts';
import { workspaceSnapshot } from './project-answers.ts';

/** A project is shown with all its workspaces, so there are not many. */
const WORKSPACES_MAX = 100;

export const createWorkspace: Handler<typeof issues, 'createWorkspace'> = async (
  { projectId, isPrimary: wants, ...request },
  { db, scope, now, say },
) => {
  const { companyId, id, workspaces } = await lockWorkspaces(db, scope, projectId);
  if (workspaces.length >= WORKSPACES_MAX) throw new Refusal('too_many_workspaces');
  const made = newWorkspace({ companyId, projectId: id, isPrimary: false }, request, now);
  await insertWorkspace(db, made);
  const primary = primaryAfter([...workspaces, made], { id: made.id, wants });
  await electPrimary(db, id, primary);
  const workspace = { ...made, isPrimary: primary === made.id };
  const payload = workspaceSnapshot(workspace);
  say('workspace.created', { companyId, entityId: workspace.id, payload });
  return workspace;
};
