/**
 * The NATS user of each service, on the servers of every story: it may not serve, emit, read or receive
 * what belongs to other services.
 */
import { contracts, logOperations, serviceTopology } from '@muster/contracts';
import { SERVICES, type ServiceName } from '@muster/local/stack';
import { describe, expect, it } from 'vitest';
import { refusedByNats } from './intruder.ts';
import { useWorld } from '../world/use-world.ts';

const world = useWorld({ replicas: 1 });

const othersOf = (service: string) => SERVICES.filter((other) => other !== service);

/** The subject of every request to a service. */
const requestsTo = (service: string): string[] =>
  [
    ...Object.keys(contracts.find(({ name }) => name === service)?.operations ?? {}),
    ...Object.keys(logOperations),
    'cancel',
    'noSuchOperation',
  ].map((operation) => `rpc.v1.${service}.${operation}`);

/** Each reports to the agents service what it has erased of a company. */
const report = 'rpc.v1.agents.recordErasure';
/** Requests of a service to others in its own name. */
const ownRequests: Partial<Record<ServiceName, readonly string[]>> = {
  issues: [report],
  approvals: [report],
  billing: [report],
  scheduler: [
    report,
    'rpc.v1.agents.countAgentsInFolder',
    'rpc.v1.agents.getRunConfig',
    'rpc.v1.agents.getRunSkills',
    'rpc.v1.agents.locateAgent',
    'rpc.v1.billing.reserveRun',
    'rpc.v1.issues.getIssueCheckout',
  ],
};
const readsOf = (service: ServiceName): string[] =>
  serviceTopology[service].reactsTo.flatMap((producer) => [
    `rpc.v1.${producer}.readLog`,
    `rpc.v1.${producer}.readHeads`,
    `rpc.v1.${producer}.readState`,
  ]);

/** Administration of NATS, which no service may do, and JetStream, which nobody uses. */
const administration = [
  '$JS.API.INFO',
  '$JS.API.STREAM.CREATE.MINE',
  '$SYS.REQ.SERVER.PING',
  '$SYS.REQ.ACCOUNT.PING.CONNZ',
  'unknown.subject',
];

/** Events of every service, of one partition or of all. */
const eventsOf = (service: string): string[] => [`evt.v1.${service}.0`, `evt.v1.${service}.*`];

describe.each(SERVICES)('the user of %s', (service) => {
  const others = othersOf(service);

  it('may send requests in its own name only, and no other ones', async () => {
    const requests = others.flatMap(requestsTo);
    const { publish } = await refusedByNats(world().stack.access.nats(service), {
      publish: requests,
      subscribe: [],
    });
    const allowed = requests.filter((subject) => !publish.includes(subject));
    if (service !== 'gateway') {
      const mine = [...readsOf(service), ...(ownRequests[service] ?? [])];
      expect(allowed.toSorted()).toEqual(mine.toSorted());
      return;
    }
    expect(
      publish.filter((subject) => !/noSuchOperation|cancel$/.test(subject)).toSorted(),
    ).toEqual([
      'rpc.v1.agents.countAgentsInFolder',
      'rpc.v1.agents.getRunConfig',
      'rpc.v1.agents.getRunSkills',
      'rpc.v1.billing.reserveRun',
      'rpc.v1.issues.getIssueCheckout',
    ]);
  });

  it('may not emit events of others, and not answer their requests', async () => {
    const tries = {
      publish: others.flatMap((other) => [
        `evt.v1.${other}.0`,
        `evt.v1.${other}`,
        `evt.v1.${other}.0.company.created`,
        `live.v1.${other}.x.run.log`,
      ]),
      subscribe: [
        ...others.flatMap((other) => [`rpc.v1.${other}.*`, `rpc.v1.${other}.readLog`]),
        'rpc.v1.>',
        'rpc.>',
        '>',
        '*.v1.>',
        'live.v1.>',
        ...(service === 'gateway' ? [] : ['live.v1.scheduler.x.run.log']),
      ],
    };
    expect(await refusedByNats(world().stack.access.nats(service), tries)).toEqual(tries);
  });

  it('publishes its own events, and hears those of the services that it reacts to, and no other ones', async () => {
    const { reactsTo } = serviceTopology[service];
    const isHeard = (producer: ServiceName) => service === 'gateway' || reactsTo.includes(producer);
    const { publish, subscribe } = await refusedByNats(world().stack.access.nats(service), {
      publish: [0, 7].map((partition) => `evt.v1.${service}.${partition}`),
      subscribe: [...SERVICES.flatMap(eventsOf), 'evt.v1.*.*'],
    });
    expect(publish).toEqual([]);
    expect(subscribe).toEqual([
      ...SERVICES.filter((producer) => !isHeard(producer)).flatMap(eventsOf),
      ...(service === 'gateway' ? [] : ['evt.v1.*.*']),
    ]);
  });

  it('may not use inboxes of others, nor administrate anything', async () => {
    const tries = {
      publish: [...others.map((other) => `_INBOX.${other}.someone.1`), ...administration],
      subscribe: [
        ...others.flatMap((other) => [`_INBOX.${other}.>`, `_INBOX.${other}.*.*`]),
        '_INBOX.>',
        '_INBOX.*.*.*',
        '_INBOX.system.>',
        '$SYS.>',
        '$JS.>',
        'evt.>',
        'evt.v1.>',
      ],
    };
    expect(await refusedByNats(world().stack.access.nats(service), tries)).toEqual(tries);
  });
});

describe('a connection without a user', () => {
  it('is refused', async () => {
    const { url } = world().stack.access.nats('issues');
    await expect(
      refusedByNats({ url, seedFile: undefined }, { publish: [], subscribe: [] }),
    ).rejects.toThrow();
  });
});
