import type { ServiceName } from '@muster/contracts';
import { serviceTopology } from '@muster/contracts/service-topology';

/** Whether one service may call any operation of another, so that the two have a key. */
export const isNeighbour = (caller: ServiceName, service: ServiceName): boolean =>
  caller === 'gateway' ||
  serviceTopology[caller].reactsTo.includes(service) ||
  service in serviceTopology[caller].calls;
