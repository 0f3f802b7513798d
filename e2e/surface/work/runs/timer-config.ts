/** When a timer wakes an agent: every field of runtimeConfig.heartbeat. */
import { badInput, type Send, type WorkRow } from '../row.ts';

const hire = (heartbeat: object): Send => [
  'POST /api/companies/$company/agents',
  { name: 'C $word', runtimeConfig: { heartbeat } },
];
const change = (heartbeat: object, agent = '$agent'): Send => [
  `PATCH /api/agents/${agent}`,
  { runtimeConfig: { heartbeat } },
];

const shows = (heartbeat: object) => ({ runtimeConfig: { heartbeat } });

const accepted: readonly (readonly [rule: string, heartbeat: object])[] = [
  ['a timer', { enabled: true, intervalSec: 3_600 }],
  ['the shortest interval', { intervalSec: 10 }],
  ['the longest interval', { intervalSec: 2_678_400 }],
  ['no wake-ups on demand', { wakeOnDemand: false }],
  ['one run at a time', { maxConcurrentRuns: 1 }],
  ['working days', { enabled: true, cron: '0 8 * * MON-FRI', timeZone: 'Europe/Berlin' }],
  ['a cron step', { cron: '*/12 * * * *', timeZone: 'UTC' }],
  ['no cron', { cron: null }],
  ['no catch-up', { catchUp: 'none' }],
  ['one catch-up', { catchUp: 'one' }],
  ['skipping heartbeats without work', { skipWhenIdle: true }],
  ['heartbeats without work', { skipWhenIdle: false }],
];

const refused: readonly (readonly [at: string, value: unknown])[] = [
  ['enabled', 'yes'],
  ['enabled', 1],
  ['intervalSec', 9],
  ['intervalSec', 2_678_401],
  ['intervalSec', 10.5],
  ['intervalSec', '300'],
  ['wakeOnDemand', 'no'],
  ['maxConcurrentRuns', 2],
  ['maxConcurrentRuns', 0],
  ['cron', '* * *'],
  ['cron', '* * * * * *'],
  ['cron', '61 * * * *'],
  ['cron', '0 0 30 2 *'],
  ['cron', '@daily'],
  ['cron', ''],
  ['cron', 5],
  ['timeZone', 'Mars/Base'],
  ['timeZone', ''],
  ['timeZone', null],
  ['catchUp', 'all'],
  ['skipWhenIdle', 'true'],
];

export const timerConfigRows: readonly WorkRow[] = [
  {
    rule: 'a new agent has no timer by default',
    send: hire({}),
    answers: 201,
    shows: shows({ enabled: false, intervalSec: 300, wakeOnDemand: true, maxConcurrentRuns: 1 }),
  },
  ...accepted.flatMap(([rule, heartbeat]): WorkRow[] => [
    {
      rule: `a new agent may have ${rule}`,
      send: hire(heartbeat),
      answers: 201,
      shows: shows(heartbeat),
    },
    {
      rule: `an agent may get ${rule}`,
      first: { agent: hire({}) },
      send: change(heartbeat),
      answers: 200,
      shows: shows(heartbeat),
    },
  ]),
  ...refused.flatMap(([field, value]): WorkRow[] => {
    const at = `runtimeConfig.heartbeat.${field}`;
    const rule = `${field} is not ${JSON.stringify(value)}`;
    return [
      { rule: `${rule} for a new agent`, send: hire({ [field]: value }), answers: badInput, at },
      {
        rule: `${rule} for an existing agent`,
        send: change({ [field]: value }, '$rae'),
        answers: badInput,
        at,
      },
    ];
  }),
  {
    rule: 'fields that a change does not name stay',
    first: { agent: hire({ enabled: true, cron: '0 8 * * *', timeZone: 'Asia/Kolkata' }) },
    send: change({ skipWhenIdle: true }),
    answers: 200,
    shows: shows({
      enabled: true,
      cron: '0 8 * * *',
      timeZone: 'Asia/Kolkata',
      skipWhenIdle: true,
    }),
  },
];
