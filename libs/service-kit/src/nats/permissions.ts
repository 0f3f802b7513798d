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
import {
  ADMINISTRATOR,
  administratorPermissions,
  SYSTEM_USER,
  systemPermissions,
} from './administration.ts';
import { announcersTo, isAnnouncer, POSITION } from './announced.ts';
import { PARTITIONS, subjectsIn } from './subjects.ts';
import type { Permissions } from './user-permissions.ts';

/** Creates the stream and the consumers; may not publish or consume events, or send requests. */
export const SETUP_USER = 'setup';
export type NatsUser = ServiceName | typeof SETUP_USER | typeof ADMINISTRATOR | typeof SYSTEM_USER;

/** Without a namespace: installations that share one NATS by namespaces have their own users. */
const subjects = subjectsIn('');

const inboxOf = (user: NatsUser): string => `${inboxPrefixOf(user)}.>`;

/** An inbox per user: a user that could subscribe to another's would read its answers. */
export const inboxPrefixOf = (user: string): string => `_INBOX.${user}`;

export function permissionsOf(contract: Contract): Permissions {
  const { name } = contract;
  return {
    publish: unique([
      `evt.v1.${name}.*.>`,
      ...liveSubjectsOf(name),
      ...(isAnnouncer(contract) ? [subjects.live(name, '*', POSITION)] : []),
      subjects.replicas(name),
      ...consumersOf(name).flatMap((durable) => [
        `$JS.API.CONSUMER.INFO.${subjects.stream}.${durable}`,
        `$JS.API.CONSUMER.MSG.NEXT.${subjects.stream}.${durable}`,
      ]),
      ...callsOf(name),
    ]),
    subscribe: [
      inboxOf(name),
      `rpc.v1.${name}.*`,
      '$SRV.*',
      `$SRV.*.muster-${name}`,
      `$SRV.*.muster-${name}.*`,
      subjects.replicas(name),
      ...announcersTo(name).map((producer) => subjects.live(producer, '*', POSITION)),
      // Feeds over HTTP need every event and live message without delay.
      ...(name === 'gateway' ? [subjects.allEvents, ...serviceNames.flatMap(liveSubjectsOf)] : []),
    ],
    answers: true,
  };
}

export const setupPermissions = (): Permissions => ({
  publish: ['INFO', 'CREATE', 'UPDATE']
    .map((verb) => `$JS.API.STREAM.${verb}.${subjects.stream}`)
    .concat(
      ['INFO', 'DURABLE.CREATE'].map((verb) => `$JS.API.CONSUMER.${verb}.${subjects.stream}.*`),
    ),
  subscribe: [inboxOf(SETUP_USER)],
  answers: false,
});

const unique = (list: readonly string[]): string[] => [...new Set(list)];

/** Live messages that the service publishes, in any company. */
const liveSubjectsOf = (service: ServiceName): string[] =>
  (serviceTopology[service].publishes ?? []).map((message) => subjects.live(service, '*', message));

const consumersOf = (service: ServiceName): string[] =>
  Array.from({ length: PARTITIONS }, (_, partition) => subjects.durable(service, partition));

const callsOf = (caller: ServiceName): string[] =>
  contracts.flatMap((contract) =>
    [...Object.keys(contract.operations), ...Object.keys(logOperations), CANCEL]
      .filter((operation) => canCall(caller, contract, operation))
      .map((operation) => subjects.rpc(contract.name, operation)),
  );

/** The users of the account in which Muster's messages are, in the order of the configuration. */
export const allPermissions = (): readonly (readonly [NatsUser, Permissions])[] => [
  ...contracts.map((contract) => [contract.name, permissionsOf(contract)] as const),
  [SETUP_USER, setupPermissions()] as const,
  [ADMINISTRATOR, administratorPermissions(subjects.stream, inboxOf(ADMINISTRATOR))] as const,
];

/** The users of NATS's system account. */
export const allSystemPermissions = (): readonly (readonly [NatsUser, Permissions])[] => [
  [SYSTEM_USER, systemPermissions(inboxOf(SYSTEM_USER))],
];
