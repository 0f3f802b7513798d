/** Holding issues and projects: nothing in them starts before the board lifts the hold. */
import { z } from 'zod';
import { event, operation } from '../define.ts';
import { Hold } from './hold-records.ts';
import { IssueSnapshot } from './snapshots.ts';
import { ProjectSnapshot } from './planning-records.ts';
import { Id, IssueRef, PathId } from '../vocabulary.ts';

/** Longest reason: it stands in refusals and in each event of a hold. */
const REASON_MAX = 1_000;

const holding = {
  reason: z.string().trim().min(1).max(REASON_MAX),
  cancelRuns: z
    .boolean()
    .optional()
    .describe(
      'Whether the runs that work on it now are told to stop, which ends them after ten seconds; false lets ' +
        'them finish. Default: as `stopsEndedWork` of the company says, which is true unless changed.',
    ),
};
/** What holds it now; null if nothing does. */
const hold = Hold.nullable();

export const holdOperations = {
  holdIssue: operation({
    http: 'POST /api/issues/:issueId/hold',
    summary:
      'Hold an issue and all issues below it, also those that come later: nobody starts them before the ' +
      'hold is lifted. What is in progress may be reported on and ended. A second hold of the same ' +
      'issue replaces its reason.',
    who: ['board'],
    input: z.object({ issueId: IssueRef, ...holding }),
    output: z.object({ issueId: Id, hold }),
    refusals: ['issue_not_found'],
    emits: ['issue.held'],
  }),
  liftIssueHold: operation({
    http: 'POST /api/issues/:issueId/hold/lift',
    summary:
      'Lift the hold of an issue; what nothing else holds is announced, which wakes its assignees. ' +
      'Without a hold of its own it does nothing: the answer says what holds the issue still.',
    who: ['board'],
    input: z.object({ issueId: IssueRef }),
    output: z.object({ issueId: Id, hold }),
    refusals: ['issue_not_found'],
    emits: ['issue.held', 'issue.hold_lifted'],
  }),
  holdProject: operation({
    http: 'POST /api/projects/:projectId/hold',
    summary:
      'Hold all issues of a project and those below them, also those that come later: nobody starts ' +
      'them before the hold is lifted. A second hold of the same project replaces its reason.',
    who: ['board'],
    input: z.object({ projectId: PathId, ...holding }),
    output: z.object({ projectId: Id, hold }),
    refusals: ['project_not_found'],
    emits: ['project.held'],
  }),
  liftProjectHold: operation({
    http: 'POST /api/projects/:projectId/hold/lift',
    summary:
      'Lift the hold of a project; what nothing else holds is announced, which wakes its assignees. ' +
      'Without a hold it does nothing.',
    who: ['board'],
    input: z.object({ projectId: PathId }),
    output: z.object({ projectId: Id, hold }),
    refusals: ['project_not_found'],
    emits: ['project.hold_lifted'],
  }),
} as const;

export const holdEvents = {
  'issue.held': event({
    entity: 'issue',
    version: 1,
    summary: 'An issue is held, by itself or by what is above it. Each open issue has its event.',
    payload: IssueSnapshot.extend({
      reason: z.string(),
      cancelRuns: z
        .boolean()
        .nullable()
        .describe(
          'Whether runs that work on it are told to stop; null: as `stopsEndedWork` of the company says.',
        ),
    }),
  }),
  'issue.hold_lifted': event({
    entity: 'issue',
    version: 1,
    summary: 'Nothing holds this open issue any more.',
    payload: IssueSnapshot,
  }),
  'project.held': event({
    entity: 'project',
    version: 1,
    summary: 'A project is held: none of its issues is started.',
    payload: ProjectSnapshot.extend({ reason: z.string() }),
  }),
  'project.hold_lifted': event({
    entity: 'project',
    version: 1,
    summary: 'The hold of a project was lifted.',
    payload: ProjectSnapshot,
  }),
} as const;
