/** What routines make of outages and of open issues, as the decisions of the issues service say it. */
import type { RoutineCatchUp, RoutineClock, RoutineOverlap } from '@muster/contracts';
import { decideDue } from '../../services/issues/src/domain/routines/due.ts';
import { decideOverlap } from '../../services/issues/src/domain/routines/overlap.ts';
import { code, page, table } from './markdown.ts';

const CAP = 3;
const QUEUED_MAX = 100;
const FIRST = '2026-05-01T12:00:00.000Z';
const MINUTE_MS = 60_000;
const clock: RoutineClock = { kind: 'cron', expression: '0 * * * *', zone: 'UTC' };
const policies: readonly RoutineCatchUp[] = ['none', 'latest', 'all'];
const overlaps: readonly RoutineOverlap[] = ['skip', 'queue', 'together', 'replace'];
const outages: readonly (readonly [string, number])[] = [
  ['a minute', 1],
  ['half an hour', 30],
  ['two hours', 130],
  ['a day', 1_450],
  ['a week', 10_090],
];

/** Asks until nothing is due, as the sweep does. */
function madeAfter(catchUp: RoutineCatchUp, minutes: number): string {
  const now = new Date(Date.parse(FIRST) + minutes * MINUTE_MS).toISOString();
  let nextFireAt: string | null = FIRST;
  let fired = 0;
  let first = '';
  while (nextFireAt !== null && nextFireAt <= now) {
    const decided = decideDue({ clock, catchUp, catchUpCap: CAP, nextFireAt }, now);
    if (decided.fire) fired += 1;
    if (decided.leftOut) first = `${hourOf(decided.leftOut.from)} to ${hourOf(decided.leftOut.to)}`;
    nextFireAt = decided.next;
  }
  return `${fired} made${first && `, ${first} left out`}`;
}

const hourOf = (moment: string): string => moment.slice(5, 16).replace('T', ' ');

const withOpenIssue = (overlap: RoutineOverlap, queued: number, cause: 'clock' | 'backfill') =>
  code(decideOverlap({ overlap, isOpen: true, queued, queuedMax: QUEUED_MAX, cause }));

export const renderRoutineOutages = (): string =>
  page(
    '# Routines over outages, and over open issues',
    'The decision is [176](../decisions/0176-routines-fire-where-issues-are-made.md).',
    '## After an outage',
    `An hourly routine, due at 05-01 12:00, when the sweep comes back after so long. \`catchUpCap\` is ${CAP}.`,
    table(
      ['outage', ...policies.map((each) => code(each))],
      outages.map(([name, minutes]) => [name, ...policies.map((each) => madeAfter(each, minutes))]),
    ),
    '## While the last issue is open',
    table(
      ['overlap', 'a moment, or a run by hand', `with ${QUEUED_MAX} firings queued`, 'a backfill'],
      overlaps.map((each) => [
        code(each),
        withOpenIssue(each, 0, 'clock'),
        withOpenIssue(each, QUEUED_MAX, 'clock'),
        withOpenIssue(each, 0, 'backfill'),
      ]),
    ),
    'A queued firing makes its issue when the last one has ended. `replace` cancels the open issue first.',
  );
