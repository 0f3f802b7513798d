/**
 * What each user of NATS may do: exactly what its contract, its reactions and its calls need, and
 * nothing else. A new operation or event of a service needs no change here; what the gateway and
 * the others may call is listed one by one, so that what is for services alone stays with them.
 */
import {
  contracts, logOperations, neighbours, serviceNames,
  type Contract, type Operation, type ServiceName,
} from '@muster/contracts';
import { LANES, subjectsIn } from './subjects.ts';

export interface Permissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  /** Whether it may answer requests, each once, wherever their callers wait. */
  readonly answers: boolean;
}

/** It makes the stream and the consumers, and may neither say nor hear nor ask anything. */
export const SETUP_USER = 'setup';
export type NatsUser = ServiceName | typeof SETUP_USER;

/** Names in production: an installation that shares a NATS by a namespace has users of its own. */
const subjects = subjectsIn('');

const inboxOf = (user: NatsUser): string => `${inboxPrefixOf(user)}.>`;

/** Whoever may listen to another's inbox reads the answers that are meant for it. */
export const inboxPrefixOf = (user: string): string => `_INBOX.${user}`;

export function permissionsOf(contract: Contract): Permissions {
  const { name } = contract;
  const { hears, calls } = neighbours[name];
  return {
    publish: once([
      `evt.v1.${name}.*.>`,
      ...toldBy(name),
      ...lanesOf(name).flatMap((durable) => [
        `$JS.API.CONSUMER.INFO.${subjects.stream}.${durable}`,
        `$JS.API.CONSUMER.MSG.NEXT.${subjects.stream}.${durable}`,
      ]),
      ...(name === 'gateway' ? callsOfGateway() : []),
      ...hears.flatMap((producer) =>
        logReads.map((operation) => subjects.rpc(producer, operation))),
      ...Object.entries(calls).flatMap(([service, operations]) =>
        operations.map((operation) => subjects.rpc(service, operation))),
    ]),
    subscribe: [
      inboxOf(name),
      `rpc.v1.${name}.*`,
      '$SRV.*', `$SRV.*.muster-${name}`, `$SRV.*.muster-${name}.*`,
      // Those who follow a company over HTTP are told at once.
      ...(name === 'gateway' ? [subjects.allEvents, ...serviceNames.flatMap(toldBy)] : []),
    ],
    answers: true,
  };
}

export const permissionsOfSetup = (): Permissions => ({
  publish: ['INFO', 'CREATE', 'UPDATE'].map((verb) => `$JS.API.STREAM.${verb}.${subjects.stream}`)
    .concat(
      ['INFO', 'DURABLE.CREATE'].map((verb) => `$JS.API.CONSUMER.${verb}.${subjects.stream}.*`),
    ),
  subscribe: [inboxOf(SETUP_USER)],
  answers: false,
});

const once = (list: readonly string[]): string[] => [...new Set(list)];

/** To whoever listens, in any company. */
const toldBy = (service: ServiceName): string[] =>
  (neighbours[service].tells ?? []).map((told) => subjects.live(service, '*', told));

const lanesOf = (service: ServiceName): string[] =>
  Array.from({ length: LANES }, (_, lane) => subjects.durable(service, lane));

/** What whoever hears a service reads of its log. */
const logReads = ['readLog', 'readHeads'] as const satisfies (keyof typeof logOperations)[];

/** What callers may ask for, its own part, and every log: callers follow what happens. */
function callsOfGateway(): string[] {
  return contracts.flatMap(({ name, operations }) => [
    ...Object.entries(operations)
      .filter(([, operation]) => name === 'gateway' || isForCallers(operation))
      .map(([operation]) => subjects.rpc(name, operation)),
    ...Object.keys(logOperations).map((operation) => subjects.rpc(name, operation)),
    ...(Object.values(operations).some(({ long }) => long) ? [subjects.cancel(name)] : []),
  ]);
}

const isForCallers = ({ http, who }: Operation): boolean =>
  http !== undefined || who.some((caller) => caller !== 'service');

/** Every user, in the order in which the configuration shows them. */
export const everyPermission = (): readonly (readonly [NatsUser, Permissions])[] => [
  ...contracts.map((contract) => [contract.name, permissionsOf(contract)] as const),
  [SETUP_USER, permissionsOfSetup()] as const,
];
