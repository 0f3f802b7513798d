/** `pnpm client:pack [folder]`: writes `muster-client-<version>.tgz` into the folder, or into this one. */
import { resolve } from 'node:path';
import { packClient } from './pack-client.ts';

process.stdout.write(`${await packClient(resolve(process.argv[2] ?? '.'))}\n`);
