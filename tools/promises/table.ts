/** What Muster promises, what one trial of it is, and the tests that try to break it. */
export type Promised = {
  readonly number: string;
  readonly says: string;
  readonly trial: string;
  readonly tests: readonly string[];
};

export const promises: readonly Promised[] = [
  {
    number: 'P1', says: 'No acknowledged write is lost.', trial: 'an acknowledged write',
    tests: ['e2e/chaos', 'e2e/kill/services.test.ts'],
  },
  {
    number: 'P2', says: 'An issue has at most one owner; exactly one contender wins.',
    trial: 'a claim', tests: ['e2e/stories/race.test.ts', 'e2e/chaos'],
  },
  {
    number: 'P3', says: 'A repeated request has one effect and one answer.',
    trial: 'a request that was sent more than once',
    tests: ['e2e/chaos', 'e2e/surface/repeats.test.ts'],
  },
  {
    number: 'P4', says: 'An event takes effect exactly once, in the order of its company.',
    trial: 'an event in one consumer, or in one reader of the feed',
    tests: ['e2e/chaos', 'services/gateway/test/feed-cuts.test.ts'],
  },
  {
    number: 'P5',
    says: 'Any process of a service may be killed at any instant: clients see delay, not errors.',
    trial: 'a process killed, stopped or cut off, the other one of its service up',
    tests: ['e2e/chaos'],
  },
  {
    number: 'P6', says: 'NATS may be restarted or lose everything.',
    trial: 'a kill, stop, cut or loss of NATS', tests: ['e2e/chaos', 'e2e/kill/servers.test.ts'],
  },
  {
    number: 'P7', says: 'Redis may be wiped.',
    trial: 'a kill, stop, cut or loss of Redis', tests: ['e2e/chaos', 'e2e/kill/servers.test.ts'],
  },
  {
    number: 'P8', says: 'Postgres may be crashed.',
    trial: 'a kill, stop or cut of Postgres', tests: ['e2e/chaos', 'e2e/kill/servers.test.ts'],
  },
  {
    number: 'P9', says: 'Who wrote sees the effect at once, whichever service has it.',
    trial: 'a write and a look', tests: ['e2e/stories/read-your-writes.test.ts'],
  },
  {
    number: 'P10', says: 'An agent has at most one live run; a dead run blocks nobody.',
    trial: 'a run that was started', tests: ['e2e/heartbeats'],
  },
  {
    number: 'P11', says: 'No run starts without a reservation; each crossing is said once.',
    trial: 'a cost', tests: ['e2e/money/model.test.ts'],
  },
  {
    number: 'P12', says: 'The month turns over correctly: each cent is in one month.',
    trial: 'a cost near midnight', tests: ['e2e/money/months.test.ts'],
  },
  {
    number: 'P13', says: 'Nobody gets at another company.',
    trial: 'a route, a place of an id in it, and a kind of caller', tests: ['e2e/tenancy'],
  },
  {
    number: 'P14', says: 'No input causes a 5xx or a stall.', trial: 'a request',
    tests: ['e2e/fuzz'],
  },
  {
    number: 'P15', says: 'Secrets never leave.', trial: 'a place where one could show',
    tests: ['e2e/stories/canary.test.ts'],
  },
  {
    number: 'P16', says: 'A poisoned event blocks its own company only.',
    trial: 'a poisoned event', tests: ['libs/service-kit/test/react.test.ts'],
  },
  {
    number: 'P17', says: 'An upgrade loses nothing: the version before works beside this one.',
    trial: 'an operation or event as a release had it, held against those of today',
    tests: ['tools/golden'],
  },
  {
    number: 'P18', says: 'Overload is refused and does not collapse.',
    trial: 'a second of overload', tests: ['e2e/chaos/overload.test.ts'],
  },
  {
    number: 'P19', says: 'A backup restores a consistent whole.',
    trial: 'a restore of a backup taken under load', tests: ['e2e/chaos/restore.test.ts'],
  },
  {
    number: 'P20', says: 'A process that is told to stop ends cleanly.',
    trial: 'a process told to stop under load', tests: ['e2e/chaos/drain.test.ts'],
  },
];
