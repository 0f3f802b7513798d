import type { issues } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { urlKeyOf } from '../domain/workspace.ts';
import { assertWritable } from '../store/companies.ts';
import { assertAgent, assertGoal } from '../store/links.ts';
import { getProjectRow, insertProject, insertWorkspace } from '../store/projects.ts';
import { newWorkspace } from './new-workspace.ts';
import { projectSnapshot, showProject, workspaceSnapshot } from './project-answers.ts';

export const createProject: Handler<typeof issues, 'createProject'> = async (
  input,
  { db, now, say },
) => {
  const { companyId, name, description, status, leadAgentId = null } = input;
  const goalIds = [...new Set(input.goalIds.map((goalId) => goalId.toLowerCase()))];
  await assertWritable(db, companyId);
  for (const goalId of goalIds) await assertGoal(db, companyId, goalId, 'goalIds');
  if (leadAgentId) await assertAgent(db, companyId, leadAgentId, 'leadAgentId');
  const id = newId();
  await insertProject(db, {
    id, companyId, name, urlKey: urlKeyOf(name), description, status, goalIds, leadAgentId,
    targetDate: input.targetDate ?? null, color: input.color ?? null, archivedAt: null,
  }, now);
  const owner = { companyId, projectId: id, isPrimary: true };
  const workspace = input.workspace && newWorkspace(owner, input.workspace, now, ['workspace']);
  if (workspace) await insertWorkspace(db, workspace);
  const project = await getProjectRow(db, companyId, id);
  say('project.created', { companyId, entityId: id, payload: projectSnapshot(project) });
  if (workspace) {
    const payload = workspaceSnapshot(workspace);
    say('workspace.created', { companyId, entityId: workspace.id, payload });
  }
  return showProject(project);
};
