/** The current state of the goals, projects and issues of a company, as events. */
import type { Stated, States } from '@muster/service-kit';
import { blockableEvent, goalEvent, holdableEvent, issueEvent, projectEvent } from './events.ts';
import { listGoalStates } from './store/planning/goals.ts';
import { listIssueStates } from './store/issue-states.ts';
import { listProjectStates } from './store/planning/projects.ts';

type Thing = Pick<Stated, 'entityId' | 'payload'>;

const stated = ({ entityId, payload }: Thing, after: string | number): Stated => ({
  entityId,
  payload,
  after: String(after),
});

export const states: States = {
  'goal.created': async (db, { companyId, after, limit }) => {
    const rows = await listGoalStates(db, companyId, { after, limit });
    return rows.map((row) => stated(goalEvent(row), row.id));
  },
  'project.created': async (db, { companyId, after, limit }) => {
    const rows = await listProjectStates(db, companyId, { after, limit });
    return rows.map((row) => stated(projectEvent(row), row.id));
  },
  'issue.created': async (db, { companyId, after, limit }) => {
    const rows = await listIssueStates(db, companyId, { after: Number(after ?? 0), limit });
    return rows.map((row) =>
      stated(
        holdableEvent(blockableEvent(issueEvent(row), row.openBlockers ?? []), row.hold),
        row.issueNumber,
      ),
    );
  },
};
