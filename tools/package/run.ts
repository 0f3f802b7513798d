/** `pnpm package [folder]`: writes `muster-<version>.tgz` into the folder, or into this one. */
import { resolve } from 'node:path';
import { packMuster } from './pack.ts';

process.stdout.write(`${await packMuster(resolve(process.argv[2] ?? '.'))}\n`);
