import { isSame, Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { requireRuleOfBoard } from '../../changes/reviews.ts';
import { authorOf } from '../../domain/author.ts';
import { namedGoals } from '../../domain/project-goals.ts';
import { ruleAfterPatch } from '../../domain/reviewing/review-rule.ts';
import { urlKeyOf } from '../../domain/workspace.ts';
import { projectEvent } from '../../events.ts';
import { requireWritableCompany } from '../../store/companies.ts';
import { requireAgent, requireGoals } from '../../store/links.ts';
import { getProjectRow, lockProject, saveProject } from '../../store/planning/projects.ts';
import { showProject } from '../../views.ts';

export const updateProject: Handler<typeof issues, 'updateProject'> = async (
  { projectId, ifVersion, ...patch },
  { db, actor, runId, scope, now, emit },
) => {
  const companyId = await lockProject(db, scope, projectId);
  await requireWritableCompany(db, companyId);
  const before = await getProjectRow(db, companyId, projectId);
  if ((ifVersion ?? before.version) !== before.version) throw new Refusal('version_mismatch');
  const goals = namedGoals(patch);
  if (goals) await requireGoals(db, companyId, goals);
  if (patch.leadAgentId) await requireAgent(db, companyId, patch.leadAgentId, 'leadAgentId');
  const { goalId: _, description, ...others } = patch;
  const fields = {
    ...others,
    description: description === null ? '' : description,
    goalIds: goals?.ids,
  };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const rule = ruleAfterPatch(before, patch);
  const next = { ...before, ...(Object.fromEntries(given) as Partial<typeof before>), ...rule };
  await requireRuleOfBoard(db, companyId, before, rule, authorOf(actor, runId));
  if (isSame(next, before)) return showProject(before);
  await saveProject(db, { ...next, urlKey: urlKeyOf(next.name) }, now);
  const project = await getProjectRow(db, companyId, projectId);
  emit('project.updated', projectEvent(project));
  return showProject(project);
};
