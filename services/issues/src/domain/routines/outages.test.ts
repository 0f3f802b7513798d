/**
 * Routines of twelve zones over both changes of the clocks and outages of a minute to a week. What is expected is found
 * without the code of the service: it walks through time by quarters of an hour and reads a clock of the zone.
 */
import type { RoutineCatchUp, RoutineClock } from '@muster/contracts';
import { expect, it } from 'vitest';
import { decideDue, nextAfter } from './due.ts';

const MINUTE_MS = 60_000;
/** Offsets of zones, and the times that are looked for, are whole quarters. */
const QUARTER_MS = 15 * MINUTE_MS;
const DAY_MS = 86_400_000;
/** A moment that is seen so late was missed. */
const LATE_MS = 300_000;

/** Each hour at a minute, or each day at a time of day. */
interface Rhythm {
  readonly minute: number;
  readonly hour?: number;
}

const expressionOf = ({ minute, hour }: Rhythm): string => `${minute} ${hour ?? '*'} * * *`;

interface Policy {
  readonly zone: string;
  readonly rhythm: Rhythm;
  readonly catchUp: RoutineCatchUp;
  readonly catchUpCap: number;
}

/** The moments after the one instant, up to the other one and with it. */
function momentsByTheQuarter(
  zone: string,
  { minute, hour }: Rhythm,
  afterMs: number,
  untilMs: number,
): number[] {
  const shown = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const found: number[] = [];
  const daysDone = new Set<string>();
  const beginMs = Math.ceil((afterMs - 2 * DAY_MS) / QUARTER_MS) * QUARTER_MS;
  // The day before it may have begun with its time already past.
  let isWholeDay = false;
  let firstDay: string | undefined;
  for (let at = beginMs; at <= untilMs; at += QUARTER_MS) {
    const [day = '', time = ''] = shown.format(at).split(', ');
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    firstDay ??= day;
    isWholeDay ||= day !== firstDay;
    if (!isWholeDay) continue;
    const isNamed =
      hour === undefined
        ? minutes === minute
        : hours * 60 + minutes >= hour * 60 + minute && !daysDone.has(day);
    if (!isNamed) continue;
    daysDone.add(day);
    if (at > afterMs) found.push(at);
  }
  return found;
}

interface Decided {
  readonly moment: string;
  readonly outcome: 'fired' | 'left_out';
  readonly until: string | null;
}

const iso = (ms = 0): string => new Date(ms).toISOString();
const firedAt = (moment: string): Decided => ({ moment, outcome: 'fired', until: null });

const leftOutOf = (omitted: readonly number[]): Decided[] =>
  omitted.length === 0
    ? []
    : [{ moment: iso(omitted[0]), outcome: 'left_out', until: iso(omitted.at(-1)) }];

/** What a routine that began at the first of these times has to do when it is looked at at each of the others. */
function expectedOf(
  { catchUp, catchUpCap }: Policy,
  all: readonly number[],
  looks: readonly number[],
): Decided[] {
  return looks.slice(1).flatMap((look, at) => {
    const due = all.filter((each) => each > (looks[at] ?? 0) && each <= look);
    const isMissed = catchUp === 'none' && look - (due.at(-1) ?? 0) > LATE_MS;
    const made = isMissed ? [] : due.slice(catchUp === 'all' ? -catchUpCap : -1);
    const omitted = due.slice(0, due.length - made.length);
    return [...leftOutOf(omitted), ...made.map((each) => firedAt(iso(each)))];
  });
}

/** The same as the sweep decides it, which looks until nothing is due. */
function decidedOf(
  { zone, rhythm, catchUp, catchUpCap }: Policy,
  [begin, ...looks]: readonly number[],
): Decided[] {
  const clock: RoutineClock = { kind: 'cron', expression: expressionOf(rhythm), zone };
  const done: Decided[] = [];
  let nextFireAt = nextAfter(clock, iso(begin));
  for (const now of looks.map((each) => iso(each))) {
    while (nextFireAt !== null && nextFireAt <= now) {
      const { leftOut, fire, next } = decideDue({ clock, catchUp, catchUpCap, nextFireAt }, now);
      if (leftOut) done.push({ moment: leftOut.from, outcome: 'left_out', until: leftOut.to });
      if (fire !== null) done.push(firedAt(fire));
      nextFireAt = next;
    }
  }
  return done;
}

/** Each zone with each rhythm, and each way to catch up with each rhythm. */
const ROUTINES = 72;
/** Minutes from one look to the next. */
const OUTAGES = [1, 30, 130, 1_450, 10_090];
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Santiago',
  'America/St_Johns',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Pacific/Chatham',
];
const RHYTHMS: readonly Rhythm[] = [{ minute: 30, hour: 2 }, { minute: 0 }, { minute: 0, hour: 0 }];
const CATCH_UPS: readonly RoutineCatchUp[] = ['all', 'latest', 'none'];

const policyOf = (at: number): Policy => ({
  zone: ZONES[at % ZONES.length] ?? '',
  rhythm: RHYTHMS[Math.floor(at / ZONES.length) % RHYTHMS.length] ?? { minute: 0 },
  catchUp: CATCH_UPS[Math.floor(at / 7) % CATCH_UPS.length] ?? 'all',
  catchUpCap: 1 + (at % 5),
});

// The clocks of these zones change within the days that follow, in one season or another.
it.each(['2026-03-27T23:58:30.000Z', '2026-09-04T23:58:30.000Z', '2026-10-23T23:58:30.000Z'])(
  'each moment makes as many issues as its policy says, from %s on',
  (begin) => {
    const looks = [Date.parse(begin)];
    for (const minutes of OUTAGES) looks.push((looks.at(-1) ?? 0) + minutes * MINUTE_MS);
    const walked = new Map<string, number[]>();
    let fired = 0;
    for (let at = 0; at < ROUTINES; at += 1) {
      const policy = policyOf(at);
      const { zone, rhythm } = policy;
      const key = `${expressionOf(rhythm)} ${zone}`;
      const all =
        walked.get(key) ?? momentsByTheQuarter(zone, rhythm, looks[0] ?? 0, looks.at(-1) ?? 0);
      walked.set(key, all);
      const decided = decidedOf(policy, looks);
      expect([policy, decided]).toEqual([policy, expectedOf(policy, all, looks)]);
      fired += decided.filter(({ outcome }) => outcome === 'fired').length;
    }
    expect(fired).toBeGreaterThan(ROUTINES);
  },
);
