/**
 * Says once of each time that it has passed: the assignee is woken at once, its manager a day later. From
 * the first moment on, people find the issue in their inbox.
 */
import type { issues } from '@muster/contracts';
import { openRotation, type Context, type Rotation, type Runtime } from '@muster/service-kit';
import { overdueEvent } from '../events.ts';
import {
  listDueIssues,
  markOverdue,
  type DueIssue,
  type OverdueLevel,
} from '../store/overdue/overdue-issues.ts';

type SweepContext = Context<typeof issues>;

/** Issues of one statement, and of one transaction at most; a pass goes through all that are due. */
const ISSUES_PER_PAGE = 200;
const events = { told: 'issue.overdue', escalated: 'issue.overdue_escalated' } as const;

export const tellingOverdue = (runtime: Runtime, level: OverdueLevel): Rotation =>
  openRotation<DueIssue>({
    name: `overdue issues that are to be ${level}`,
    log: runtime.log,
    limit: ISSUES_PER_PAGE,
    list: (after, limit) => listDueIssues(runtime.db, level, after, limit),
    work: (due, eachCompany) =>
      eachCompany(due, (companyId, own) =>
        runtime.write(async (context) => {
          const { db, emit } = context as unknown as SweepContext;
          for (const issue of await markOverdue(db, level, companyId, own)) {
            // That nobody is woken is said once.
            if (level === 'escalated' && issue.wakesAgentId === null) continue;
            emit(events[level], overdueEvent(issue));
          }
        }),
      ),
  });
