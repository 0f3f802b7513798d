/**
 * Makes the keys with which services sign, as text. It loads neither schemas nor contracts: every
 * start makes keys before NATS can start.
 */
import { generateKeyPairSync } from 'node:crypto';
import { serviceNames, type ServiceName } from '@muster/contracts/define';
import { serviceTopology } from '@muster/contracts/service-topology';
import { deriveKey } from './derive-key.ts';

export const OWN = 'own';
export const RUN_TOKEN_KEY_TYPE = 'ed25519';

export const pairOf = (caller: string, service: string): string => `${caller}>${service}`;

/** Whether one service may call any operation of another, so that the two have a key. */
const isNeighbour = (caller: ServiceName, service: ServiceName): boolean =>
  caller === 'gateway' ||
  serviceTopology[caller].reactsTo.includes(service) ||
  service in serviceTopology[caller].calls;

/** The keys of a service, derived from a secret that no service holds. */
export function makeServiceKeys(secret: string, service: ServiceName): string {
  const pairs = serviceNames
    .flatMap((caller) => serviceNames.map((called) => [caller, called] as const))
    .filter(([caller, called]) => isNeighbour(caller, called))
    .filter((pair) => pair.includes(service))
    .map(([caller, called]) => [pairOf(caller, called), `caller ${caller} ${called}`] as const);
  return [[OWN, `own ${service}`] as const, ...pairs]
    .map(([name, purpose]) => `${name}=${deriveKey(secret, purpose).toString('base64url')}`)
    .join('\n');
}

export interface RunTokenKeyTexts {
  readonly privateKey: string;
  readonly publicKey: string;
}

export function makeRunTokenKeys(): RunTokenKeyTexts {
  const { privateKey, publicKey } = generateKeyPairSync(RUN_TOKEN_KEY_TYPE);
  return {
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
}
