/**
 * Which operations one service may call of another. The permissions on NATS are made from this, and
 * a service refuses a signed caller that is not here, so neither of them is trusted alone.
 */
import {
  logOperations,
  serviceTopology,
  type Contract,
  type Operation,
  type ServiceName,
} from '@muster/contracts';

/** Not an operation: cancels the slow reads of a request. */
export const CANCEL = 'cancel';

/** Operations by which a consumer reads its producer's log. */
const logOperationsOfConsumers: readonly string[] = [
  'readLog',
  'readHeads',
  'readState',
] satisfies (keyof typeof logOperations)[];

/** In its own name; the gateway also for its callers, but never what is for services only. */
export function canCall(
  caller: ServiceName,
  { name, operations }: Contract,
  operation: string,
): boolean {
  const { reactsTo, calls } = serviceTopology[caller];
  if (caller === 'gateway' && isCallableByGateway({ name, operations }, operation)) return true;
  return (
    (calls[name] ?? []).includes(operation) ||
    (reactsTo.includes(name) && logOperationsOfConsumers.includes(operation))
  );
}

/** Operations for callers outside, the gateway's own, and every log, for feeds. */
function isCallableByGateway(
  { name, operations }: Pick<Contract, 'name' | 'operations'>,
  operation: string,
): boolean {
  if (operation in logOperations) return true;
  if (operation === CANCEL) return Object.values(operations).some(({ long }) => long);
  const declared = operations[operation];
  return declared !== undefined && (name === 'gateway' || isForCallers(declared));
}

const isForCallers = ({ http, who }: Operation): boolean =>
  http !== undefined || who.some((caller) => caller !== 'service');
