import type { issues } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { requireRuleOfBoard } from '../../changes/reviews.ts';
import { authorOf } from '../../domain/author.ts';
import { namedGoals } from '../../domain/project-goals.ts';
import { noOwnRule, ruleAfterPatch } from '../../domain/reviewing/review-rule.ts';
import { newWorkspace, urlKeyOf } from '../../domain/workspace.ts';
import { projectEvent, workspaceEvent } from '../../events.ts';
import { requireWritableCompany } from '../../store/companies.ts';
import { requireAgent, requireGoals } from '../../store/links.ts';
import { getProjectRow, insertProject } from '../../store/planning/projects.ts';
import { insertWorkspace } from '../../store/planning/workspaces.ts';
import { showProject } from '../../views.ts';

export const createProject: Handler<typeof issues, 'createProject'> = async (
  input,
  { db, actor, runId, now, emit },
) => {
  const { companyId, name, description, status, leadAgentId = null } = input;
  const goals = namedGoals(input);
  await requireWritableCompany(db, companyId);
  if (goals) await requireGoals(db, companyId, goals);
  if (leadAgentId) await requireAgent(db, companyId, leadAgentId, 'leadAgentId');
  const rule = ruleAfterPatch(noOwnRule, input);
  await requireRuleOfBoard(db, companyId, noOwnRule, rule, authorOf(actor, runId));
  const id = newId();
  await insertProject(
    db,
    {
      id,
      companyId,
      name,
      urlKey: urlKeyOf(name),
      description: description ?? '',
      status,
      goalIds: goals?.ids ?? [],
      leadAgentId,
      targetDate: input.targetDate ?? null,
      color: input.color ?? null,
      archivedAt: null,
      ...rule,
    },
    now,
  );
  const key = { id: newId(), companyId, projectId: id, isPrimary: true };
  const workspace = input.workspace && newWorkspace(key, input.workspace, now, ['workspace']);
  if (workspace) await insertWorkspace(db, workspace);
  const project = await getProjectRow(db, companyId, id);
  emit('project.created', projectEvent(project));
  if (workspace) {
    emit('workspace.created', workspaceEvent(workspace));
  }
  return showProject(project);
};
