/** The current state of the goals, projects and issues of a company, as events. */
import { mapRows, type Stated, type States } from '@muster/service-kit';
import { blockableEvent, goalEvent, holdableEvent, issueEvent, projectEvent } from './events.ts';
import { listGoalStates } from './store/planning/goals.ts';
import { listIssueStates } from './store/issue-states.ts';
import { listProjectRows } from './store/planning/projects.ts';

type Thing = Pick<Stated, 'entityId' | 'payload'>;

const stated = ({ entityId, payload }: Thing, after: string | number): Stated => ({
  entityId,
  payload,
  after: String(after),
});

export const states: States = {
  'goal.created': async (db, { companyId, ...page }) =>
    mapRows(await listGoalStates(db, companyId, page), (row) => stated(goalEvent(row), row.id)),
  'project.created': async (db, { companyId, after, size }) =>
    mapRows(await listProjectRows(db, companyId, after ?? undefined, size), (row) =>
      stated(projectEvent(row), row.id),
    ),
  'issue.created': async (db, { companyId, after, size }) =>
    mapRows(await listIssueStates(db, companyId, { after: Number(after ?? 0), size }), (row) =>
      stated(
        holdableEvent(blockableEvent(issueEvent(row), row.openBlockers ?? []), row.hold),
        row.issueNumber,
      ),
    ),
};
