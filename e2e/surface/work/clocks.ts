/** When an agent is started by the clock: every field of runtimeConfig.heartbeat. */
import { badInput } from './row.ts';
import type { Send, WorkRow } from './row.ts';

const hire = (heartbeat: object): Send =>
  ['POST /api/companies/$company/agents', { name: 'C $word', runtimeConfig: { heartbeat } }];
const change = (heartbeat: object, whose = '$agent'): Send =>
  [`PATCH /api/agents/${whose}`, { runtimeConfig: { heartbeat } }];

const shows = (heartbeat: object) => ({ runtimeConfig: { heartbeat } });

const accepted: readonly (readonly [rule: string, heartbeat: object])[] = [
  ['a clock', { enabled: true, intervalSec: 3_600 }],
  ['the shortest interval', { intervalSec: 10 }],
  ['the longest interval', { intervalSec: 2_678_400 }],
  ['the clock alone', { wakeOnDemand: false }],
  ['one run at a time', { maxConcurrentRuns: 1 }],
  ['working days', { enabled: true, cron: '0 8 * * MON-FRI', timeZone: 'Europe/Berlin' }],
  ['a fifth of an hour', { cron: '*/12 * * * *', timeZone: 'UTC' }],
  ['no cron', { cron: null }],
  ['no catching up', { catchUp: 'none' }],
  ['catching up once', { catchUp: 'one' }],
  ['passing over who is idle', { skipWhenIdle: true }],
  ['starting who is idle', { skipWhenIdle: false }],
];

const refused: readonly (readonly [at: string, value: unknown])[] = [
  ['enabled', 'yes'], ['enabled', 1],
  ['intervalSec', 9], ['intervalSec', 2_678_401], ['intervalSec', 10.5], ['intervalSec', '300'],
  ['wakeOnDemand', 'no'], ['maxConcurrentRuns', 2], ['maxConcurrentRuns', 0],
  ['cron', '* * *'], ['cron', '* * * * * *'], ['cron', '61 * * * *'], ['cron', '0 0 30 2 *'],
  ['cron', '@daily'], ['cron', ''], ['cron', 5],
  ['timeZone', 'Mars/Base'], ['timeZone', ''], ['timeZone', null],
  ['catchUp', 'all'], ['skipWhenIdle', 'true'],
];

export const clockRows: readonly WorkRow[] = [
  { rule: 'there is none unless it is asked for', send: hire({}), answers: 201,
    shows: shows({ enabled: false, intervalSec: 300, wakeOnDemand: true, maxConcurrentRuns: 1 }) },
  ...accepted.flatMap(([rule, heartbeat]): WorkRow[] => [
    { rule: `a new agent has ${rule}`, send: hire(heartbeat), answers: 201,
      shows: shows(heartbeat) },
    { rule: `an agent gets ${rule}`, first: { agent: hire({}) }, send: change(heartbeat),
      answers: 200, shows: shows(heartbeat) },
  ]),
  ...refused.flatMap(([field, value]): WorkRow[] => {
    const at = `runtimeConfig.heartbeat.${field}`;
    const rule = `${field} is not ${JSON.stringify(value)}`;
    return [
      { rule: `${rule} for a new agent`, send: hire({ [field]: value }), answers: badInput, at },
      { rule: `${rule} for one that is there`, send: change({ [field]: value }, '$rae'),
        answers: badInput, at },
    ];
  }),
  { rule: 'what is not said of it stays',
    first: { agent: hire({ enabled: true, cron: '0 8 * * *', timeZone: 'Asia/Kolkata' }) },
    send: change({ skipWhenIdle: true }), answers: 200,
    shows: shows({ enabled: true, cron: '0 8 * * *', timeZone: 'Asia/Kolkata', skipWhenIdle: true })
  },
];
