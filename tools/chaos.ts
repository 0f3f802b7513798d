/** `pnpm chaos`: load while a nemesis kills, suspends and cuts off; records the results. */
import { parseArgs } from 'node:util';
import { renderPromises } from './docs/promises.ts';
import { recordResults } from './promises/record-results.ts';

const killsOf: Readonly<Record<string, string>> = { short: '8', full: '60', night: '1000' };

const { values } = parseArgs({
  options: {
    length: { type: 'string', default: 'full' },
    seed: { type: 'string' },
    kills: { type: 'string' },
  },
});
const kills = values.kills ?? killsOf[values.length];
if (kills === undefined)
  throw new Error(`--length must be short, full or night, not ${values.length}`);

const { hasPassed } = await recordResults(['e2e/chaos/chaos.test.ts'], {
  TEST_LENGTH: values.length === 'short' ? 'short' : 'full',
  CHAOS_KILLS: kills,
  ...(values.seed === undefined ? {} : { CHAOS_SEED: values.seed }),
});
if (!hasPassed) process.exitCode = 1;
process.stdout.write(`\n${renderPromises()}`);
