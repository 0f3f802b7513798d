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

/** Requests of a service to others in its own name. */
const ownRequests: Partial<Record<ServiceName, readonly string[]>> = {
  scheduler: [
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

/** Administration of the stream, for the setup command only, and of NATS, for no user. */
const administration = [
  ...['CREATE', 'UPDATE', 'DELETE', 'PURGE', 'INFO', 'MSG.GET', 'MSG.DELETE', 'SNAPSHOT'].map(
    (verb) => `$JS.API.STREAM.${verb}.EVENTS`,
  ),
  ...[
    'CREATE.EVENTS',
    'CREATE.EVENTS.mine',
    'CREATE.EVENTS.mine.evt.v1.x',
    'DURABLE.CREATE.EVENTS.mine',
    'LIST.EVENTS',
    'NAMES.EVENTS',
  ].map((rest) => `$JS.API.CONSUMER.${rest}`),
  '$JS.API.INFO',
  '$JS.API.STREAM.LIST',
  '$JS.API.STREAM.NAMES',
  '$JS.API.DIRECT.GET.EVENTS',
  '$JS.API.STREAM.CREATE.MINE',
  '$SYS.REQ.SERVER.PING',
  '$SYS.REQ.ACCOUNT.PING.CONNZ',
  'unknown.subject',
];

const consumerOf = (service: string) =>
  ['INFO', 'MSG.NEXT', 'DELETE', 'PAUSE', 'UNPIN', 'LEADER.STEPDOWN'].map(
    (verb) => `$JS.API.CONSUMER.${verb}.EVENTS.${service}_0`,
  );

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
        `evt.v1.${other}.0.company.created`,
        `evt.v1.${other}`,
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

  it('may not use consumers and inboxes of others, nor administrate anything', async () => {
    const tries = {
      publish: [
        ...others.flatMap(consumerOf),
        ...others.map((other) => `_INBOX.${other}.someone.1`),
        ...consumerOf(service).filter((subject) => !/\.(INFO|MSG\.NEXT)\./.test(subject)),
        ...administration,
      ],
      subscribe: [
        ...others.flatMap((other) => [`_INBOX.${other}.>`, `_INBOX.${other}.*.*`]),
        '_INBOX.>',
        '_INBOX.*.*.*',
        '_INBOX.setup.>',
        '$SYS.>',
        '$JS.>',
        '$JS.EVENT.>',
        ...(service === 'gateway' ? [] : ['evt.v1.>', 'evt.>', 'evt.v1.agents.0.>']),
      ],
    };
    expect(await refusedByNats(world().stack.access.nats(service), tries)).toEqual(tries);
  });
});

describe('the user of the setup command', () => {
  it('may create the stream and consumers, and neither publish, receive nor request anything', async () => {
    const tries = {
      publish: [
        ...SERVICES.flatMap(requestsTo),
        ...SERVICES.map((name) => `evt.v1.${name}.0.x`),
        '$JS.API.STREAM.DELETE.EVENTS',
        '$JS.API.STREAM.PURGE.EVENTS',
        '$JS.API.STREAM.MSG.GET.EVENTS',
        '$JS.API.CONSUMER.MSG.NEXT.EVENTS.issues_0',
        '$JS.API.CONSUMER.DELETE.EVENTS.issues_0',
        '$SYS.REQ.SERVER.PING',
      ],
      subscribe: ['>', 'evt.v1.>', 'rpc.v1.>', '_INBOX.>', '_INBOX.issues.>'],
    };
    expect(await refusedByNats(world().stack.access.nats('setup'), tries)).toEqual(tries);
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
