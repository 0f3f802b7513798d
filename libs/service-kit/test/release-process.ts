/**
 * Runs the ledger of a checkout as a process of its own: `release-process.ts <checkout>`. Prints a
 * line once it has started, and drains on SIGTERM.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as kit from '@muster/service-kit';
import type * as ledgers from './ledger.ts';

const [checkout = ''] = process.argv.slice(2);
const load = (path: string): Promise<unknown> =>
  import(pathToFileURL(join(checkout, 'libs/service-kit', path)).href);

const { startService } = (await load('src/index.ts')) as typeof kit;
const { ledgerService } = (await load('test/ledger.ts')) as typeof ledgers;
const service = await startService(ledgerService);
process.once('SIGTERM', () => void service.stop().then(() => process.exit()));
process.stdout.write('started\n');
