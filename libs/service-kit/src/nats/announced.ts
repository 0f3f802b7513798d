/** Positions that a service announces to others before it answers a write; see `announcedTo`. */
import { contracts, type Contract, type ServiceName } from '@muster/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import { publishLive } from './live.ts';
import type { Subjects } from './subjects.ts';

/** The live message: `{ companyId, seq }`. */
export const POSITION = 'position';

export const isAnnouncer = ({ operations }: Contract): boolean =>
  Object.values(operations).some(({ announcedTo }) => announcedTo !== undefined);

/** The services that announce positions to this one. */
export const announcersTo = (service: ServiceName): ServiceName[] =>
  contracts
    .filter(({ operations }) =>
      Object.values(operations).some(({ announcedTo }) => announcedTo?.includes(service)),
    )
    .map(({ name }) => name);

interface Announcer {
  readonly contract: Contract;
  readonly nats: NatsConnection;
  readonly subjects: Subjects;
}

export const announce = (
  { contract: { name }, nats, subjects }: Announcer,
  position: { readonly companyId: string; readonly seq: number },
): void =>
  publishLive(
    { name, nats, subjects },
    { companyId: position.companyId, name: POSITION },
    position,
  );
