/**
 * The secrets with which single services sign: a file for each in a folder that the operator keeps.
 * Existing files stay, so the command may run again after an upgrade.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '@muster/contracts/define';
import { closeSecret, keptSecret, privateFolder, writeSecret } from '@muster/private-files';
import { makeRunTokenKeys, makeServiceKeys } from '@muster/service-kit/make-keys';
import { signingKeyFiles, type SigningKeyFiles } from './signing-key-files.ts';

const SECRET_BYTES = 32;

/** Makes the files that are missing, and closes those that an earlier release left readable. */
export function makeSigningKeys(folder: string): SigningKeyFiles {
  privateFolder(folder);
  const files = signingKeyFiles(folder);
  makeKeysOfServices(folder, files);
  keptSecret(files.webhookSecret, randomSecret);
  // The public key is written last: without it, a start that was interrupted makes both again.
  if (existsSync(files.runTokenPublicKey)) {
    for (const file of [files.runTokenKey, files.runTokenPublicKey]) closeSecret(file);
  } else {
    const { privateKey, publicKey } = makeRunTokenKeys();
    writeSecret(files.runTokenKey, `${privateKey}\n`);
    writeSecret(files.runTokenPublicKey, `${publicKey}\n`);
  }
  return files;
}

/**
 * The secret that the keys are derived from goes to no process. The keys are written each time, since
 * a new release may have services that call each other which did not before.
 */
function makeKeysOfServices(folder: string, files: SigningKeyFiles): void {
  const secret = keptSecret(join(folder, 'service-keys-secret'), randomSecret);
  for (const service of serviceNames) {
    writeSecret(files.serviceKeys(service), `${makeServiceKeys(secret, service)}\n`);
  }
}

const randomSecret = (): string => `${randomBytes(SECRET_BYTES).toString('base64url')}\n`;
