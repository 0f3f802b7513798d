/** Calls of a service in a test: as the gateway, for any caller, or as the service that calls. */
import { contracts, gateway, type Actor, type Contract, type ServiceName } from '@muster/contracts';
import {
  actorSigner,
  makeServiceKeys,
  openRpc,
  type ActorSigner,
  type Rpc,
  type RunningService,
  type Runtime,
} from '@muster/service-kit';

const TEST_SECRET = 'a secret that only tests know, long enough';

/** What a service of a test gets as `MUSTER_SERVICE_KEYS`. */
export const testServiceKeys = (service: ServiceName, secret = TEST_SECRET): string =>
  makeServiceKeys(secret, service);

const signerOf = (contract: Contract, secret?: string): ActorSigner =>
  actorSigner(contract, { MUSTER_SERVICE_KEYS: testServiceKeys(contract.name, secret) });

/** Signs for every caller, as the gateway does. */
export const signerOfCallers = (secret?: string): ActorSigner => signerOf(gateway, secret);

/** Sends requests as the gateway does; those of a service are signed by that service. */
export function rpcOfCallers(
  runtime: Pick<Runtime, 'nats' | 'request' | 'subjects'>,
  secret?: string,
): Rpc {
  const open = (contract: Contract): Rpc => openRpc(runtime, signerOf(contract, secret));
  const rpcs = new Map(contracts.map((contract) => [contract.name, open(contract)] as const));
  return (call) => {
    const rpc = rpcs.get(senderOf(call.actor));
    if (!rpc) throw new Error(`${call.actor.name} is no service`);
    return rpc(call);
  };
}

const senderOf = (actor: Actor): ServiceName =>
  actor.type === 'service' ? (actor.id as ServiceName) : 'gateway';

/** The service with an `rpc` that signs for every caller: in a test, a request comes from nowhere. */
export const calledByAnyone = (running: RunningService, secret?: string): RunningService => ({
  ...running,
  runtime: {
    ...running.runtime,
    rpc: rpcOfCallers(running.runtime, secret),
    signer: signerOfCallers(secret),
  },
});
