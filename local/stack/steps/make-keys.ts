/**
 * Makes the keys that are missing in a data folder, `node local/stack/steps/make-keys.ts FOLDER`, and
 * prints the users of NATS with their public keys.
 */
import { makeSigningKeys } from '@muster/setup/signing-keys';
import { keyFolder } from '../users.ts';
import { natsUsers } from './nats-users.ts';

const [, , dataDir = ''] = process.argv;
makeSigningKeys(keyFolder(dataDir));
process.stdout.write(natsUsers(dataDir));
