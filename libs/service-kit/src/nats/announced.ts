/** Positions that a service announces to others before it answers a write; see `announcedTo`. */
import { contracts, type Contract, type ServiceName } from '@muster/contracts';

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
