/**
 * Runs the ledger of a checkout as a process of its own: `release-process.ts <checkout>`. Prints a
 * line once it has started, and drains on SIGTERM.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as kit from '@muster/service-kit';
import { openLogger } from '@muster/service-kit/program';
import type * as ledgers from './ledger.ts';

const [checkout = ''] = process.argv.slice(2);
const load = (path: string): Promise<unknown> =>
  import(pathToFileURL(join(checkout, 'libs/service-kit', path)).href);

const { startService } = (await load('src/index.ts')) as typeof kit;
const { ledgerService } = (await load('test/ledger.ts')) as typeof ledgers;
await makeStream();
const service = await startService(ledgerService);
process.once('SIGTERM', () => void service.stop().then(() => process.exit()));
process.stdout.write('started\n');

/** Where the release has one: its setup makes it before the services start. */
async function makeStream(): Promise<void> {
  const { setUpEvents } = (await load('src/process/setup.ts')) as { setUpEvents?: SetUpEvents };
  const { NATS_URL, NATS_NAMESPACE } = process.env;
  const config = { NATS_URL, NATS_NAMESPACE, EVENTS_MAX_MB: 64, EVENTS_REPLICAS: 1 };
  await setUpEvents?.(config, [['billing', ['agents']]], openLogger('setup', 'silent'));
}

type SetUpEvents = (
  config: object,
  subscriptions: readonly (readonly [consumer: string, producers: readonly string[]])[],
  log: kit.Logger,
) => Promise<void>;
