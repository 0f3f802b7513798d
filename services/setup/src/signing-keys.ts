/**
 * The secrets with which single services sign: a file for each in a folder that the operator keeps.
 * Existing files stay, so the command may run again after an upgrade.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames, type ServiceName } from '@muster/contracts';
import { makeRunTokenKeys, makeServiceKeys } from '@muster/service-kit';

const SECRET_BYTES = 32;
const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

export interface SigningKeyFiles {
  readonly serviceKeys: (service: ServiceName) => string;
  readonly webhookSecret: string;
  readonly runTokenKey: string;
  readonly runTokenPublicKey: string;
}

export const signingKeyFiles = (folder: string): SigningKeyFiles => ({
  serviceKeys: (service) => join(folder, `service-keys-${service}`),
  webhookSecret: join(folder, 'webhook-secret'),
  runTokenKey: join(folder, 'run-token-key'),
  runTokenPublicKey: join(folder, 'run-token-public-key'),
});

/** Makes the files that are missing. */
export function makeSigningKeys(folder: string): SigningKeyFiles {
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  const files = signingKeyFiles(folder);
  makeKeysOfServices(folder, files);
  if (!existsSync(files.webhookSecret)) write(files.webhookSecret, randomSecret());
  // The public key is written last: without it, a start that was interrupted makes both again.
  if (!existsSync(files.runTokenPublicKey)) {
    const { privateKey, publicKey } = makeRunTokenKeys();
    write(files.runTokenKey, privateKey);
    write(files.runTokenPublicKey, publicKey);
  }
  return files;
}

/**
 * The secret that the keys are derived from goes to no process. The keys are written each time, since
 * a new release may have services that call each other which did not before.
 */
function makeKeysOfServices(folder: string, files: SigningKeyFiles): void {
  const secretFile = join(folder, 'service-keys-secret');
  if (!existsSync(secretFile)) write(secretFile, randomSecret());
  const secret = readFileSync(secretFile, 'utf8').trim();
  for (const service of serviceNames) {
    write(files.serviceKeys(service), makeServiceKeys(secret, service));
  }
}

const randomSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

const write = (file: string, text: string): void =>
  writeFileSync(file, `${text}\n`, { mode: OWNER_ONLY });
