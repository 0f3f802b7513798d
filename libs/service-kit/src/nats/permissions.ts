/**
 * Permissions of each NATS user: exactly what its contract, its reactions and its calls need. A new
 * operation or event of a service needs no change here. Callable operations are listed one by one,
 * so that the gateway cannot call an operation that is for services only.
 */
import {
  contracts,
  logOperations,
  serviceTopology,
  serviceNames,
  type Contract,
  type ServiceName,
} from '@muster/contracts';
import { CANCEL, canCall } from '../keys/callable-operations.ts';
import { subjectsIn } from './subjects.ts';

/** What a user of NATS may do; everything else is refused. */
export interface Permissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  /** Whether it may answer requests, once each, in the inbox of any caller. */
  readonly answers: boolean;
}

/**
 * The user of a person who operates Muster. No process has its key. It belongs to NATS's system account, where
 * servers report and are told to reload, and sees no message of Muster.
 */
const SYSTEM_USER = 'system';

export type NatsUser = ServiceName | typeof SYSTEM_USER;

/** Without a namespace: installations that share one NATS by namespaces have their own users. */
const subjects = subjectsIn('');

const inboxOf = (user: NatsUser): string => `${inboxPrefixOf(user)}.>`;

/** An inbox per user: a user that could subscribe to another's would read its answers. */
export const inboxPrefixOf = (user: string): string => `_INBOX.${user}`;

export function permissionsOf(contract: Contract): Permissions {
  const { name } = contract;
  return {
    publish: unique([eventsOf(name), ...liveSubjectsOf(name), ...callsOf(name)]),
    subscribe: [
      inboxOf(name),
      `rpc.v1.${name}.*`,
      '$SRV.*',
      `$SRV.*.muster-${name}`,
      `$SRV.*.muster-${name}.*`,
      ...(name === 'gateway'
        ? // Feeds over HTTP need every event and live message without delay.
          [eventsOf('*'), ...serviceNames.flatMap(liveSubjectsOf)]
        : serviceTopology[name].reactsTo.map(eventsOf)),
    ],
    answers: true,
  };
}

const unique = (list: readonly string[]): string[] => [...new Set(list)];

/** All partitions of the events of one producer, or of every one. */
const eventsOf = (producer: ServiceName | '*'): string => `evt.v1.${producer}.*`;

/** Live messages that the service publishes, in any company. */
const liveSubjectsOf = (service: ServiceName): string[] =>
  (serviceTopology[service].publishes ?? []).map((message) => subjects.live(service, '*', message));

const callsOf = (caller: ServiceName): string[] =>
  contracts.flatMap((contract) =>
    [...Object.keys(contract.operations), ...Object.keys(logOperations), CANCEL]
      .filter((operation) => canCall(caller, contract, operation))
      .map((operation) => subjects.rpc(contract.name, operation)),
  );

/** The users of the account in which Muster's messages are, in the order of the configuration. */
export const allPermissions = (): readonly (readonly [NatsUser, Permissions])[] =>
  contracts.map((contract) => [contract.name, permissionsOf(contract)]);

/** The users of NATS's system account. */
export const allSystemPermissions = (): readonly (readonly [NatsUser, Permissions])[] => [
  [
    SYSTEM_USER,
    {
      publish: [
        '$SYS.REQ.SERVER.PING',
        // Reports of all servers or of one, and the reload of one.
        '$SYS.REQ.SERVER.*.*',
        '$SYS.REQ.ACCOUNT.*.*',
      ],
      subscribe: [inboxOf(SYSTEM_USER)],
      answers: false,
    },
  ],
];
