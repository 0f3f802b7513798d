/** Fields of routines. */
import type { Descriptions } from './description-table.ts';

export const routineFields: Descriptions = {
  routineId: 'The routine.',
  template:
    'The issue that each moment makes. Its texts take `{{date}}`, `{{count}}` and the variables.',
  'template.children': 'Its children; `blockedBy` names others of them by their keys.',
  variables: 'What the texts of the template may name besides `{{date}}` and `{{count}}`.',
  'runRoutine.variables': 'Values of variables, by their names.',
  'variables.default': 'Its value where none is given.',
  'variables.required': 'Whether it needs a value: given, or by default.',
  clock:
    'When it makes an issue: by a cron expression in a zone, every so many seconds, or by hand only.',
  'clock.kind': 'Whether it goes by an expression, by an interval, or not at all.',
  'RoutineClock.kind': 'Whether it goes by an expression, by an interval, or not at all.',
  'RoutineVariable.required': 'Whether it needs a value: given, or by default.',
  expression: 'A cron expression of five fields, such as `0 9 * * MON-FRI`.',
  zone: 'The IANA time zone of the expression.',
  everySec: 'Seconds from one moment to the next.',
  from: 'The first moment that counts.',
  'backfillRoutine.to': 'The last moment that counts.',
  overlap:
    'What a moment does while the last issue is open: nothing, wait for its end, make another besides ' +
    'it, or cancel it and make another.',
  'Routine.catchUp': 'Which moments of an outage are made up for.',
  'createRoutine.catchUp': 'Which moments of an outage are made up for.',
  'updateRoutine.catchUp': 'Which moments of an outage are made up for.',
  catchUpCap: 'How many of them with `all`: the latest.',
  pauseAfterFailures: 'After how many failures in a row it is paused.',
  'Routine.spentMonthlyCents':
    'What the issues that it made in the last 90 days, and those below them, cost this month.',
  exhaustedMonth:
    'The month whose budget its issues have spent: it skips its moments in it; null otherwise.',
  'createRoutine.budgetMonthlyCents':
    'What the issues that it makes, and those below them, may cost in a calendar month; 0 for no limit.',
  nextFireAt: 'Its next moment; null while it is not active, or has none.',
  nextMoments: 'The next moments of its clock.',
  fired: 'How many issues it has made.',
  failuresInRow: 'How many moments in a row could not make their issue.',
  lastIssueId: 'The last issue that it has made; null before.',
  proposedByAgentId: 'The agent that has proposed it; null if the board has made it.',
  activatedByUserId:
    'The board user who has turned it on, and for whom it makes issues; null before.',
  'Routine.pauseReason':
    'Why it is paused: `manual`, or the code of the last failure; null otherwise.',
  'WaitingRoutine.pauseReason':
    'Why it is paused: the code of the last failure; null if it is not paused.',
  'RoutineSummary.pauseReason':
    'Why it is paused: `manual`, or the code of the last failure; null otherwise.',
  'listRoutines.status': 'Only routines with this status.',
  moment: 'The moment of its clock, or of the run by hand.',
  'RoutineFiring.until':
    'The last of the moments that were left out together; null for one moment.',
  'RoutineFiring.reason': 'Why it has made no issue, or has replaced another; null otherwise.',
  'RoutineFiring.issueId': 'The issue that it has made; null for none.',
  'RoutineFiring.decidedAt': 'When it was decided.',
  queued: 'The moments that get an issue now.',
};
