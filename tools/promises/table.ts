/** The promises of Muster, each with its trial and the tests that try to break it. */
export interface PromiseSpec {
  readonly number: string;
  readonly statement: string;
  readonly trial: string;
  readonly tests: readonly string[];
}

export const promises: readonly PromiseSpec[] = [
  {
    number: 'P1',
    statement: 'No acknowledged write is lost.',
    trial: 'an acknowledged write',
    tests: ['e2e/chaos', 'e2e/kill/services.test.ts', 'e2e/kill/bulk-effects.test.ts'],
  },
  {
    number: 'P2',
    statement: 'An issue has at most one owner; of several contenders exactly one wins.',
    trial: 'a claim',
    tests: ['e2e/stories/race.test.ts', 'e2e/chaos'],
  },
  {
    number: 'P3',
    statement: 'A repeated request has one effect and gets one answer.',
    trial: 'a request that is sent more than once',
    tests: ['e2e/chaos', 'e2e/surface/repeats.test.ts'],
  },
  {
    number: 'P4',
    statement: 'An event is applied exactly once, in the order of its company.',
    trial: 'an event in one consumer or one reader of the feed',
    tests: [
      'e2e/chaos',
      'services/gateway/test/feed-cuts.test.ts',
      'services/billing/test/back-pressure.test.ts',
      'libs/service-kit/test/backlog.test.ts',
    ],
  },
  {
    number: 'P5',
    statement:
      'Any process of a service may be killed at any time: clients see delays, not errors.',
    trial: 'a process killed, suspended or cut off while the other one of its service is up',
    tests: ['e2e/chaos'],
  },
  {
    number: 'P6',
    statement: 'NATS may be restarted or lose all its data.',
    trial: 'NATS killed, suspended, cut off or wiped',
    tests: ['e2e/chaos', 'e2e/kill/servers.test.ts'],
  },
  {
    number: 'P7',
    statement: 'Redis may be wiped.',
    trial: 'Redis killed, suspended, cut off or wiped',
    tests: ['e2e/chaos', 'e2e/kill/servers.test.ts'],
  },
  {
    number: 'P8',
    statement: 'Postgres may crash.',
    trial: 'Postgres killed, suspended or cut off',
    tests: ['e2e/chaos', 'e2e/kill/servers.test.ts'],
  },
  {
    number: 'P9',
    statement: 'A caller reads its own write at once, in whichever service the effect is.',
    trial: 'a write followed by a read',
    tests: ['e2e/stories/read-your-writes.test.ts'],
  },
  {
    number: 'P10',
    statement: 'An agent has at most one live run; a lost run blocks no other.',
    trial: 'a run that started',
    tests: ['e2e/heartbeats'],
  },
  {
    number: 'P11',
    statement: 'No run starts without a reservation; each crossing of a budget is emitted once.',
    trial: 'a cost',
    tests: ['e2e/money/model.test.ts'],
  },
  {
    number: 'P12',
    statement: 'A new month starts correctly: each cent is booked in exactly one month.',
    trial: 'a cost near midnight',
    tests: ['e2e/money/months.test.ts'],
  },
  {
    number: 'P13',
    statement: 'No caller can read or change another company.',
    trial: 'a route, a parameter with a foreign id, and a kind of caller',
    tests: ['e2e/tenancy'],
  },
  {
    number: 'P14',
    statement: 'No input causes a 5xx or a stall.',
    trial: 'a request',
    tests: ['e2e/fuzz'],
  },
  {
    number: 'P15',
    statement: 'Secrets never leave the system.',
    trial: 'an output that could contain a planted secret',
    tests: ['e2e/stories/canary.test.ts'],
  },
  {
    number: 'P16',
    statement: 'A poisoned event blocks its own company only.',
    trial: 'a poisoned event',
    tests: ['libs/service-kit/test/react.test.ts', 'libs/service-kit/test/attempts.test.ts'],
  },
  {
    number: 'P17',
    statement: 'An upgrade loses nothing: the previous version works beside this one.',
    trial:
      'an operation or event of a release, checked against the current contracts, an event while processes of two releases move its cursor, or the replacement of every process by one of the other release',
    tests: [
      'tools/golden',
      'libs/service-kit/test/lagging-reactions.test.ts',
      'libs/service-kit/test/upgrade.test.ts',
      'e2e/kill/releases.test.ts',
    ],
  },
  {
    number: 'P18',
    statement: 'Overload is refused and does not collapse the system.',
    trial: 'a second of overload',
    tests: ['e2e/chaos/overload.test.ts'],
  },
  {
    number: 'P19',
    statement: 'A restored backup is consistent.',
    trial: 'a restore of a backup taken under load',
    tests: ['e2e/chaos/restore.test.ts'],
  },
  {
    number: 'P20',
    statement: 'A process that gets SIGTERM drains and ends cleanly.',
    trial: 'SIGTERM to a process under load',
    tests: ['e2e/chaos/drain.test.ts'],
  },
  {
    number: 'P21',
    statement:
      'A caller gets no more than its credential says; code that runs for an agent reaches nothing but its own.',
    trial: 'a call or an attempt beyond the rights of a credential',
    tests: ['e2e/rights', 'e2e/least-privilege'],
  },
  {
    number: 'P22',
    statement:
      'Whoever has split its work, or waits, is woken once when the parts or the wait have ended.',
    trial:
      'an issue whose last two children end at the same moment, or a wait over whose moment processes are dead',
    tests: ['e2e/heartbeats/trees.test.ts', 'e2e/heartbeats/waits.test.ts'],
  },
  {
    number: 'P24',
    statement:
      'What one company takes above its share is refused to it alone, and nothing to another one.',
    trial:
      'a request, an event or a run of a company while another one takes ten times its share of something',
    tests: ['e2e/chaos/neighbours.test.ts'],
  },
];
